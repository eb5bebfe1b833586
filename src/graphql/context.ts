import type { DocumentNode } from 'graphql';
import type { AdministerKeys } from '../usecase/administration/administer-keys.js';
import type { AdministerTerminals } from '../usecase/administration/administer-terminals.js';
import type { AdministerWallets } from '../usecase/administration/administer-wallets.js';
import type { ReadAudit } from '../usecase/administration/read-audit.js';
import type { GatewayFacts } from '../usecase/administration/gateway-facts.js';
import type { Reconcile } from '../usecase/administration/reconcile.js';
import type { FollowEvents } from '../usecase/events/follow-events.js';
import type { FollowTransactions } from '../usecase/transactions/follow-transactions.js';
import type { IssueActivationCode, VerifyActivationCode } from '../usecase/provisioning/activation-code.js';
import type { AdministerProgrammes } from '../usecase/provisioning/administer-programmes.js';
import type { Caller } from '../usecase/transactions/call.js';
import type { GenerateSecret } from '../usecase/provisioning/generate-secret.js';
import type { AuthorizeToken } from '../usecase/provisioning/authorize-token.js';
import type { ReadAttempts } from '../usecase/provisioning/read-attempts.js';
import type { RouteHealth } from '../usecase/ports.js';
import type { ReadStats } from '../usecase/transactions/read-stats.js';
import type { ReadTransactions } from '../usecase/transactions/read-transactions.js';
import type { ReportDigitization } from '../usecase/provisioning/report-digitization.js';
import type { AdministerEndpoints } from '../usecase/events/administer-endpoints.js';
import type { ReadWebhooks } from '../usecase/events/read-webhooks.js';
import type { Resend } from '../usecase/events/resend.js';
import type { SendByOperator } from '../usecase/transactions/send-by-operator.js';
import type { SettleByOperator } from '../usecase/transactions/settle-by-operator.js';
import type { Transact } from '../usecase/transactions/transact.js';
import type { VerifySecret } from '../usecase/provisioning/verify-secret.js';

/** What resolvers may call; the composition root fills it. */
export interface UseCases {
  readonly transact: Transact;
  readonly readTransactions: ReadTransactions;
  readonly settleByOperator: SettleByOperator;
  readonly sendByOperator: SendByOperator;
  readonly administerEndpoints: AdministerEndpoints;
  readonly readWebhooks: ReadWebhooks;
  readonly resend: Resend;
  readonly followEvents: FollowEvents;
  readonly followTransactions: FollowTransactions;
  readonly authorizeToken: AuthorizeToken;
  readonly reportDigitization: ReportDigitization;
  readonly readAttempts: ReadAttempts;
  readonly secrets: SecretUseCases;
  readonly programmes: AdministerProgrammes;
  readonly administration: AdministrationUseCases;
  readonly oversight: OversightUseCases;
}

/** How the gateway does, for operators. */
export interface OversightUseCases {
  readonly stats: ReadStats;
  /** As this process sees them. */
  readonly routes: () => readonly RouteHealth[];
  readonly gateway: GatewayFacts;
}

export interface AdministrationUseCases {
  readonly terminals: AdministerTerminals;
  readonly keys: AdministerKeys;
  readonly wallets: AdministerWallets;
  readonly audit: ReadAudit;
  readonly reconcile: Reconcile;
}

export interface SecretUseCases {
  readonly generate: GenerateSecret;
  readonly verify: VerifySecret;
  readonly issueActivationCode: IssueActivationCode;
  readonly verifyActivationCode: VerifyActivationCode;
}

export interface GraphQLContext {
  readonly caller: Caller;
  /** A terminal at an XML door: its checksum is its credential, checked by the use case. */
  readonly isTerminal: boolean;
  readonly useCases: UseCases;
  /** There where the transport can carry a subscription. */
  readonly stream?: Stream;
}

/** What a subscription may tell the connection that carries it. */
export interface Stream {
  /** The document of a subscription that passed every check; set by the server, read by whoever runs it. */
  document?: DocumentNode;
  /** Mutations are refused, as over any GET. */
  readonly isReadOnly?: boolean;
  /** More comes than the connection takes. */
  readonly onBehind: () => void;
}

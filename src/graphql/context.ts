import type { DocumentNode } from 'graphql';
import type { FollowEvents } from '../usecase/follow-events.js';
import type { FollowTransactions } from '../usecase/follow-transactions.js';
import type { IssueActivationCode, VerifyActivationCode } from '../usecase/activation-code.js';
import type { AdministerProgrammes } from '../usecase/administer-programmes.js';
import type { Caller } from '../usecase/call.js';
import type { GenerateSecret } from '../usecase/generate-secret.js';
import type { AuthorizeToken } from '../usecase/authorize-token.js';
import type { ReadAttempts } from '../usecase/read-attempts.js';
import type { ReadTransactions } from '../usecase/read-transactions.js';
import type { ReportDigitization } from '../usecase/report-digitization.js';
import type { AdministerEndpoints } from '../usecase/administer-endpoints.js';
import type { ReadWebhooks } from '../usecase/read-webhooks.js';
import type { Resend } from '../usecase/resend.js';
import type { SettleByOperator } from '../usecase/settle-by-operator.js';
import type { Transact } from '../usecase/transact.js';
import type { VerifySecret } from '../usecase/verify-secret.js';

/** What resolvers may call; the composition root fills it. */
export interface UseCases {
  readonly transact: Transact;
  readonly readTransactions: ReadTransactions;
  readonly settleByOperator: SettleByOperator;
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

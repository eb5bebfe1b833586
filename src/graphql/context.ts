import type { DocumentNode } from 'graphql';
import { CardwayError } from '../platform/errors.js';
import type { Approvals } from '../use-cases/access/approvals.js';
import type { AuditChain } from '../use-cases/access/audit-chain.js';
import type { AdministerKeys } from '../use-cases/access/administer-keys.js';
import { type Administrator, administratorOf } from '../use-cases/access/administrator.js';
import type { Purges } from '../use-cases/access/purges.js';
import type { RecordExport } from '../use-cases/access/record-export.js';
import type { RefusalStore } from '../use-cases/access/refusal-port.js';
import type { AuditLog } from '../use-cases/directory/administration-port.js';
import type { AdministerProgrammes } from '../use-cases/directory/administer-programmes.js';
import type { AdministerTerminals } from '../use-cases/directory/administer-terminals.js';
import type { AdministerWallets } from '../use-cases/directory/administer-wallets.js';
import type { ApiKey } from '../use-cases/directory/directory-port.js';
import type { AdministerEndpoints } from '../use-cases/events/administer-endpoints.js';
import type { FollowEvents } from '../use-cases/events/follow-events.js';
import type { ReadWebhooks } from '../use-cases/events/read-webhooks.js';
import type { Resend } from '../use-cases/events/resend.js';
import type { Search } from '../use-cases/search.js';
import type { IssueActivationCode, VerifyActivationCode } from '../use-cases/provisioning/activation-code.js';
import type { AuthorizeToken } from '../use-cases/provisioning/authorize-token.js';
import type { GenerateSecret } from '../use-cases/provisioning/generate-secret.js';
import type { ReadAttempts } from '../use-cases/provisioning/read-attempts.js';
import type { ReportDigitization } from '../use-cases/provisioning/report-digitization.js';
import type { VerifySecret } from '../use-cases/provisioning/verify-secret.js';
import type { Caller } from '../use-cases/transactions/call/call.js';
import type { RouteHealth } from '../use-cases/transactions/downstream-port.js';
import type { ReadStats } from '../use-cases/transactions/history/read-stats.js';
import type { FollowTransactions, ReadTransactions } from '../use-cases/transactions/history/read.js';
import type { Reconcile } from '../use-cases/transactions/history/reconcile.js';
import type { SendByOperator, SettleByOperator } from '../use-cases/transactions/settle/by-operator.js';
import type { Transact } from '../use-cases/transactions/call/transact.js';

/** Use cases that resolvers may call. The composition root fills it. */
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
  readonly approvals: Approvals;
  readonly administration: AdministrationUseCases;
  readonly monitoring: MonitoringUseCases;
  readonly search: Search;
}

/** State of the gateway, for operators. */
export interface MonitoringUseCases {
  readonly stats: ReadStats;
  /** Returns the routes as this process sees them. */
  readonly routes: () => readonly RouteHealth[];
  readonly gateway: { readonly version: string; readonly isSandbox: boolean };
}

interface AdministrationUseCases {
  readonly terminals: AdministerTerminals;
  readonly keys: AdministerKeys;
  readonly wallets: AdministerWallets;
  readonly audit: AuditLog;
  readonly auditChain: Pick<AuditChain, 'head' | 'verify'>;
  readonly refusals: Pick<RefusalStore, 'list'>;
  readonly reconcile: Reconcile;
  readonly recordExport: RecordExport;
  readonly purges: Purges;
}

export interface SecretUseCases {
  readonly generate: GenerateSecret;
  readonly verify: VerifySecret;
  readonly issueActivationCode: IssueActivationCode;
  readonly verifyActivationCode: VerifyActivationCode;
}

export interface GraphQLContext {
  readonly caller: Caller;
  /** True for a terminal at an XML interface. Its credential is its checksum, which the use case checks. */
  readonly isTerminal: boolean;
  readonly useCases: UseCases;
  /** Set where the transport can carry a subscription. */
  readonly stream?: Stream;
}

/** Link from a subscription to the connection that carries it. */
export interface Stream {
  /** Document of a subscription that passed every check. The server sets it, and the code that runs it reads it. */
  document?: DocumentNode;
  /** True refuses mutations, as over any GET. */
  readonly isReadOnly?: boolean;
  /** Runs when more comes than the connection takes. */
  readonly onBehind: () => void;
  /** Takes memory for an open subscription from the share of its key. Returns what gives it back. Errors: RATE_LIMITED. */
  readonly hold: (bytes: number) => () => void;
}

/** Returns the key of a caller, for fields that only keys may use. Errors: UNAUTHENTICATED. */
export function callerKey(caller: { readonly key: ApiKey | null }): ApiKey {
  if (caller.key === null) throw new CardwayError('UNAUTHENTICATED');
  return caller.key;
}

/** Returns the administrator behind a caller. Errors: UNAUTHENTICATED, FORBIDDEN for a key that has no programme and needs one. */
export function administrator(caller: { readonly key: ApiKey | null }): Administrator {
  return administratorOf(callerKey(caller));
}

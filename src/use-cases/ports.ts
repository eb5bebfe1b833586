import type { ShownState } from '../core/transactions/life.js';
import type { ReplyReason, Channel, TransactionState } from './transactions/ledger-port.js';

/**
 * Ports that the use cases need, stated beside their consumer. Each store method is one whole database transaction and takes no
 * callback. No network call can sit inside one (architecture: flow of a Deduct).
 */

/** Port for waiting. A simulator passes a timer that it advances by hand. */
export interface Timer {
  /** Resolves after `ms`; `cancel` frees it without resolving. */
  wait(ms: number): { readonly done: Promise<void>; cancel(): void };
}

/** Hash under a key of this installation. Equal texts have equal hashes, which reveal nothing about the texts. */
export interface ContentHasher {
  keyedHash(purpose: string, text: string): string;
}

export interface Sealer {
  seal(plain: Buffer, context: string): Buffer;
  open(sealed: Buffer, context: string): Buffer;
}

/** Alerts that operators must get at once. Each one is a log line and a metric. */
export const ALERTS = [
  'transaction_in_doubt',
  'transaction_contradicted',
  'decision_contradicted',
  'advice_unmatched',
  'advice_declined_downstream',
  'declined_token_active',
  'checksum_boundary_mismatch',
  'settle_failed',
  'database_lost',
  'clock_drift',
  'authentication_flood',
  'checksum_guessing',
  'checksum_locked',
  'terminal_elsewhere',
  'terminal_refused',
  'connections_full',
  'audit_chain_broken',
] as const;

export type Alert = (typeof ALERTS)[number];

export interface AlertAbout {
  readonly requestId?: string;
  readonly terminalId?: string;
  readonly reason?: string;
  readonly address?: string;
  readonly path?: string;
  readonly eventId?: string;
}

export interface Observer {
  alert(alert: Alert, about: AlertAbout): void;
  /** Reports a repeated call that got the saved answer. */
  replayed(about: {
    readonly requestId: string;
    readonly terminalId: string;
    readonly methodName: string;
  }): void;
  /** Reports one finished call, for metrics by channel, method, route and state. */
  completed(about: {
    readonly requestId: string;
    /** Id of the HTTP request that contained the call. */
    readonly httpRequestId: string | undefined;
    readonly terminalId: string;
    readonly channel: Channel;
    readonly methodName: string;
    readonly route: string;
    readonly state: ShownState;
    readonly resultCode: number | null;
    readonly replyReason: ReplyReason | null;
    readonly durationMs: number;
    readonly downstreamMs: number | null;
  }): void;
}

/** Work of all processes that waits in the database for an answer, an operator or a receiver. */
export interface Backlog {
  readonly transactions: readonly {
    readonly state: TransactionState;
    readonly count: number;
    /** Time when the oldest of them was received. */
    readonly sinceMs: number;
  }[];
  /** Webhooks to be sent, now or later. */
  readonly deliveries: number;
}

import type { ReplyReason, Channel, TransactionState } from './transactions/ledger-port.js';

/**
 * What the use cases need from the outside, stated beside their consumer. Each store method is one whole database
 * transaction and takes no callback, so no network call can ever sit inside one (architecture: flow of a Deduct).
 */

/** Waiting is an effect too: a simulator passes one that it turns by hand. */
export interface Timer {
  /** Resolves after `ms`; `cancel` frees it without resolving. */
  wait(ms: number): { readonly done: Promise<void>; cancel(): void };
}

/** Hash under a key of this installation: equal for equal texts, telling nothing about them. */
export interface ContentHasher {
  keyedHash(purpose: string, text: string): string;
}

export interface Sealer {
  seal(plain: Buffer, context: string): Buffer;
  open(sealed: Buffer, context: string): Buffer;
}

/** What operators must hear of at once; every alert is a log line and a metric. */
export type Alert =
  | 'transaction_in_doubt'
  | 'transaction_contradicted'
  | 'advice_unmatched'
  | 'advice_declined_downstream'
  | 'checksum_boundary_mismatch'
  | 'checksum_repeated'
  | 'settle_failed'
  | 'database_lost'
  | 'clock_drift'
  | 'authentication_flood'
  | 'checksum_guessing'
  | 'checksum_locked'
  | 'terminal_elsewhere'
  | 'terminal_refused'
  | 'connections_full';

export interface AlertAbout {
  readonly requestId?: string;
  readonly terminalId?: string;
  readonly reason?: string;
  readonly address?: string;
  readonly path?: string;
}

export interface Observer {
  alert(alert: Alert, about: AlertAbout): void;
  /** A call that takes money came with the checksum of another request id. */
  checksumRepeated(about: {
    readonly requestId: string;
    readonly terminalId: string;
    readonly methodName: string;
  }): void;
  /** A repeated call heard the saved answer. */
  replayed(about: {
    readonly requestId: string;
    readonly terminalId: string;
    readonly methodName: string;
  }): void;
  /** One finished call: for metrics by interface, method, route and state. */
  completed(about: {
    readonly requestId: string;
    /** Of the HTTP request that it came in. */
    readonly httpRequestId?: string;
    readonly terminalId: string;
    readonly channel: Channel;
    readonly methodName: string;
    readonly route: string;
    readonly state: TransactionState;
    readonly resultCode: number | null;
    readonly replyReason: ReplyReason | null;
    readonly durationMs: number;
    readonly downstreamMs: number | null;
  }): void;
}

/** Runs work in a span of its own; what it does in other layers is found below that. `about` holds identifiers only. */
export type TraceWork = <Result>(
  name: string,
  about: { readonly requestId: string; readonly methodName: string },
  work: () => Promise<Result>,
) => Promise<Result>;

/** What waits in the database for an answer, an operator or a receiver, of all processes. */
export interface Backlog {
  readonly transactions: readonly {
    readonly state: TransactionState;
    readonly count: number;
    /** When the oldest of them was received. */
    readonly sinceMs: number;
  }[];
  /** Webhooks that are to be sent, now or later. */
  readonly deliveries: number;
}

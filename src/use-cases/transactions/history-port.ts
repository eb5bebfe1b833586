import type { Histogram } from '../../core/transactions/histogram.js';
import type { AuditEntry, TransactionRow, TransactionState } from './ledger-port.js';

/** When transactions were received, epoch milliseconds: from the first, up to and without the second. */
interface ReceivedRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Why a transaction that is old enough stays: its state, or another one that is open and linked to it. */
export type SkipReason = TransactionState | 'linked';

export interface PurgePiece {
  readonly receivedBeforeMs: number;
  /** The place to go on from: 0, or what the last piece came to. */
  readonly after: number;
  /** Transactions that are looked at. */
  readonly limit: number;
  /** Texts of transactions that were received before this are not deleted here: they go with their part. */
  readonly textsFromMs?: number;
}

export interface Purged {
  readonly deleted: number;
  readonly kept: Readonly<Partial<Record<SkipReason, number>>>;
  /** How far it looked; null once it met the end, or nothing but transactions that are too young. */
  readonly through: number | null;
}

/** The ledger as something that grows old. Nothing here holds up a payment for longer than one small piece takes. */
export interface LedgerHistory {
  /** Transactions of a range in the order of the ledger, in pieces as they are read. Errors: UNAVAILABLE. */
  read(range: ReceivedRange): AsyncIterable<readonly TransactionRow[]>;
  /** What `purge` would do with this piece. Errors: UNAVAILABLE. */
  purgeable(piece: PurgePiece): Promise<Purged>;
  /** Deletes the old ones of this piece that nobody needs any more, in one commit with the audit entry. Errors: UNAVAILABLE. */
  purge(piece: PurgePiece, audit: AuditEntry | null): Promise<Purged>;
  /**
   * The latest time up to this one at which a part of the texts ends, each of which is a span of time that is dropped as a whole; null
   * where there are none. Errors: UNAVAILABLE.
   */
  textPartEndBefore(timeMs: number): Promise<number | null>;
  /** Drops the parts of the texts up to this time; texts of transactions that stayed, stay. Errors: UNAVAILABLE. */
  dropTextParts(receivedBeforeMs: number): Promise<void>;
  /** Makes room for what will be received. Errors: UNAVAILABLE. */
  prepare(): Promise<void>;
  /** Keeps who has purged what. Errors: UNAVAILABLE. */
  record(audit: AuditEntry): Promise<void>;
}

export interface Counts {
  readonly count: number;
  /** Answered with a positive resultCode. */
  readonly approved: number;
  readonly declined: number;
  /** Refused and failed. */
  readonly refused: number;
  readonly inDoubt: number;
  readonly contradicted: number;
  /** Pending, queued and unmatched. */
  readonly open: number;
}

export type CountedResult = Exclude<keyof Counts, 'count'>;

/** Spans that can be asked for, in buckets of this length, this many. */
export const SPANS = {
  MINUTES_15: { bucketMs: 60_000, bucketCount: 15 },
  HOURS_24: { bucketMs: 900_000, bucketCount: 96 },
  DAYS_7: { bucketMs: 7_200_000, bucketCount: 84 },
} as const;

export type StatsSpan = keyof typeof SPANS;

/** What was received within a stretch of time. */
export interface Bucket extends Counts {
  readonly fromMs: number;
  /** From the receipt of a call to the wallet service's answer. */
  readonly latencies: Histogram;
}

/** States in which a transaction waits for something or somebody. */
export type OpenState = 'pending' | 'in_doubt' | 'queued' | 'unmatched' | 'contradicted';

/** The ledger as something that is counted. Errors: UNAVAILABLE. */
export interface LedgerStats {
  /** Stretches of that length that begin then or later, oldest first, but for those in which nothing was received. */
  buckets(wanted: { readonly bucketMs: number; readonly sinceMs: number }): Promise<readonly Bucket[]>;
  countOpen(): Promise<Readonly<Record<OpenState, number>>>;
  /** Counts some of the transactions that were not counted yet. `true`: there are more. */
  count(): Promise<boolean>;
  /**
   * Looks at some of those that were not over when they were counted, behind this sequence, and counts what has changed anew. Resolves
   * with how far it came, and with 0 at the end.
   */
  correct(after: number): Promise<number>;
}

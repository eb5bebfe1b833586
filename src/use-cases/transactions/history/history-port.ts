import type { AuditEntry } from '../../../core/access/audit.js';
import type { ExportFormat } from '../../../core/transactions/export-text.js';
import type { Bucket } from './bucket.js';
import type { Backlog } from '../../ports.js';
import type { TransactionFilter } from '../ledger-port.js';

export interface PurgePiece {
  readonly receivedBeforeMs: number;
  /** Sequence to continue after: 0, or `through` of the last piece. */
  readonly after: number;
  /** Number of transactions to examine. */
  readonly limit: number;
}

export interface Purged {
  readonly deleted: number;
  /** Last sequence that was examined. Null at the end, or when only younger transactions remain. */
  readonly through: number | null;
}

/** Purge that a person ordered on a gateway, or that of the retention. */
export interface OrderedPurge {
  readonly receivedBeforeMs: number;
  /** Actor for the audit log. */
  readonly actor: string;
  readonly reason: string;
}

/** Store for reading and purging old transactions. No method delays a payment for longer than one small piece takes. */
export interface LedgerHistory {
  /**
   * Yields the transactions of a filter as text (UTF-8), oldest first, in pieces of whole records. CSV begins with a line of
   * names. Transactions that are saved meanwhile may be missing. Errors: UNAVAILABLE.
   */
  exportText(wanted: {
    readonly filter: TransactionFilter;
    readonly format: ExportFormat;
    /** Adds request, answer and raw answer. Default: false. */
    readonly withTexts?: boolean;
  }): AsyncIterable<Buffer>;
  /** Counts what `purge` would do with this piece. Errors: UNAVAILABLE. */
  purgeable(piece: PurgePiece): Promise<Purged>;
  /** Deletes the old transactions of this piece that nobody needs, in one commit with the audit entry. Errors: UNAVAILABLE. */
  purge(piece: PurgePiece, audit: AuditEntry | null): Promise<Purged>;
  /**
   * Returns the time for purges, epoch milliseconds: that of the database's clock, but at most as long after the newest trusted time
   * as really passed since. Deleted transactions do not come back with a clock that is set right, and repeated calls would be
   * sent again. Errors: UNAVAILABLE.
   */
  trustedNowMs(): Promise<number>;
  /** Saves the order of a purge, in one commit with the audit entry. An order that reaches further stays. Errors: UNAVAILABLE. */
  order(order: OrderedPurge, audit: AuditEntry): Promise<void>;
  /** Returns the order that no gateway has carried out. Errors: UNAVAILABLE. */
  ordered(): Promise<OrderedPurge | null>;
  /** Ends an order, unless another one has replaced it. Errors: UNAVAILABLE. */
  endOrder(order: OrderedPurge): Promise<void>;
  /** Saves an audit entry of an act on many transactions: a purge or an export. Errors: UNAVAILABLE. */
  record(audit: AuditEntry): Promise<void>;
}

/** Time spans for statistics, with the length and the number of their buckets. */
export const SPANS = {
  MINUTES_15: { bucketMs: 60_000, bucketCount: 15 },
  HOURS_24: { bucketMs: 900_000, bucketCount: 96 },
  DAYS_7: { bucketMs: 7_200_000, bucketCount: 84 },
} as const;

export type StatsSpan = keyof typeof SPANS;

/** Length of the stretches whose counts are saved. The buckets of the longer spans are made of whole ones. */
export const QUARTER_HOUR_MS = 900_000;

/** A range that begins with `fromMs` and ends before `untilMs`. */
export interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** States in which a transaction waits for an event or a person. */
export type OpenState = 'pending' | 'in_doubt' | 'queued' | 'unmatched' | 'contradicted';

/** Store of transaction statistics. Errors: UNAVAILABLE. */
export interface LedgerStats {
  /** Counts the transactions of each minute of a range, as they are now. Leaves empty minutes out. */
  minutes(range: TimeRange): Promise<readonly Bucket[]>;
  /**
   * Returns the saved quarter hours of a range, which are final, and then the minutes after them, counted now. Leaves empty ones
   * out.
   */
  quarterHours(range: TimeRange): Promise<readonly Bucket[]>;
  /** Counts the transactions that are open now. */
  countOpen(): Promise<Backlog['transactions']>;
  /** Counts and saves the next quarter hour that ended an hour ago. Returns true when more may exist. */
  saveFinal(): Promise<boolean>;
}

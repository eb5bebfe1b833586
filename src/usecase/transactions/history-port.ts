import type { AuditEntry } from '../ports.js';
import type { TransactionRow, TransactionState } from './ledger-port.js';

/** When transactions were received, epoch milliseconds: from the first, up to and without the second. */
export interface ReceivedRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Why a transaction that is old enough stays: its state, or another one that is open and linked to it. */
export type KeptFor = TransactionState | 'linked';

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
  readonly kept: Readonly<Partial<Record<KeptFor, number>>>;
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

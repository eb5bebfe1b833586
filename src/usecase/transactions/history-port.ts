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
}

export interface Purged {
  readonly deleted: number;
  readonly kept: Readonly<Partial<Record<KeptFor, number>>>;
  /** How far it looked; null once it met the end, or nothing but transactions that are too young. */
  readonly through: number | null;
}

/** A part is a span of time that a database keeps apart from others, where it does. */
export interface PurgedPart {
  readonly deleted: number;
  readonly isMore: boolean;
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
   * Goes on taking away whole parts that were received before this time: what is still needed of them stays, what else there is goes at
   * once, and their request ids after it, some at a time. Nothing where the ledger is in one piece. Errors: UNAVAILABLE.
   */
  purgePart(
    wanted: { readonly receivedBeforeMs: number; readonly limit: number },
    audit: AuditEntry | null,
  ): Promise<PurgedPart>;
  /** The latest time up to this one before which everything can go in whole parts. Errors: UNAVAILABLE. */
  partEndBefore(timeMs: number): Promise<number>;
  /** Makes room for what will be received. Errors: UNAVAILABLE. */
  prepare(): Promise<void>;
  /** Keeps who has purged what. Errors: UNAVAILABLE. */
  record(audit: AuditEntry): Promise<void>;
}

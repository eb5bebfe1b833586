import type { EventType, StoredEvent } from '../../core/event.js';
import type { FeedSource } from './feed-port.js';
import type { TransactionRow } from '../transactions/ledger-port.js';

/** Which events; all given conditions hold. */
export interface EventFilter {
  readonly types: readonly EventType[];
  /** Null for every programme, and for events that belong to none. */
  readonly programme: string | null;
  readonly cardId: number | null;
}

/** Where a reader can go on from: from `expiredThrough`, which is before the oldest event that is kept, up to `latest`. */
export interface EventBounds {
  readonly expiredThrough: number;
  readonly latest: number;
}

/** The event log: what was appended in the commits of what it reports, in the order of its sequences. */
export interface EventLog extends FeedSource<StoredEvent, EventFilter> {
  bounds(): Promise<EventBounds>;
  /**
   * Deletes, of the `limit` events after a place, those recorded before a time that no webhook still waits for, in one commit;
   * says up to which place it looked, and null once it met one that is too young.
   */
  expire(args: {
    readonly recordedBeforeMs: number;
    readonly after: number;
    readonly limit: number;
  }): Promise<{ readonly deleted: number; readonly through: number | null }>;
}

export interface SavedTransactionFilter {
  readonly terminalId: string | null;
}

/**
 * The ledger as something to follow: each transaction once, in the order of its first row, when its outcome is saved. One whose
 * outcome is not known yet holds up those behind it, for a bounded time; then it comes as it is.
 */
export type SavedTransactions = FeedSource<TransactionRow, SavedTransactionFilter>;

import type { EventType, NewEvent, StoredEvent } from '../../core/events/event.js';
import type { TransactionRow } from '../transactions/ledger-port.js';

/** Selection of events. All conditions must hold. */
export interface FeedFilter {
  readonly types: readonly EventType[];
  /** Null selects every programme, and events without one. */
  readonly programme: string | null;
  readonly cardId: number | null;
}

/**
 * Places from which a reader can continue: from `expiredThrough`, which is before the oldest event kept, up to `latest`, the last
 * number that an event got. A restore may have lost the event.
 */
export interface EventBounds {
  readonly expiredThrough: number;
  readonly latest: number;
}

/** Event log, in the order of sequences. Each event is appended in the commit that it reports. */
export interface EventLog extends FeedSource<StoredEvent, FeedFilter> {
  bounds(): Promise<EventBounds>;
  /** Adds an event that no other commit causes, unless one with its dedupeKey is there. */
  add(event: NewEvent): Promise<void>;
  /**
   * Deletes old events, in one commit. It reads `limit` events after a place. It deletes those recorded before the given time
   * that no webhook still waits for. `through` is the last place that it read; null once it met a too young event, or the end.
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
 * Ledger as a feed: each transaction once, in the order of its first row, when its outcome is saved. A transaction without an
 * outcome delays the later ones for a bounded time. After that it is delivered as it is.
 */
export type SavedTransactions = FeedSource<TransactionRow, SavedTransactionFilter>;

/** Item with a place in an order that only grows. */
export interface Sequenced {
  readonly sequence: number;
}

/** Log that can be read from any place. */
export interface FeedSource<Item extends Sequenced, Filter> {
  /** Returns the last place in use; 0 when none is. */
  latest(): Promise<number>;
  /**
   * Returns the items after a place, in order. The filter only saves reading: the feed also calls `matches` for each item.
   * Errors: UNAVAILABLE.
   */
  read(args: {
    readonly after: number;
    readonly filter: Filter | null;
    readonly limit: number;
  }): Promise<FeedPage<Item>>;
  matches(item: Item, filter: Filter): boolean;
  /** Calls the listener, for good, when something may have been added. It misses what other processes add. */
  onAdded(listener: () => void): void;
}

export type FeedPage<Item> =
  | {
      readonly kind: 'page';
      readonly items: readonly Item[];
      /** No item will appear at this place or before it. */
      readonly through: number;
      /** True when no further item exists at the moment. */
      readonly isEnd: boolean;
    }
  /** The next items were deleted, so a reader cannot continue without a gap. It can from `expiredThrough`, the oldest place. */
  | { readonly kind: 'expired'; readonly expiredThrough: number };

export interface Follow<Filter> {
  /** Place to continue from. Null starts with items added from now on. */
  readonly after: number | null;
  readonly filter: Filter;
  /**
   * Called when items are added faster than the reader reads. Nothing is lost, because it reads on from the log. But the reader
   * may have stopped.
   */
  readonly onBehind: () => void;
}

export interface Feed<Item, Filter> {
  /**
   * Returns the items after a place and then each added one, in order, without gap or repeat, until the iterator is returned. The
   * iteration fails with BAD_REQUEST (field `after`) when the log was deleted past its place.
   */
  follow(args: Follow<Filter>): Promise<AsyncIterableIterator<Item>>;
}

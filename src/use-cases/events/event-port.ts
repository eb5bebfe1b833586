import type { EventType, StoredEvent } from '../../core/events/event.js';
import type { TransactionRow } from '../transactions/ledger-port.js';

/** Which events; all given conditions hold. */
export interface FeedFilter {
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
export interface EventLog extends FeedSource<StoredEvent, FeedFilter> {
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

/** Something with a place in an order that only grows. */
export interface Sequenced {
  readonly sequence: number;
}

/** A log that can be read from any place on. */
export interface FeedSource<Item extends Sequenced, Filter> {
  /** The last place that is taken; 0 when none is. */
  latest(): Promise<number>;
  /**
   * What comes after a place, in order. A filter is a hint that saves reading: the feed asks `matches` of each item all the same.
   * Errors: UNAVAILABLE.
   */
  read(args: {
    readonly after: number;
    readonly filter: Filter | null;
    readonly limit: number;
  }): Promise<FeedPage<Item>>;
  matches(item: Item, filter: Filter): boolean;
  /** Calls back when something may have been added, for good; misses what other processes add. */
  onAdded(listener: () => void): void;
}

export type FeedPage<Item> =
  | {
      readonly kind: 'page';
      readonly items: readonly Item[];
      /** Nothing at this place or before it is still to come. */
      readonly through: number;
      /** Nothing more is there at the moment. */
      readonly isEnd: boolean;
    }
  /** What came next was deleted, so that nobody can go on from there without a gap. */
  | { readonly kind: 'expired' };

export interface Follow<Filter> {
  /** The place to go on from; null for what is added from now on. */
  readonly after: number | null;
  readonly filter: Filter;
  /** More is added than the reader takes. Nothing is lost, for it reads on from the log; but it may have stopped reading. */
  readonly onBehind: () => void;
}

export interface Feed<Item, Filter> {
  /**
   * What comes after a place and then what is added, in order, without gap or repeat, until it is returned. The iteration fails
   * with BAD_REQUEST (field `after`) when the log was deleted past its place.
   */
  follow(args: Follow<Filter>): Promise<AsyncIterableIterator<Item>>;
}

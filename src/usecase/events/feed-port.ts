/** Something with a place in an order that only grows. */
export interface Placed {
  readonly sequence: number;
}

/** A log that can be read from any place on. */
export interface FeedSource<Item extends Placed, Filter> {
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

import { CardwayError } from '../../platform/errors.js';
import type { FeedSource, Follow, Sequenced } from '../../use-cases/events/event-port.js';
import { expiredCursor } from '../../use-cases/events/follow-events.js';
import type { Timer } from '../../use-cases/ports.js';

/** Parts of a feed that all its readers share. */
export interface FeedForFollowers<Item extends Sequenced, Filter> {
  readonly source: FeedSource<Item, Filter>;
  readonly timer: Timer;
  readonly pollMs: number;
  readonly pastMax: number;
  readonly queueMax: number;
  /** Joins the loop to get items after a position. Returns false when the loop is past it already. */
  readonly join: (follower: Follower<Item, Filter>, through: number) => boolean;
  readonly leave: (follower: Follower<Item, Filter>) => void;
  readonly onEnded: (follower: Follower<Item, Filter>) => void;
  /** Resolves when this reader may read a page of the past. Readers take turns, so that none of them holds up other work. */
  readonly turn: () => Promise<void>;
}

/**
 * One reader of a feed. It reads the past by itself, page by page as its items are taken. Then the loop offers it new items. When
 * they come faster than they are taken, it drops its queue and reads by itself again: the log keeps what memory does not.
 *
 * A class, because there are ten thousand: its functions exist once.
 */
export class Follower<Item extends Sequenced, Filter> implements AsyncIterableIterator<Item> {
  private state: 'catching up' | 'live' | 'ended' = 'catching up';
  private error: Error | null = null;
  /** Position up to which all items are in its queue or behind it. */
  private through: number;
  /** Position up to which it has handed out all items that it wants. */
  private readThrough: number;
  private queue: readonly Item[] = NOTHING;
  private wake: (() => void) | null = null;

  constructor(
    private readonly feed: FeedForFollowers<Item, Filter>,
    after: number,
    private readonly follow: Pick<Follow<Filter>, 'filter' | 'onBehind'>,
  ) {
    this.through = after;
    this.readThrough = after;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Item, undefined>> {
    for (;;) {
      const [item] = this.queue;
      if (item !== undefined) {
        this.queue = this.queue.length === 1 ? NOTHING : this.queue.slice(1);
        this.readThrough = item.sequence;
        return { done: false, value: item };
      }
      if (this.hasEnded) {
        const { error } = this;
        this.error = null;
        if (error !== null) throw error;
        return { done: true, value: undefined };
      }
      if (this.state === 'catching up') await this.catchUp();
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  return(): Promise<IteratorResult<Item, undefined>> {
    this.end(null);
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Takes the items of the loop that are new and wanted. */
  offer(items: readonly Item[]): void {
    const { feed, follow } = this;
    const wanted = items.filter(
      (item) => item.sequence > this.through && feed.source.matches(item, follow.filter),
    );
    this.through = Math.max(this.through, items.at(-1)?.sequence ?? 0);
    if (wanted.length === 0) return;
    if (this.queue.length + wanted.length > feed.queueMax) {
      this.state = 'catching up';
      this.queue = NOTHING;
      this.through = this.readThrough;
      feed.leave(this);
      follow.onBehind();
    } else this.queue = this.queue.length === 0 ? wanted : [...this.queue, ...wanted];
    this.wake?.();
  }

  end(error: Error | null): void {
    if (this.state === 'ended') return;
    this.state = 'ended';
    this.error = error;
    this.queue = NOTHING;
    this.feed.onEnded(this);
    this.wake?.();
  }

  private get hasEnded(): boolean {
    return this.state === 'ended';
  }

  private async catchUp(): Promise<void> {
    const { source, timer, pastMax: limit, pollMs } = this.feed;
    const { filter } = this.follow;
    await this.feed.turn();
    if (this.hasEnded) return;
    const page = await source.read({ after: this.through, filter, limit }).catch((error: unknown) => {
      if (!(error instanceof CardwayError && error.code === 'UNAVAILABLE')) this.end(error as Error);
      return null;
    });
    if (this.state !== 'catching up') return;
    if (page === null) await timer.wait(pollMs).done;
    else if (page.kind === 'expired') this.end(expiredCursor());
    else {
      this.queue = page.items.filter((item) => source.matches(item, filter));
      this.through = page.through;
      // It joins only with an empty queue: a reader that is slow with the past must not be offered new items.
      if (this.queue.length > 0) return;
      this.readThrough = this.through;
      if (page.isEnd && this.feed.join(this, this.through)) this.state = 'live';
    }
  }
}

const NOTHING: readonly never[] = Object.freeze([]);

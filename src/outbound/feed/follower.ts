import { CardwayError } from '../../platform/errors.js';
import type { FeedSource, Follow, Sequenced } from '../../use-cases/events/event-port.js';
import { expiredCursor } from '../../use-cases/events/follow-events.js';
import type { Timer } from '../../use-cases/ports.js';

/** What a feed lends its readers: one for all of them. */
export interface FeedForFollowers<Item extends Sequenced, Filter> {
  readonly source: FeedSource<Item, Filter>;
  readonly timer: Timer;
  readonly pollMs: number;
  readonly pageMax: number;
  readonly queueMax: number;
  /** Asks to be offered what comes after a place; false when the loop is past it already. */
  readonly join: (follower: Follower<Item, Filter>, through: number) => boolean;
  readonly leave: (follower: Follower<Item, Filter>) => void;
  readonly onEnded: (follower: Follower<Item, Filter>) => void;
}

/**
 * One reader of a feed. Reads what is past by itself, page by page as its items are taken; then it is offered what comes. When that
 * comes faster than it is taken, it drops its queue and reads by itself again: the log holds what the memory need not.
 *
 * A class, because there are ten thousand: its functions are there once.
 */
export class Follower<Item extends Sequenced, Filter> implements AsyncIterableIterator<Item> {
  private state: 'catching up' | 'live' | 'ended' = 'catching up';
  private error: Error | null = null;
  /** It has, in its queue or behind it, all up to this place. */
  private through: number;
  /** It has handed out all that it wants up to this place. */
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
      if (this.state === 'ended') {
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

  /** What the loop read: taken as far as it is new and wanted. */
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

  private async catchUp(): Promise<void> {
    const { source, timer, pageMax: limit, pollMs } = this.feed;
    const { filter } = this.follow;
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
      // Joined only with an empty queue: a reader that is slow to take what is past must not be offered what comes.
      if (this.queue.length > 0) return;
      this.readThrough = this.through;
      if (page.isEnd && this.feed.join(this, this.through)) this.state = 'live';
    }
  }
}

const NOTHING: readonly never[] = Object.freeze([]);

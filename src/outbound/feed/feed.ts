import { createSignal, createTurns } from '../../platform/background.js';
import type { Feed, FeedSource, Sequenced, Follow } from '../../use-cases/events/event-port.js';
import { expiredCursor } from '../../use-cases/events/follow-events.js';
import type { Timer } from '../../use-cases/ports.js';
import { CardwayError } from '../../platform/errors.js';

/** Parts of a feed that all its readers share. */
interface FeedForFollowers<Item extends Sequenced, Filter> extends FeedOptions<Item, Filter> {
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
class Follower<Item extends Sequenced, Filter> implements AsyncIterableIterator<Item> {
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

  /** Joins the loop at its own place, unless the loop is past it. Its queue is empty. */
  join(): void {
    if (this.feed.join(this, this.through)) this.state = 'live';
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

  /** Ends it unless it is past the items that were deleted. */
  expire(expiredThrough: number): void {
    if (this.through < expiredThrough) this.end(expiredCursor(expiredThrough));
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
    else if (page.kind === 'expired') this.expire(page.expiredThrough);
    else {
      this.queue = page.items.filter((item) => source.matches(item, filter));
      this.through = page.through;
      // It joins only with an empty queue: a reader that is slow with the past must not be offered new items.
      if (this.queue.length > 0) return;
      this.readThrough = this.through;
      if (page.isEnd) this.join();
    }
  }
}

const NOTHING: readonly never[] = Object.freeze([]);

interface FeedOptions<Item extends Sequenced, Filter> {
  readonly source: FeedSource<Item, Filter>;
  readonly timer: Timer;
  /** Interval of looks for items of other processes. Items of this one wake it at once. */
  readonly pollMs: number;
  /** Maximum number of items of one read of the loop. */
  readonly pageMax: number;
  /** Maximum number of items of one read of a reader that catches up. */
  readonly pastMax: number;
  /** Maximum number of items that wait for one reader. With one more it is behind, and reads by itself again. */
  readonly queueMax: number;
  readonly onFailure: (error: unknown) => void;
}

export interface RunningFeed<Item, Filter> extends Feed<Item, Filter> {
  /** Ends all followers. */
  stop(): void;
}

/**
 * Creates a feed: one position in the log for the whole process. One loop moves it on and hands the items to every reader.
 *
 *   catching up   a reader that asked for the past reads by itself, at its own pace, until it reaches the loop
 *   live          the loop puts items into its queue. Both meet at one position, in one turn of the event loop, so that nothing
 *                 is lost and nothing comes twice. A queue that overflows is dropped: the reader catches up again
 *   ended         returned, or the log was deleted past its position
 *
 * While nobody follows, nothing is read.
 */
export function createFeed<Item extends Sequenced, Filter>(
  options: FeedOptions<Item, Filter>,
): RunningFeed<Item, Filter> {
  const { source, timer, pageMax } = options;
  const live = new Set<Follower<Item, Filter>>();
  const followers = new Set<Follower<Item, Filter>>();
  let position = 0;
  let isRunning = false;
  const signal = createSignal(timer);
  const latest = shareReads(() => source.latest());

  async function run(): Promise<void> {
    while (live.size > 0) {
      const isEnd = await readOn().catch((error: unknown) => {
        options.onFailure(error);
        return true;
      });
      if (isEnd) {
        await timer.wait(PAUSE_MS).done;
        await signal.wait(options.pollMs);
      } else await nextTurn();
    }
    isRunning = false;
  }

  async function readOn(): Promise<boolean> {
    const page = await source.read({ after: position, filter: null, limit: pageMax });
    if (page.kind === 'expired') {
      // Otherwise it would end readers that come back to the place which the error names.
      position = page.expiredThrough;
      for (const follower of live) follower.expire(position);
      return false;
    }
    position = page.through;
    if (page.items.length > 0) for (const follower of [...live]) follower.offer(page.items);
    return page.isEnd;
  }

  /** Joins a reader to the loop. Returns false while the loop is ahead of the reader. */
  function join(follower: Follower<Item, Filter>, through: number): boolean {
    if (isRunning && through < position) return false;
    if (!isRunning) position = through;
    live.add(follower);
    if (!isRunning) {
      isRunning = true;
      void run();
    }
    return true;
  }

  const forFollowers: FeedForFollowers<Item, Filter> = {
    ...options,
    turn: createTurns(),
    join,
    leave: (follower) => live.delete(follower),
    onEnded(follower) {
      live.delete(follower);
      followers.delete(follower);
    },
  };
  source.onAdded(() => signal.ring());
  return {
    async follow({ after, filter, onBehind }) {
      const follower = new Follower(forFollowers, after ?? (await latest()), { filter, onBehind });
      followers.add(follower);
      if (after === null) follower.join();
      return follower;
    },
    stop() {
      for (const follower of [...followers]) follower.end(null);
      signal.ring();
    },
  };
}

/**
 * Returns a read that callers share, because thousands of readers may begin at one moment. Each gets the result of a read that
 * began after its call.
 */
function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    if (next !== null) return next;
    const begun = last.then(() => {
      next = null;
      return read();
    });
    next = begun;
    last = begun.catch(() => undefined);
    return begun;
  };
}

/** Shortest pause between two reads, whatever the number of commits. */
const PAUSE_MS = 5;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

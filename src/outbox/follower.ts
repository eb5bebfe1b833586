import { CardwayError } from '../errors.js';
import { expiredCursor } from '../usecase/expired-cursor.js';
import type { FeedSource, Follow, Placed } from '../usecase/feed-port.js';
import type { Timer } from '../usecase/ports.js';

/** One reader of a feed. */
export interface Follower<Item> {
  readonly items: AsyncIterableIterator<Item>;
  /** What the loop read: taken as far as it is new and wanted. */
  offer(items: readonly Item[]): void;
  fail(error: Error): void;
}

export interface FollowerOptions<Item extends Placed, Filter> extends Follow<Filter> {
  readonly source: FeedSource<Item, Filter>;
  readonly after: number;
  readonly timer: Timer;
  readonly pollMs: number;
  readonly pageMax: number;
  readonly queueMax: number;
  /** Asks to be offered what comes after a place; false when the loop is past it already. */
  readonly join: (through: number) => boolean;
  readonly leave: () => void;
  readonly onEnded: () => void;
}

type State =
  | { readonly kind: 'catching up' }
  | { readonly kind: 'live' }
  | { readonly kind: 'ended'; readonly error: Error | null };

/**
 * Reads what is past by itself, page by page as its items are taken; then it is offered what comes. When that comes faster than it
 * is taken, it drops its queue and reads by itself again: the log holds what the memory need not.
 */
export function createFollower<Item extends Placed, Filter>(
  options: FollowerOptions<Item, Filter>,
): Follower<Item> {
  const { source, filter } = options;
  let state: State = { kind: 'catching up' };
  /** It has, in its queue or behind it, all up to this place. */
  let through = options.after;
  /** It has handed out all that it wants up to this place. */
  let taken = options.after;
  let queue: Item[] = [];
  let wake: (() => void) | null = null;

  function end(error: Error | null): void {
    if (state.kind === 'ended') return;
    state = { kind: 'ended', error };
    queue = [];
    options.onEnded();
    wake?.();
  }

  async function catchUp(): Promise<void> {
    const { pageMax: limit } = options;
    const page = await source.read({ after: through, filter, limit }).catch((error: unknown) => {
      if (!(error instanceof CardwayError && error.code === 'UNAVAILABLE')) end(error as Error);
      return null;
    });
    if (state.kind !== 'catching up') return;
    if (page === null) await options.timer.wait(options.pollMs).done;
    else if (page.kind === 'expired') end(expiredCursor());
    else {
      queue = page.items.filter((item) => source.matches(item, filter));
      through = page.through;
      // Joined only with an empty queue: a reader that is slow to take what is past must not be offered what comes.
      if (queue.length > 0) return;
      taken = through;
      if (page.isEnd && options.join(through)) state = { kind: 'live' };
    }
  }

  async function next(): Promise<IteratorResult<Item, undefined>> {
    for (;;) {
      const item = queue.shift();
      if (item !== undefined) {
        taken = item.sequence;
        return { done: false, value: item };
      }
      const current: State = state;
      if (current.kind === 'ended') {
        state = { kind: 'ended', error: null };
        if (current.error !== null) throw current.error;
        return { done: true, value: undefined };
      }
      if (current.kind === 'catching up') await catchUp();
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  return {
    items: iteratorOf(next, () => end(null)),
    offer(items) {
      const wanted = items.filter((item) => item.sequence > through && source.matches(item, filter));
      through = Math.max(through, items.at(-1)?.sequence ?? 0);
      if (wanted.length === 0) return;
      if (queue.length + wanted.length > options.queueMax) {
        state = { kind: 'catching up' };
        queue = [];
        through = taken;
        options.leave();
        options.onBehind();
      } else queue.push(...wanted);
      wake?.();
    },
    fail: end,
  };
}

function iteratorOf<Item>(
  next: () => Promise<IteratorResult<Item, undefined>>,
  end: () => void,
): AsyncIterableIterator<Item> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next,
    return() {
      end();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}

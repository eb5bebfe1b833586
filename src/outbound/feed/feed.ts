import type { Feed, FeedSource, Sequenced } from '../../use-cases/events/event-port.js';
import { expiredCursor } from '../../use-cases/events/follow-events.js';
import type { Timer } from '../../use-cases/ports.js';
import { type FeedForFollowers, Follower } from './follower.js';

interface FeedOptions<Item extends Sequenced, Filter> {
  readonly source: FeedSource<Item, Filter>;
  readonly timer: Timer;
  /** How often it looks for what other processes added; what this one adds wakes it at once. */
  readonly pollMs: number;
  /** Items of one read. */
  readonly pageMax: number;
  /** Items that wait for one reader; with one more it is behind, and reads by itself again. */
  readonly queueMax: number;
  readonly onFailure: (error: unknown) => void;
}

export interface RunningFeed<Item, Filter> extends Feed<Item, Filter> {
  /** Ends what is followed. */
  stop(): void;
}

/**
 * One place in the log for all of a process, moved on by one loop, which hands what it reads to every reader.
 *
 *   catching up   a reader that asked for what is past reads by itself, at its own pace, until it is where the loop is
 *   live          the loop puts items into its queue; both meet at one place, in one turn of the event loop, so that nothing can
 *                 fall in between and nothing comes twice. A queue that overflows is dropped: it catches up again
 *   ended         returned, or the log was deleted past its place
 *
 * While nobody follows, nothing is read.
 */
export function createFeed<Item extends Sequenced, Filter>(
  options: FeedOptions<Item, Filter>,
): RunningFeed<Item, Filter> {
  const { source, pageMax } = options;
  const live = new Set<Follower<Item, Filter>>();
  const followers = new Set<Follower<Item, Filter>>();
  let position = 0;
  let isRunning = false;
  const signal = createSignal(options.timer);

  async function run(): Promise<void> {
    while (live.size > 0) {
      const isEnd = await readOn().catch((error: unknown) => {
        options.onFailure(error);
        return true;
      });
      if (isEnd) await signal.wait(options.pollMs);
      else await nextTurn();
    }
    isRunning = false;
  }

  async function readOn(): Promise<boolean> {
    const page = await source.read({ after: position, filter: null, limit: pageMax });
    if (page.kind === 'expired') {
      for (const follower of live) follower.end(expiredCursor());
      return true;
    }
    position = page.through;
    if (page.items.length > 0) for (const follower of [...live]) follower.offer(page.items);
    return page.isEnd;
  }

  /** False while the loop is further than the reader. */
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
      const follower = new Follower(forFollowers, after ?? (await source.latest()), { filter, onBehind });
      followers.add(follower);
      return follower;
    },
    stop() {
      for (const follower of [...followers]) follower.end(null);
      signal.ring();
    },
  };
}

/** Shortest pause between two reads, however many commits there are. */
const PAUSE_MS = 5;

/** A wait that a ring cuts short; a ring that comes while nobody waits cuts the next one short. */
function createSignal(timer: Timer): { ring(): void; wait(ms: number): Promise<void> } {
  let hasRung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      hasRung = true;
      wake?.();
    },
    async wait(ms) {
      await timer.wait(PAUSE_MS).done;
      if (!hasRung) {
        const limit = timer.wait(ms);
        const rung = new Promise<void>((resolve) => (wake = resolve));
        await Promise.race([limit.done, rung]);
        limit.cancel();
        wake = null;
      }
      hasRung = false;
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

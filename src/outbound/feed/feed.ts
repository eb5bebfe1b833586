import { createTurns } from '../../platform/background.js';
import type { Feed, FeedSource, Sequenced } from '../../use-cases/events/event-port.js';
import { expiredCursor } from '../../use-cases/events/follow-events.js';
import type { Timer } from '../../use-cases/ports.js';
import { type FeedForFollowers, Follower } from './follower.js';

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

/** Shortest pause between two reads, whatever the number of commits. */
const PAUSE_MS = 5;

/** Creates a wait that a ring cuts short. A ring while nobody waits cuts the next wait short. */
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

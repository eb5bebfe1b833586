import type { Clock, Timer } from '../ports.js';
import { repeat, type Repeating } from '../repeat.js';
import type { ReplayCount, Replays } from './replay-port.js';
import type { Transact } from './transact.js';

export interface ReplayNotes {
  /** The same transact; what it replays is counted. */
  readonly watching: (transact: Transact) => Transact;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** Counts replays in memory and writes them once in a while, so that a retransmission costs no commit that anybody waits for. */
export function noteReplays(deps: {
  readonly replays: Replays;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly everyMs: number;
  /** Transactions that are remembered between two writings; replays of more are not counted. */
  readonly countsMax: number;
  readonly onFailure: (error: unknown) => void;
}): ReplayNotes {
  const counts = new Map<string, ReplayCount>();
  const note = (requestId: string): void => {
    const before = counts.get(requestId);
    if (before === undefined && counts.size >= deps.countsMax) return;
    counts.set(requestId, {
      requestId,
      replays: (before?.replays ?? 0) + 1,
      lastAtMs: deps.clock.nowMs(),
    });
  };
  const write = async (): Promise<boolean> => {
    if (counts.size === 0) return false;
    const noted = [...counts.values()];
    counts.clear();
    await deps.replays.add(noted);
    return false;
  };
  const rounds: Repeating = repeat({ ...deps, round: write });
  return {
    watching: (transact) => async (call, caller) => {
      const result = await transact(call, caller);
      if (result.replayed && result.requestId !== null) note(result.requestId);
      return result;
    },
    async stop() {
      await rounds.stop();
      await write().catch(deps.onFailure);
    },
  };
}

import { repeat, type Repeating } from '../../platform/background.js';
import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../ports.js';
import type { RateCount, RateCounts } from './rate-limit-port.js';
import type { CountingRateLimits } from './rate-limits.js';

/** Counts written and read in one round. Made-up addresses must not fill the database. */
const COUNTS_MAX = 500;
/** Rounds between two deletions of old counts. */
const EXPIRE_ROUNDS = 60;

/**
 * Writes the counts of this process to the database once a round, and reads those of the others. Calls never wait for it: they
 * are decided by the known counts. Beyond a limit, a process can therefore accept the calls of one round. Nothing is written or
 * read while nothing was counted.
 */
export function shareRates(deps: {
  readonly limits: CountingRateLimits;
  readonly rateCounts: RateCounts;
  readonly source: string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly everyMs: number;
  /** Number of counts that may wait to be written. */
  readonly keysMax: number;
  readonly onFailure: (error: unknown) => void;
}): Repeating {
  const { limits, rateCounts, source, clock } = deps;
  const outbox = createOutbox(deps);
  let cursor = 0;
  let rounds = 0;
  let activeUntilMs = 0;

  limits.onCounted((count) => {
    outbox.put(count);
    activeUntilMs = Math.max(activeUntilMs, count.endsAtMs);
  });

  async function put(counts: readonly RateCount[]): Promise<void> {
    await rateCounts.put({ source, counts, nowMs: clock.nowMs() }).catch((error: unknown) => {
      outbox.giveBack(counts);
      throw error;
    });
  }

  async function round(): Promise<boolean> {
    const nowMs = clock.nowMs();
    if (nowMs > activeUntilMs) return false;
    const counts = outbox.take(COUNTS_MAX);
    if (counts.length > 0) await put(counts);
    const changed = await rateCounts.changed({ source, since: cursor, nowMs });
    cursor = changed.cursor;
    for (const shared of changed.counts) limits.learn(shared);
    if ((rounds += 1) % EXPIRE_ROUNDS === 0) await rateCounts.expire();
    return counts.length === COUNTS_MAX;
  }
  return repeat({ ...deps, round });
}

interface Outbox {
  put(count: RateCount): void;
  take(max: number): RateCount[];
  /** Returns counts that could not be written, unless newer ones exist. */
  giveBack(counts: readonly RateCount[]): void;
}

/**
 * Keeps the newest count of each key, oldest key first. Beyond `keysMax` the oldest are dropped, so that a flood does not fill
 * the memory.
 */
export function createOutbox({ keysMax }: { readonly keysMax: number }): Outbox {
  const waiting = new Map<string, RateCount>();
  const nameOf = ({ limit, key }: RateCount): string => `${limit} ${key}`;
  const put = (count: RateCount): void => {
    waiting.set(nameOf(count), count);
    for (const name of waiting.keys()) {
      if (waiting.size <= keysMax) break;
      waiting.delete(name);
    }
  };
  return {
    put,
    giveBack(counts) {
      for (const count of counts) if (!waiting.has(nameOf(count))) put(count);
    },
    take(max) {
      const count = [...waiting].slice(0, max);
      for (const [name] of count) waiting.delete(name);
      return count.map(([, count]) => count);
    },
  };
}

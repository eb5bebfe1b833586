import { repeat, type Repeating } from '../../platform/background.js';
import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../ports.js';
import type { RateCount, RateCounts } from './rate-limit-port.js';
import type { CountingRateLimits } from './rate-limits.js';

/** Counts written and read in one round: a flood of made-up addresses must not fill the database. */
const COUNTS_MAX = 500;
/** Rounds between two in which old counts are deleted. */
const EXPIRE_ROUNDS = 60;

/**
 * Leaves this process' counts in the database, and learns what others left, once a round. A call never waits for it: it is
 * decided by what is known, so that each process can give, beyond a limit, what comes to it within one round. Where nothing was
 * counted, nothing is written or read.
 */
export function shareRates(deps: {
  readonly limits: CountingRateLimits;
  readonly rateCounts: RateCounts;
  readonly source: string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly everyMs: number;
  /** Counts that wait to be written. */
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
  /** What could not be told, unless there is newer. */
  giveBack(counts: readonly RateCount[]): void;
}

/** The newest count of each key, oldest key first; beyond `keysMax` the oldest are forgotten, so that a flood fills no memory. */
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

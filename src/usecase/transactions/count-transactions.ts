import type { Timer } from '../ports.js';
import { repeat, type Repeating } from '../repeat.js';
import type { LedgerStats } from './stats-port.js';

/** Of one round that look at what was open: however much is, it takes its turns. */
const LOOKS_MAX = 10;
/** Behind a slice that is followed by another, so that a large ledger is counted beside payments. */
const PAUSE_MS = 20;

/** Counts, for ever, what was received, and corrects what was counted before it was over. Several processes take turns. */
export function startCounting(deps: {
  readonly stats: Pick<LedgerStats, 'count' | 'correct'>;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}): Repeating {
  const { stats, timer } = deps;
  let after = 0;
  return repeat({
    ...deps,
    async round() {
      for (let look = 0; look < LOOKS_MAX; look += 1) {
        after = await stats.correct(after);
        if (after === 0) break;
      }
      const isMore = await stats.count();
      if (isMore) await timer.wait(PAUSE_MS).done;
      return isMore;
    },
  });
}

import type { Timer } from '../ports.js';
import { repeat, type Repeating } from '../repeat.js';
import { createMatchUnmatched, type MatchUnmatchedDeps } from './match-unmatched.js';
import { createReverseForgotten } from './reverse-forgotten.js';
import { sweep, type SweepDeps } from './sweep.js';

export type Sweeper = Repeating;

/** Sweeps for ever, with a pause between rounds that found nothing. */
export function startSweeper(
  deps: SweepDeps &
    MatchUnmatchedDeps & {
      readonly timer: Timer;
      readonly everyMs: number;
      readonly onFailure: (error: unknown) => void;
    },
): Sweeper {
  const reverseForgotten = createReverseForgotten(deps);
  const matchUnmatched = createMatchUnmatched(deps);
  const round = async (): Promise<boolean> => {
    const taken = await sweep(deps);
    await reverseForgotten();
    await matchUnmatched();
    return taken >= deps.batchMax;
  };
  return repeat({ ...deps, round });
}

import type { Timer } from './ports.js';
import { sweep, type SweepDeps } from './sweep.js';

export interface Sweeper {
  /** Ends the round that runs, starts no other. */
  stop(): Promise<void>;
}

/** Sweeps for ever, with a pause between rounds that found nothing. A failed round is told and tried again. */
export function startSweeper(
  deps: SweepDeps & {
    readonly timer: Timer;
    readonly everyMs: number;
    readonly onFailure: (error: unknown) => void;
  },
): Sweeper {
  const state = { isStopped: false };
  let pause = deps.timer.wait(deps.everyMs);
  let wake = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const loop = async (): Promise<void> => {
    while (!state.isStopped) {
      await Promise.race([pause.done, stopped]);
      pause.cancel();
      if (state.isStopped) return;
      const moved = await sweep(deps).catch((error: unknown) => {
        deps.onFailure(error);
        return 0;
      });
      pause = deps.timer.wait(moved >= deps.batchMax ? 0 : deps.everyMs);
    }
  };
  const done = loop();
  return {
    stop() {
      state.isStopped = true;
      wake();
      return done;
    },
  };
}

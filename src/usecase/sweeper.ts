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
  const stopping = new AbortController();
  let pause = deps.timer.wait(deps.everyMs);
  let wake = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await Promise.race([pause.done, stopped]);
      pause.cancel();
      if (hasStopped(stopping)) return;
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
      stopping.abort();
      wake();
      return done;
    },
  };
}

/** A function, because the compiler believes that what the loop tested cannot change while it waits. */
function hasStopped(stopping: AbortController): boolean {
  return stopping.signal.aborted;
}

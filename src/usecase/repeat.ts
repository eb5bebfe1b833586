import type { Timer } from './ports.js';

export interface Repeating {
  /** Ends the round that runs, starts no other. */
  stop(): Promise<void>;
}

/**
 * Runs a round of housekeeping for ever, with a pause between rounds that found little. A failed round is told and tried again.
 * `round` resolves with how much it found; as much as `batchMax` means that there may be more.
 */
export function repeat(deps: {
  readonly round: () => Promise<number>;
  readonly batchMax: number;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}): Repeating {
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
      const found = await deps.round().catch((error: unknown) => {
        deps.onFailure(error);
        return 0;
      });
      pause = deps.timer.wait(found >= deps.batchMax ? 0 : deps.everyMs);
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

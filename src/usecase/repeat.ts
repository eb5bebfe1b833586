import type { Timer } from './ports.js';

export interface Repeating {
  /** Ends the round that runs, starts no other. */
  stop(): Promise<void>;
}

/** Runs a round of something for ever, with a pause between. A failed round is told and tried again after the pause. */
export function repeat(deps: {
  /** `true`: there may be more to do, so the next round comes without a pause. */
  readonly round: (stopping: AbortSignal) => Promise<boolean> | boolean;
  readonly timer: Timer;
  readonly everyMs: number;
  /** Where it is not, a pause comes first. */
  readonly startsAtOnce?: boolean;
  readonly onFailure: (error: unknown) => void;
}): Repeating {
  const stopping = new AbortController();
  const { signal } = stopping;
  let endPause = (): void => undefined;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wait = deps.timer.wait(ms);
      endPause = () => {
        wait.cancel();
        resolve();
      };
      void wait.done.then(endPause);
    });
  const loop = async (): Promise<void> => {
    if (deps.startsAtOnce !== true) await pause(deps.everyMs);
    while (!hasStopped(signal)) {
      let isMore = false;
      try {
        isMore = await deps.round(signal);
      } catch (error) {
        deps.onFailure(error);
      }
      if (!hasStopped(signal)) await pause(isMore ? 0 : deps.everyMs);
    }
  };
  const done = loop();
  return {
    stop() {
      stopping.abort();
      endPause();
      return done;
    },
  };
}

/** A function, because the compiler believes that what the loop tested cannot change while it waits. */
function hasStopped(stopping: AbortSignal): boolean {
  return stopping.aborted;
}

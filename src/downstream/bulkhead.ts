import type { Timer } from '../usecase/ports.js';

export interface BulkheadSettings {
  readonly concurrentMax: number;
  /** Calls that may wait for a place; 0 for none. */
  readonly queueMax: number;
  /**
   * The longest that one may wait. It must leave most of a call's budget: a call let in at the last moment is sent, times
   * out and is in doubt, where one turned away is certainly not processed.
   */
  readonly queueMs: number;
}

export interface Bulkhead {
  /** Whether there is a place, at once or soon. Whoever got one gives it back with `leave`. */
  enter(waitMsMax: number): Promise<boolean>;
  leave(): void;
  load(): { readonly concurrent: number; readonly queued: number };
}

/** Keeps a slow route from taking all sockets and memory: at most so many calls at once, a short queue, first come first served. */
export function createBulkhead(settings: BulkheadSettings, timer: Timer): Bulkhead {
  let concurrent = 0;
  const waiting = new Set<(hasPlace: boolean) => void>();

  const queue = (waitMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const pause = timer.wait(waitMs);
      const conclude = (hasPlace: boolean): void => {
        waiting.delete(conclude);
        pause.cancel();
        resolve(hasPlace);
      };
      waiting.add(conclude);
      void pause.done.then(() => conclude(false));
    });

  return {
    async enter(waitMsMax) {
      if (concurrent < settings.concurrentMax) {
        concurrent++;
        return true;
      }
      const waitMs = Math.min(waitMsMax, settings.queueMs);
      return waiting.size < settings.queueMax && waitMs > 0 ? queue(waitMs) : false;
    },
    leave() {
      const [next] = waiting;
      if (next === undefined) concurrent--;
      else next(true);
    },
    load: () => ({ concurrent, queued: waiting.size }),
  };
}

import type { Timer } from '../../use-cases/ports.js';

export interface BulkheadSettings {
  readonly concurrentMax: number;
  /** Number of calls that may wait for a place; 0 for none. */
  readonly queueMax: number;
  /**
   * Longest wait of a call. It must leave most of the call's budget. A call that enters at the last moment is sent, times out and
   * is in doubt. A call that is turned away is certainly not processed.
   */
  readonly queueMs: number;
}

export interface Bulkhead {
  /** Returns a place, at once or soon; null where none is free. */
  enter(waitMsMax: number): Promise<CallSlot | null>;
  load(): { readonly concurrent: number; readonly queued: number };
}

export interface CallSlot {
  /** Frees the place. It is called once. */
  leave(): void;
}

/**
 * Keeps a slow route from taking all sockets and memory: it limits the calls at one time and keeps a short queue. A free place goes
 * to the call that waited longest.
 */
export function createBulkhead(settings: BulkheadSettings, timer: Timer): Bulkhead {
  let concurrent = 0;
  /** Waiting calls in the order of their arrival, each as the function that gives it a place. */
  const waiting = new Set<() => void>();

  const slot: CallSlot = {
    leave() {
      const [next] = waiting;
      if (next === undefined) concurrent--;
      else next();
    },
  };
  const wait = (waitMs: number): Promise<CallSlot | null> =>
    new Promise((resolve) => {
      const pause = timer.wait(waitMs);
      const take = (): void => {
        waiting.delete(take);
        pause.cancel();
        resolve(slot);
      };
      waiting.add(take);
      void pause.done.then(() => {
        if (waiting.delete(take)) resolve(null);
      });
    });

  return {
    enter(waitMsMax) {
      if (concurrent < settings.concurrentMax) {
        concurrent++;
        return Promise.resolve(slot);
      }
      const waitMs = Math.min(waitMsMax, settings.queueMs);
      return waitMs > 0 && waiting.size < settings.queueMax ? wait(waitMs) : Promise.resolve(null);
    },
    load: () => ({ concurrent, queued: waiting.size }),
  };
}

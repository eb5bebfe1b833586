import type { Timer } from '../../use-cases/ports.js';

/**
 * How long a call may wait for its turn. It must leave most of the call's budget: a call that enters at the last moment is sent,
 * times out and is in doubt. A call that is turned away is certainly not processed.
 */
export const QUEUE_MS = 500;

/**
 * Keeps a slow route from taking all sockets and memory: it limits the calls at one time. As many more may wait. A free place goes
 * to the call that waited longest.
 */
export class Bulkhead {
  private concurrent = 0;
  /** Waiting calls in the order of their arrival, each as the function that gives it a place. */
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly concurrentMax: number,
    private readonly timer: Timer,
  ) {}

  /** Takes a place, at once or soon. Resolves with false where none is free. Each place that was taken is left once. */
  enter(waitMsMax: number): Promise<boolean> {
    if (this.concurrent < this.concurrentMax) {
      this.concurrent++;
      return Promise.resolve(true);
    }
    const waitMs = Math.min(waitMsMax, QUEUE_MS);
    if (waitMs <= 0 || this.waiting.size >= this.concurrentMax) return Promise.resolve(false);
    return new Promise((resolve) => {
      const pause = this.timer.wait(waitMs);
      const take = (): void => {
        this.waiting.delete(take);
        pause.cancel();
        resolve(true);
      };
      this.waiting.add(take);
      void pause.done.then(() => {
        if (this.waiting.delete(take)) resolve(false);
      });
    });
  }

  leave(): void {
    const [next] = this.waiting;
    if (next === undefined) this.concurrent--;
    else next();
  }

  load(): { readonly concurrent: number; readonly queued: number } {
    return { concurrent: this.concurrent, queued: this.waiting.size };
  }
}

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
  /**
   * Returns a place, at once or soon; null where none is free. `taker` is the terminal, or another party that shares the places.
   */
  enter(taker: string, waitMsMax: number): Promise<CallSlot | null>;
  load(): { readonly concurrent: number; readonly queued: number };
}

export interface CallSlot {
  /** Frees the place. It is called once. */
  leave(): void;
}

interface Waiter {
  readonly taker: string;
  /** Order of arrival. */
  readonly number: number;
  settle(hasPlace: boolean): void;
}

/**
 * Keeps a slow route from taking all sockets and memory: it limits the calls at one time and keeps a short queue.
 *
 * No terminal keeps others out (docs/reference/transactions.md#places-and-the-breaker). A terminal alone may hold every place.
 * While others wait, a free place goes to the waiting terminal that holds fewest; among equals, to the one that waited longest.
 * No terminal gets more than half of the places that way, rounded up: the waiting terminal with fewest holds at most half of
 * those taken. In a full queue, the terminal with most waiting calls loses its latest call to one with at least two fewer.
 */
export function createBulkhead(settings: BulkheadSettings, timer: Timer): Bulkhead {
  let concurrent = 0;
  const held = new Map<string, number>();
  const queue = createQueue();

  const take = (taker: string): CallSlot => {
    held.set(taker, (held.get(taker) ?? 0) + 1);
    return {
      leave() {
        const left = (held.get(taker) ?? 0) - 1;
        if (left > 0) held.set(taker, left);
        else held.delete(taker);
        const next = queue.ofLeast((waiting) => held.get(waiting) ?? 0);
        if (next === null) concurrent--;
        else next.settle(true);
      },
    };
  };
  const wait = (taker: string, waitMs: number): Promise<CallSlot | null> =>
    new Promise((resolve) => {
      const pause = timer.wait(waitMs);
      const waiter = queue.add(taker, (hasPlace) => {
        pause.cancel();
        resolve(hasPlace ? take(taker) : null);
      });
      void pause.done.then(() => waiter.settle(false));
    });
  const hasRoomFor = (taker: string): boolean => {
    if (queue.size() < settings.queueMax) return true;
    const latest = queue.latestOfMost(queue.sizeOf(taker) + 2);
    latest?.settle(false);
    return latest !== null;
  };

  return {
    enter(taker, waitMsMax) {
      if (concurrent < settings.concurrentMax) {
        concurrent++;
        return Promise.resolve(take(taker));
      }
      const waitMs = Math.min(waitMsMax, settings.queueMs);
      return waitMs > 0 && hasRoomFor(taker) ? wait(taker, waitMs) : Promise.resolve(null);
    },
    load: () => ({ concurrent, queued: queue.size() }),
  };
}

interface Queue {
  /** Adds a waiter. `notify` gets once whether there is a place; by then the waiter has left the queue. */
  add(taker: string, notify: (hasPlace: boolean) => void): Waiter;
  size(): number;
  sizeOf(taker: string): number;
  /** Returns the first waiter of the taker with the lowest `held`; among equals, the one that waited longest. */
  ofLeast(held: (taker: string) => number): Waiter | null;
  /** Returns the last waiter of the taker that has most of them; null where it has fewer than `min`. */
  latestOfMost(min: number): Waiter | null;
}

/** Groups the waiters by taker, so that the cost grows with the takers and not with the calls that wait. */
function createQueue(): Queue {
  const waiting = new Map<string, Set<Waiter>>();
  let size = 0;
  let number = 0;

  function remove(waiter: Waiter): boolean {
    const ofTaker = waiting.get(waiter.taker);
    if (ofTaker?.delete(waiter) !== true) return false;
    if (ofTaker.size === 0) waiting.delete(waiter.taker);
    size--;
    return true;
  }

  return {
    add(taker, notify) {
      const waiter: Waiter = {
        taker,
        number: number++,
        settle(hasPlace) {
          if (remove(waiter)) notify(hasPlace);
        },
      };
      const ofTaker = waiting.get(taker) ?? new Set();
      waiting.set(taker, ofTaker.add(waiter));
      size++;
      return waiter;
    },
    size: () => size,
    sizeOf: (taker) => waiting.get(taker)?.size ?? 0,
    ofLeast(held) {
      let least: Waiter | null = null;
      let leastHeld = Number.POSITIVE_INFINITY;
      for (const [taker, [first]] of waiting) {
        const count = held(taker);
        const isBefore = count === leastHeld && first !== undefined && first.number < (least?.number ?? 0);
        if (first === undefined || (count >= leastHeld && !isBefore)) continue;
        least = first;
        leastHeld = count;
      }
      return least;
    },
    latestOfMost(min) {
      const most = [...waiting.values()].reduce<ReadonlySet<Waiter>>(
        (one, other) => (other.size > one.size ? other : one),
        new Set(),
      );
      return most.size < min ? null : ([...most].at(-1) ?? null);
    },
  };
}

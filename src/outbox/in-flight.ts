import type { LeasedDelivery } from '../usecase/ports.js';
import type { InFlight } from './plan.js';

/** The attempts that are under way, counted. */
export interface Attempts extends InFlight {
  add(delivery: LeasedDelivery, work: Promise<void>): void;
  /** Resolves when none is left. */
  idle(): Promise<void>;
}

export function createAttempts(onDone: (endpointId: string) => void): Attempts {
  const works = new Set<Promise<void>>();
  const byEndpoint = new Map<string, number>();
  let failing = 0;
  const count = (endpointId: string, by: number): void => {
    const now = (byEndpoint.get(endpointId) ?? 0) + by;
    if (now === 0) byEndpoint.delete(endpointId);
    else byEndpoint.set(endpointId, now);
  };
  return {
    get total() {
      return works.size;
    },
    get failing() {
      return failing;
    },
    of: (endpointId) => byEndpoint.get(endpointId) ?? 0,
    add({ endpointId, isFailing }, work) {
      count(endpointId, 1);
      failing += Number(isFailing);
      const watched = work.finally(() => {
        works.delete(watched);
        count(endpointId, -1);
        failing -= Number(isFailing);
        onDone(endpointId);
      });
      works.add(watched);
    },
    async idle() {
      while (works.size > 0) await Promise.all(works);
    },
  };
}

import type { Place } from '../dialect/dialect.js';

/** Where the rows are that this process has claimed and not settled yet, so that they need not be looked for. Forgets the oldest. */
export interface Places {
  keep(requestId: string, place: Place): void;
  /** What was kept, once. */
  take(requestId: string): Place | null;
}

const KEPT_MAX = 10_000;

export function createPlaces(): Places {
  const kept = new Map<string, Place>();
  return {
    keep(requestId, place) {
      kept.set(requestId, place);
      if (kept.size <= KEPT_MAX) return;
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    },
    take(requestId) {
      const place = kept.get(requestId) ?? null;
      kept.delete(requestId);
      return place;
    },
  };
}

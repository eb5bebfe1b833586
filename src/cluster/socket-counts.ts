import type { Timer } from '../usecase/ports.js';
import type { Siblings } from './siblings.js';

/** How many connections of a key the other workers have. */
export interface SocketCounts {
  of(keyId: string): number;
  changed(keyId: string, count: number): void;
}

interface Told {
  /** Whoever told has just begun: what was known of it is over, and it knows nothing of others. */
  readonly isBeginning: boolean;
  readonly counts: readonly (readonly [keyId: string, count: number])[];
}

/** So long changes are gathered before they are told: thousands of subscribers come back at once. */
const GATHER_MS = 20;

/** Nearly: what the others opened in the last moments is not known yet. */
export function shareSocketCounts(siblings: Siblings, timer: Timer): SocketCounts {
  const own = new Map<string, number>();
  const others = new Map<number, Map<string, number>>();
  let changes = new Map<string, number>();
  const tell = (told: Told): void => siblings.tell('sockets', told);

  siblings.hear('sockets', (content, from) => {
    const { isBeginning, counts } = content as Told;
    const known = (isBeginning ? undefined : others.get(from)) ?? new Map<string, number>();
    others.set(from, known);
    for (const [keyId, count] of counts) {
      if (count === 0) known.delete(keyId);
      else known.set(keyId, count);
    }
    if (isBeginning) tell({ isBeginning: false, counts: [...own] });
  });
  tell({ isBeginning: true, counts: [] });
  return {
    of(keyId) {
      let total = 0;
      for (const counts of others.values()) total += counts.get(keyId) ?? 0;
      return total;
    },
    changed(keyId, count) {
      if (count === 0) own.delete(keyId);
      else own.set(keyId, count);
      if (changes.size === 0) {
        void timer.wait(GATHER_MS).done.then(() => {
          const counts = [...changes];
          changes = new Map();
          tell({ isBeginning: false, counts });
        });
      }
      changes.set(keyId, count);
    },
  };
}

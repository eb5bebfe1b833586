import type { LeasedDelivery } from '../usecase/ports.js';

/** What the last look had to leave although it was due: the end of an attempt makes room for it. */
export interface LeftOver {
  /** Not everything that was due found room. */
  isShort: boolean;
  clear(): void;
  note(
    picks: readonly { readonly endpointId: string; readonly limit: number }[],
    leased: readonly Pick<LeasedDelivery, 'endpointId'>[],
  ): void;
  /** Whether the end of an attempt to this endpoint may let another one begin. */
  mayWaitFor(endpointId: string): boolean;
}

export function createLeftOver(): LeftOver {
  const full = new Set<string>();
  const leftOver: LeftOver = {
    isShort: false,
    clear() {
      leftOver.isShort = false;
    },
    note(picks, leased) {
      const counts = new Map<string, number>();
      for (const { endpointId } of leased) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
      for (const { endpointId, limit } of picks) {
        if ((counts.get(endpointId) ?? 0) >= limit) full.add(endpointId);
        else full.delete(endpointId);
      }
    },
    mayWaitFor: (endpointId) => full.delete(endpointId) || leftOver.isShort,
  };
  return leftOver;
}

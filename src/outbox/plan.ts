import type { DueEndpoint } from '../usecase/ports.js';

export interface RelayLimits {
  /** Attempts at one time. */
  readonly concurrentMax: number;
  /** … of one endpoint. */
  readonly concurrentPerEndpointMax: number;
}

export interface InFlight {
  readonly total: number;
  /** To endpoints that were failing when their attempt began. */
  readonly failing: number;
  of(endpointId: string): number;
}

/**
 * How much of what is due may be sent now. No endpoint takes more than its share, one that is failing no more than one attempt
 * at a time, and all of those together no more than half: whatever is dead, the others have room.
 */
export function plan(
  due: readonly DueEndpoint[],
  inFlight: InFlight,
  limits: RelayLimits,
): { readonly endpointId: string; readonly limit: number }[] {
  let slots = limits.concurrentMax - inFlight.total;
  let failingSlots = Math.ceil(limits.concurrentMax / 2) - inFlight.failing;
  const picks: { endpointId: string; limit: number }[] = [];
  for (const { endpointId, isFailing } of due) {
    const share = isFailing ? 1 : limits.concurrentPerEndpointMax;
    const free = Math.min(share - inFlight.of(endpointId), slots, isFailing ? failingSlots : slots);
    if (free <= 0) continue;
    picks.push({ endpointId, limit: free });
    slots -= free;
    if (isFailing) failingSlots -= free;
  }
  return picks;
}

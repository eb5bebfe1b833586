/** The default age of a transactionDate plus the default time ahead. It also holds for gateways that accept any age. */
const KEPT_AT_LEAST_MS = 32 * 24 * 60 * 60_000;

/** Small commits with pauses, so that no payment waits for a purge. */
export const PURGE_PACE = { batchRows: 200, pauseMs: 50 };

/**
 * How long a transaction must be kept for its request id to do its work: as long as a repetition of the call would still be
 * taken (its transactionDate may be ahead of its receipt), and at least `leastMs`.
 */
export function keptAtLeastMs(
  window: { readonly maxAgeMs: number | null; readonly maxAheadMs: number | null },
  leastMs = KEPT_AT_LEAST_MS,
): number {
  return Math.max(leastMs, (window.maxAgeMs ?? 0) + (window.maxAheadMs ?? 0));
}

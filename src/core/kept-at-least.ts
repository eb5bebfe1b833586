/** The age that a transactionDate may have by default, and what it may be ahead: for gateways that take dates of any age. */
const KEPT_AT_LEAST_MS = 32 * 24 * 60 * 60_000;

/** A commit of so many rows holds up no payment, and at least so long the database belongs to payments between two. */
export const PURGE_PACE = { batchRows: 200, pauseMs: 50 };

/**
 * How long a transaction must be kept for its request id to do its work: as long as a repetition of the call would still be
 * taken (its transactionDate may be ahead of its receipt), and never shorter than `leastMs`.
 */
export function keptAtLeastMs(
  window: { readonly maxAgeMs: number | null; readonly maxAheadMs: number | null },
  leastMs = KEPT_AT_LEAST_MS,
): number {
  return Math.max(leastMs, (window.maxAgeMs ?? 0) + (window.maxAheadMs ?? 0));
}

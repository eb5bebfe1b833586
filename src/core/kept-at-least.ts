/**
 * How long a transaction must be kept for its request id to do its work: as long as a repetition of the call would still be
 * taken (its transactionDate may be ahead of its receipt), and as long as the operator wishes.
 */
export function keptAtLeastMs(settings: {
  readonly keepMinMs: number;
  readonly maxAgeMs: number | null;
  readonly maxAheadMs: number | null;
}): number {
  return Math.max(settings.keepMinMs, (settings.maxAgeMs ?? 0) + (settings.maxAheadMs ?? 0));
}

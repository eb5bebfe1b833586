/** Counts of durations, in slots of 2%: precise enough for a quantile, small enough to keep hundreds. */
export type Histogram = Float64Array;

/** Limit below which each millisecond has its own slot. */
const EXACT_MS = 100;
const RATIO = 1.02;
/** Slots for up to an hour. The last slot also counts longer durations. */
const SLOTS = slotOf(3_600_000) + 1;

export function emptyHistogram(): Histogram {
  return new Float64Array(SLOTS);
}

/** Writes the non-empty slots as a short text. */
export function printHistogram(histogram: Histogram): string {
  return [...histogram].flatMap((count, slot) => (count === 0 ? [] : `${slot}:${count}`)).join(' ');
}

export function readHistogram(text: string): Histogram {
  const histogram = emptyHistogram();
  for (const entry of text.split(' ')) {
    const [slot = '', count] = entry.split(':');
    if (count !== undefined) histogram[Number(slot)] = Number(count);
  }
  return histogram;
}

/** Counts a duration `times` times. */
export function countDuration(histogram: Histogram, durationMs: number, times: number): void {
  const slot = Math.min(slotOf(Math.max(0, durationMs)), SLOTS - 1);
  histogram[slot] = (histogram[slot] ?? 0) + times;
}

export function addHistogram(sum: Histogram, added: Histogram): void {
  for (let slot = 0; slot < SLOTS; slot += 1) sum[slot] = (sum[slot] ?? 0) + (added[slot] ?? 0);
}

/** Returns the milliseconds that a share (0 to 1) of the durations did not exceed, at most 2% too low. Null when empty. */
export function quantile(histogram: Histogram, share: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let passed = 0;
  let slot = 0;
  for (; slot < SLOTS - 1; slot += 1) {
    passed += histogram[slot] ?? 0;
    if (passed >= total * share) break;
  }
  return beginOf(slot);
}

function slotOf(durationMs: number): number {
  if (durationMs < EXACT_MS) return Math.floor(durationMs);
  return EXACT_MS + Math.floor(Math.log(durationMs / EXACT_MS) / Math.log(RATIO));
}

function beginOf(slot: number): number {
  return slot < EXACT_MS ? slot : Math.round(EXACT_MS * RATIO ** (slot - EXACT_MS));
}

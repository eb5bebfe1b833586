import { addHistogram, emptyHistogram, type Histogram } from '../../../core/transactions/histogram.js';

/** Names of the counts. */
export const COUNTS = [
  'count',
  /** Answered with resultCode 1 or 2. */
  'approved',
  'declined',
  /** Refused and failed. */
  'refused',
  'inDoubt',
  'contradicted',
  /** Pending, queued and unmatched. */
  'open',
  /** Approved, although the caller got a decline or an error of the gateway. They count in `approved` too. */
  'unheard',
  /** Callers that got a time-out, whatever the transaction became. */
  'timedOut',
  /** Callers that got another decline or error of the gateway itself. */
  'ownReplies',
] as const;

export type Counts = Record<(typeof COUNTS)[number], number>;

/** Counts of the transactions received within a stretch of time that begins at `fromMs`. */
export interface Bucket extends Counts {
  readonly fromMs: number;
  /** Times from the receipt of a call to the wallet service's answer, or to the end of the wait for one. */
  readonly latencies: Histogram;
}

export function emptyBucket(fromMs: number): Bucket {
  return { fromMs, ...NOTHING, latencies: emptyHistogram() };
}

export function addBucket(sum: Bucket, added: Bucket): void {
  for (const name of COUNTS) sum[name] += added[name];
  addHistogram(sum.latencies, added.latencies);
}

const NOTHING = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Counts;

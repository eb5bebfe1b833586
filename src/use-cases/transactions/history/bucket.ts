import { addHistogram, emptyHistogram, type Histogram } from '../../../core/transactions/histogram.js';

export interface Counts {
  count: number;
  /** Answered with resultCode 1 or 2. */
  approved: number;
  declined: number;
  /** Refused and failed. */
  refused: number;
  inDoubt: number;
  contradicted: number;
  /** Pending, queued and unmatched. */
  open: number;
}

/** Counts of the transactions received within a stretch of time that begins at `fromMs`. */
export interface Bucket extends Counts {
  readonly fromMs: number;
  /** Time from the receipt of a call to the wallet service's answer. */
  readonly latencies: Histogram;
}

export function emptyBucket(fromMs: number): Bucket {
  return { fromMs, ...NOTHING, latencies: emptyHistogram() };
}

export function addBucket(sum: Bucket, added: Bucket): void {
  for (const name of COUNTS) sum[name] += added[name];
  addHistogram(sum.latencies, added.latencies);
}

const NOTHING: Counts = {
  count: 0,
  approved: 0,
  declined: 0,
  refused: 0,
  inDoubt: 0,
  contradicted: 0,
  open: 0,
};
const COUNTS = Object.keys(NOTHING) as (keyof Counts)[];

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
  /** Approved, although the caller got a decline or an error of the gateway. They count in `approved` too. */
  unheard: number;
  /** Callers that got a time-out, whatever the transaction became. */
  timedOut: number;
  /** Callers that got another decline or error of the gateway itself. */
  ownReplies: number;
}

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

const NOTHING: Counts = {
  count: 0,
  approved: 0,
  declined: 0,
  refused: 0,
  inDoubt: 0,
  contradicted: 0,
  open: 0,
  unheard: 0,
  timedOut: 0,
  ownReplies: 0,
};
const COUNTS = Object.keys(NOTHING) as (keyof Counts)[];

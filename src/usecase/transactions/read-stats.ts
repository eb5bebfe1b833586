import {
  addHistogram,
  countDuration,
  emptyHistogram,
  quantile,
  type Histogram,
} from '../../core/histogram.js';
import type { Clock } from '../ports.js';
import type { LedgerStats, OpenState, StatsRow } from './stats-port.js';

export type StatsSpan = 'MINUTES_15' | 'HOURS_24' | 'DAYS_7';

export interface Counts {
  readonly count: number;
  /** Answered with a positive resultCode. */
  readonly approved: number;
  readonly declined: number;
  /** Refused and failed. */
  readonly refused: number;
  readonly inDoubt: number;
  readonly contradicted: number;
  /** Pending, queued and unmatched. */
  readonly open: number;
}

export interface Latencies {
  /** From the receipt of a call to the wallet service's answer; null without one. */
  readonly latencyP50Ms: number | null;
  readonly latencyP99Ms: number | null;
}

export interface StatsBucket extends Counts, Latencies {
  readonly fromMs: number;
}

export interface Stats extends Counts, Latencies {
  readonly atMs: number;
  readonly span: StatsSpan;
  readonly bucketMs: number;
  /** Oldest first; the last one is not over. */
  readonly buckets: readonly StatsBucket[];
  /** Some buckets had more transactions than are looked at; their numbers are estimates. */
  readonly isSampled: boolean;
  /** As of now, whatever the span. */
  readonly openNow: Readonly<Record<OpenState, number>>;
}

export type ReadStats = (span: StatsSpan) => Promise<Stats>;

const SPANS: Readonly<Record<StatsSpan, { readonly bucketMs: number; readonly buckets: number }>> = {
  MINUTES_15: { bucketMs: 15_000, buckets: 60 },
  HOURS_24: { bucketMs: 900_000, buckets: 96 },
  DAYS_7: { bucketMs: 7_200_000, buckets: 84 },
};

/** A call has its outcome by then, but for what waits for somebody. */
const SETTLED_AFTER_MS = 90_000;
/** So many readers of the same numbers cost one reading. */
const FRESH_MS = 900;
/** Pieces of a bucket that is too large to be read, spread evenly over it. */
const PIECES = 8;

export interface StatsDeps {
  readonly stats: LedgerStats;
  readonly clock: Clock;
  /** Transactions of a bucket that are looked at. */
  readonly sampleRows: number;
  /** How long the numbers of a bucket that is over are taken for true: a doubt may be settled later. */
  readonly keepMs: number;
}

/**
 * Rates, latencies and the mix of results over a span, in buckets. What is read does not grow with the ledger: a bucket is counted
 * once and remembered, a large one by a sample, and borders of buckets are found by an index. Errors: UNAVAILABLE.
 */
export function createReadStats(deps: StatsDeps): ReadStats {
  const remembered: Memory = { MINUTES_15: new Map(), HOURS_24: new Map(), DAYS_7: new Map() };
  const latest = new Map<StatsSpan, { readonly startedAtMs: number; readonly stats: Promise<Stats> }>();
  return (span) => {
    const nowMs = deps.clock.nowMs();
    const last = latest.get(span);
    if (last !== undefined && nowMs - last.startedAtMs < FRESH_MS) return last.stats;
    const stats = read({ ...deps, remembered: remembered[span] }, span, nowMs);
    latest.set(span, { startedAtMs: nowMs, stats });
    stats.catch(() => latest.delete(span));
    return stats;
  };
}

interface Bucket {
  readonly fromMs: number;
  readonly counts: Counts;
  readonly latencies: Histogram;
  readonly isSampled: boolean;
}

interface Remembered {
  readonly readAtMs: number;
  readonly bucket: Bucket;
}

/** Buckets of a span by their begin. */
type Memory = Readonly<Record<StatsSpan, Map<number, Remembered>>>;

async function read(
  deps: StatsDeps & { readonly remembered: Memory[StatsSpan] },
  span: StatsSpan,
  nowMs: number,
): Promise<Stats> {
  const { bucketMs, buckets: length } = SPANS[span];
  const lastMs = Math.floor(nowMs / bucketMs) * bucketMs;
  const begins = Array.from({ length }, (_, index) => lastMs - (length - 1 - index) * bucketMs);
  forget(deps, begins[0] ?? lastMs, nowMs);
  const missing = begins.filter((fromMs) => !deps.remembered.has(fromMs));
  const borders = await deps.stats.borders([...missing, ...missing.map((fromMs) => fromMs + bucketMs)]);
  const buckets: Bucket[] = [];
  for (const fromMs of begins) {
    const known = deps.remembered.get(fromMs)?.bucket;
    if (known !== undefined) {
      buckets.push(known);
      continue;
    }
    const index = missing.indexOf(fromMs);
    const range = { from: borders[index] ?? 0, to: borders[missing.length + index] ?? 0 };
    const bucket = await readBucket(deps, fromMs, range);
    buckets.push(bucket);
    if (fromMs + bucketMs + SETTLED_AFTER_MS <= nowMs)
      deps.remembered.set(fromMs, { readAtMs: nowMs, bucket });
  }
  return { ...summary(buckets), atMs: nowMs, span, bucketMs, openNow: await deps.stats.countOpen() };
}

/** Drops what is too old to be believed, and what has left its span. */
function forget(
  { remembered, keepMs }: { readonly remembered: Memory[StatsSpan]; readonly keepMs: number },
  oldestMs: number,
  nowMs: number,
): void {
  for (const [fromMs, { readAtMs }] of remembered) {
    if (fromMs < oldestMs || nowMs - readAtMs > keepMs) remembered.delete(fromMs);
  }
}

async function readBucket(
  { stats, sampleRows }: StatsDeps,
  fromMs: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Bucket> {
  const rows = Math.max(0, to - from);
  if (rows <= sampleRows) return bucketOf(fromMs, rows === 0 ? [] : await stats.rowsIn(from, to), 1);
  const piece = Math.ceil(sampleRows / PIECES);
  const found: StatsRow[] = [];
  for (let index = 0; index < PIECES; index += 1) {
    const start = from + Math.floor((index * (rows - piece)) / (PIECES - 1));
    found.push(...(await stats.rowsIn(start, start + piece)));
  }
  return { ...bucketOf(fromMs, found, rows / (piece * PIECES)), isSampled: true };
}

/** `weight`: how many transactions each row stands for. */
function bucketOf(fromMs: number, rows: readonly StatsRow[], weight: number): Bucket {
  const latencies = emptyHistogram();
  const counts = { ...NOTHING };
  for (const row of rows) {
    counts.count += weight;
    counts[resultOf(row)] += weight;
    if (row.answeredAtMs !== null) countDuration(latencies, row.answeredAtMs - row.receivedAtMs, weight);
  }
  return { fromMs, counts: rounded(counts), latencies, isSampled: false };
}

type Mutable = { -readonly [Name in keyof Counts]: number };

const NOTHING: Counts = {
  count: 0,
  approved: 0,
  declined: 0,
  refused: 0,
  inDoubt: 0,
  contradicted: 0,
  open: 0,
};

function resultOf({ state, resultCode }: StatsRow): Exclude<keyof Counts, 'count'> {
  switch (state) {
    case 'answered':
      return (resultCode ?? 0) > 0 ? 'approved' : 'declined';
    case 'in_doubt':
      return 'inDoubt';
    case 'contradicted':
      return 'contradicted';
    case 'refused':
    case 'failed':
      return 'refused';
    default:
      return 'open';
  }
}

function rounded(counts: Counts): Counts {
  const whole: Mutable = { ...counts };
  for (const name of Object.keys(whole) as (keyof Counts)[]) whole[name] = Math.round(whole[name]);
  return whole;
}

function summary(buckets: readonly Bucket[]): Omit<Stats, 'atMs' | 'span' | 'bucketMs' | 'openNow'> {
  const latencies = emptyHistogram();
  const counts: Mutable = { ...NOTHING };
  for (const bucket of buckets) {
    addHistogram(latencies, bucket.latencies);
    for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += bucket.counts[name];
  }
  return {
    ...counts,
    ...quantiles(latencies),
    buckets: buckets.map((bucket) => ({
      fromMs: bucket.fromMs,
      ...bucket.counts,
      ...quantiles(bucket.latencies),
    })),
    isSampled: buckets.some(({ isSampled }) => isSampled),
  };
}

function quantiles(latencies: Histogram): Latencies {
  return { latencyP50Ms: quantile(latencies, 0.5), latencyP99Ms: quantile(latencies, 0.99) };
}

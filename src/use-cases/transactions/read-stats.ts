import { addHistogram, emptyHistogram, type Histogram, quantile } from '../../core/transactions/histogram.js';
import { repeat, type Repeating } from '../../platform/background.js';
import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../ports.js';
import {
  type Counts,
  type LedgerStats,
  type OpenState,
  SPANS,
  type StatsSpan,
  type Bucket,
} from './history-port.js';

interface Latencies {
  /** Time from the receipt of a call to the wallet service's answer. Null without one. */
  readonly latencyP50Ms: number | null;
  readonly latencyP99Ms: number | null;
}

interface StatsBucket extends Counts, Latencies {
  readonly fromMs: number;
}

export interface Stats extends Counts, Latencies {
  readonly atMs: number;
  readonly span: StatsSpan;
  readonly bucketMs: number;
  /** Buckets, oldest first. The last one is still open. */
  readonly buckets: readonly StatsBucket[];
  /** Transactions that are open now, whatever the span. */
  readonly openNow: Readonly<Record<OpenState, number>>;
}

export type ReadStats = (span: StatsSpan) => Promise<Stats>;

/** Cache time of the statistics, so that many readers cost one reading. */
const FRESH_MS = 900;

interface StatsDeps {
  readonly stats: Pick<LedgerStats, 'buckets' | 'countOpen'>;
  readonly clock: Clock;
}

/**
 * Reads rates, latencies and the mix of results over a span, from buckets that are counted in the background. Errors:
 * UNAVAILABLE.
 */
export function createReadStats(deps: StatsDeps): ReadStats {
  const latest = new Map<StatsSpan, { readonly startedAtMs: number; readonly stats: Promise<Stats> }>();
  return (span) => {
    // By the clock that nobody can set: after the machine's clock is set back, old statistics would look fresh until then.
    const startedAtMs = deps.clock.monotonicMs();
    const last = latest.get(span);
    if (last !== undefined && startedAtMs - last.startedAtMs < FRESH_MS) return last.stats;
    const stats = read(deps, span, deps.clock.nowMs());
    latest.set(span, { startedAtMs, stats });
    stats.catch(() => latest.delete(span));
    return stats;
  };
}

async function read({ stats }: StatsDeps, span: StatsSpan, nowMs: number): Promise<Stats> {
  const { bucketMs, bucketCount } = SPANS[span];
  const lastMs = Math.floor(nowMs / bucketMs) * bucketMs;
  const sinceMs = lastMs - (bucketCount - 1) * bucketMs;
  const counted = new Map<number, Bucket>();
  for (const bucket of await stats.buckets({ bucketMs, sinceMs })) counted.set(bucket.fromMs, bucket);
  const latencies = emptyHistogram();
  const total = { ...NOTHING };
  const buckets = Array.from({ length: bucketCount }, (_, index) => {
    const fromMs = sinceMs + index * bucketMs;
    const { latencies: own, ...counts } = counted.get(fromMs) ?? { ...NOTHING, latencies: emptyHistogram() };
    addHistogram(latencies, own);
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name];
    return { ...counts, fromMs, ...quantiles(own) };
  });
  const at = { atMs: nowMs, span, bucketMs };
  return { ...at, ...total, ...quantiles(latencies), buckets, openNow: await stats.countOpen() };
}

const NOTHING = { count: 0, approved: 0, declined: 0, refused: 0, inDoubt: 0, contradicted: 0, open: 0 };

function quantiles(latencies: Histogram): Latencies {
  return { latencyP50Ms: quantile(latencies, 0.5), latencyP99Ms: quantile(latencies, 0.99) };
}

/** Corrections in one round. The rest of the open transactions follows in later rounds. */
const LOOKS_MAX = 10;
/** Pause after a slice that another one follows, so that payments continue while a large ledger is counted. */
const PAUSE_MS = 20;

/** Counts received transactions for ever, and corrects the counts of those that were open. Several processes take turns. */
export function startCounting(deps: {
  readonly stats: Pick<LedgerStats, 'count' | 'correct'>;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}): Repeating {
  const { stats, timer } = deps;
  let after = 0;
  return repeat({
    ...deps,
    async round() {
      for (let look = 0; look < LOOKS_MAX; look += 1) {
        after = await stats.correct(after);
        if (after === 0) break;
      }
      const isMore = await stats.count();
      if (isMore) await timer.wait(PAUSE_MS).done;
      return isMore;
    },
  });
}

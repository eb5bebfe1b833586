import { addBucket, type Bucket, type Counts, emptyBucket } from './bucket.js';
import { type Histogram, quantile } from '../../../core/transactions/histogram.js';
import { repeat, type Repeating } from '../../../platform/background.js';
import type { Clock } from '../../../platform/clock.js';
import type { Timer } from '../../ports.js';
import { type LedgerStats, type OpenState, QUARTER_HOUR_MS, SPANS, type StatsSpan } from './history-port.js';

interface Latencies {
  /** Time from the receipt of a call to the wallet service's answer, or to the end of the wait for one. Null without calls. */
  readonly latencyP50Ms: number | null;
  readonly latencyP99Ms: number | null;
}

interface StatsBucket extends Readonly<Counts>, Latencies {
  readonly fromMs: number;
}

export interface Stats extends Readonly<Counts>, Latencies {
  readonly atMs: number;
  readonly span: StatsSpan;
  readonly bucketMs: number;
  /** Buckets, oldest first. The last one is still open. */
  readonly buckets: readonly StatsBucket[];
  /** Transactions that are open now, whatever the span. */
  readonly openNow: Readonly<Record<OpenState, number>>;
}

export type ReadStats = (span: StatsSpan) => Promise<Stats>;

/** Shortest cache time of the statistics, so that many readers cost one reading. */
const FRESH_MS = 900;
/** Cache time of a reading in units of its own duration: counting a busy ledger takes a tenth of the time of its reader. */
const REST = 9;

interface StatsDeps {
  readonly stats: Pick<LedgerStats, 'minutes' | 'quarterHours' | 'countOpen'>;
  readonly clock: Clock;
}

/** Reads rates, latencies and the mix of results over a span. Errors: UNAVAILABLE. */
export function createReadStats(deps: StatsDeps): ReadStats {
  const latest = new Map<StatsSpan, { readonly stats: Promise<Stats>; freshUntilMs: number }>();
  // By the clock that nobody can set: after the machine's clock is set back, old statistics would look fresh until then.
  const nowMs = (): number => deps.clock.monotonicMs();
  return (span) => {
    const startedAtMs = nowMs();
    const last = latest.get(span);
    if (last !== undefined && startedAtMs < last.freshUntilMs) return last.stats;
    const reading = { stats: read(deps, span, deps.clock.nowMs()), freshUntilMs: Infinity };
    latest.set(span, reading);
    reading.stats.then(
      () => (reading.freshUntilMs = nowMs() + Math.max(FRESH_MS, REST * (nowMs() - startedAtMs))),
      () => latest.delete(span),
    );
    return reading.stats;
  };
}

async function read({ stats }: StatsDeps, span: StatsSpan, nowMs: number): Promise<Stats> {
  const { bucketMs, bucketCount } = SPANS[span];
  const untilMs = (Math.floor(nowMs / bucketMs) + 1) * bucketMs;
  const range = { fromMs: untilMs - bucketCount * bucketMs, untilMs };
  const counted = await (bucketMs < QUARTER_HOUR_MS ? stats.minutes(range) : stats.quarterHours(range));
  const total = emptyBucket(range.fromMs);
  const buckets = Array.from({ length: bucketCount }, (_, index) =>
    emptyBucket(range.fromMs + index * bucketMs),
  );
  for (const part of counted) {
    addBucket(total, part);
    const bucket = buckets[Math.floor((part.fromMs - range.fromMs) / bucketMs)];
    if (bucket !== undefined) addBucket(bucket, part);
  }
  const { fromMs: _fromMs, ...whole } = shown(total);
  const at = { atMs: nowMs, span, bucketMs };
  const open = (await stats.countOpen()).map(({ state, count }) => [state, count] as const);
  const openNow = { ...NONE_OPEN, ...Object.fromEntries(open) };
  return { ...at, ...whole, buckets: buckets.map(shown), openNow };
}

const NONE_OPEN = { pending: 0, in_doubt: 0, queued: 0, unmatched: 0, contradicted: 0 };

function shown({ latencies, ...counts }: Bucket): StatsBucket {
  return { ...counts, ...quantiles(latencies) };
}

function quantiles(latencies: Histogram): Latencies {
  return { latencyP50Ms: quantile(latencies, 0.5), latencyP99Ms: quantile(latencies, 0.99) };
}

/** Saves the counts of each quarter hour, an hour after its end. */
export function startSavingCounts(deps: {
  readonly stats: Pick<LedgerStats, 'saveFinal'>;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}): Repeating {
  return repeat({ ...deps, round: () => deps.stats.saveFinal() });
}

import { sql } from 'kysely';
import { isUnsent } from '../../core/transactions/booked-row.js';
import { countDuration, printHistogram, readHistogram } from '../../core/transactions/histogram.js';
import { isApproval } from '../../core/transactions/result-codes.js';
import { ERRORS } from '../../platform/errors.js';
import { addBucket, type Bucket, COUNTS, emptyBucket } from '../../use-cases/transactions/history/bucket.js';
import {
  type LedgerStats,
  type OpenState,
  QUARTER_HOUR_MS,
  SPANS,
  type TimeRange,
} from '../../use-cases/transactions/history/history-port.js';
import type { Backlog } from '../../use-cases/ports.js';
import type { TransactionRow } from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { columnsOf, named } from '../engine/names.js';
import { databaseNowMs, first, type Operation, run, runOnce, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { IS_OPEN, TOOK_MS } from './row.js';
import type { StoreParts } from '../parts.js';

/** Range of one statement. On SQLite one thread runs all reads beside payments: a long statement would hold up the others. */
const MINUTE_MS = 60_000;
/** How long after its end a quarter hour is final. Until then each reading counts its rows again. */
const FINAL_AFTER_MS = 3_600_000;
const LONGEST_MS = Math.max(
  ...Object.values(SPANS).map(({ bucketMs, bucketCount }) => bucketMs * bucketCount),
);

/** Times that quarter hours are kept for. */
interface ShownTimes {
  readonly oldestMs: number;
  readonly nowMs: number;
}

/**
 * Creates the statistics: counts of the rows of the ledger by the time of their receipt. Counting changes no row and takes no lock.
 * A final quarter hour is saved; no late settlement and no purge changes it. The database's clock decides what is final.
 */
export function createLedgerStats({ dialect, connection, commits }: StoreParts): LedgerStats {
  const saved = compileQuarterHours(dialect);
  const { countMinutes, firstReceipt } = createCount(dialect);

  function* quarterHours(range: TimeRange): Operation<readonly Bucket[]> {
    const { rows } = yield* run(saved.within, range);
    const final = rows.map((row) => ({ ...row, latencies: readHistogram(row.latencies) }));
    const last = final.at(-1);
    const fromMs = last === undefined ? range.fromMs : last.fromMs + QUARTER_HOUR_MS;
    return [...final, ...(yield* countMinutes({ ...range, fromMs }))];
  }

  /** Counts the first quarter hour that is final and not saved. Null where none has transactions. */
  function* countFinal({ nowMs, oldestMs }: ShownTimes): Operation<Bucket | null> {
    const last = yield* first(saved.last, { nowMs });
    const receivedAtMs = yield* firstReceipt({
      fromMs: Math.max(oldestMs, (last?.fromMs ?? 0) + QUARTER_HOUR_MS),
      untilMs: beginOf(nowMs - FINAL_AFTER_MS, QUARTER_HOUR_MS),
    });
    if (receivedAtMs === null) return null;
    const bucket = emptyBucket(beginOf(receivedAtMs, QUARTER_HOUR_MS));
    const range = { fromMs: bucket.fromMs, untilMs: bucket.fromMs + QUARTER_HOUR_MS };
    for (const minute of yield* countMinutes(range)) addBucket(bucket, minute);
    return bucket;
  }

  return {
    minutes: (range) => connection.readAside(countMinutes(range)),
    quarterHours: (range) => connection.readAside(quarterHours(range)),
    countOpen: () => connection.readAside(countOpen(dialect)),
    async saveFinal() {
      const nowMs = await connection.read(databaseNowMs(dialect));
      const times = { nowMs, oldestMs: beginOf(nowMs - LONGEST_MS, QUARTER_HOUR_MS) };
      const bucket = await connection.readAside(countFinal(times));
      if (bucket === null) return false;
      const row = { ...bucket, latencies: printHistogram(bucket.latencies) };
      function* save(): Operation<void> {
        yield* run(saved.add, row);
        yield* run(saved.trim, times);
      }
      await commits.submit(save, { isHousekeeping: true, isQuiet: true });
      return true;
    },
  };
}

/** Creates operations that count the rows of the ledger as they are now. */
export function createCount(dialect: StoreDialect) {
  const statements = compileCounts(dialect);

  function* firstReceipt(range: TimeRange): Step<number | null> {
    return (yield* first(statements.firstReceipt, range))?.receivedAtMs ?? null;
  }

  /** Counts each minute of a range that begins and ends with one. Leaves empty minutes out. */
  function* countMinutes({ fromMs, untilMs }: TimeRange): Operation<readonly Bucket[]> {
    const minutes: Bucket[] = [];
    let receivedAtMs = yield* firstReceipt({ fromMs, untilMs });
    while (receivedAtMs !== null) {
      const minute = emptyBucket(beginOf(receivedAtMs, MINUTE_MS));
      const endMs = minute.fromMs + MINUTE_MS;
      const { rows } = yield* run(statements.received, { fromMs: minute.fromMs, untilMs: endMs });
      for (const row of rows) {
        minute.count += row.total;
        const outcome = countOf(row);
        const heard = heardInstead(row);
        minute[outcome] += row.total;
        if (heard !== null) minute[heard] += row.total;
        if (heard !== null && outcome === 'approved') minute.unheard += row.total;
        if (row.tookMs !== null) countDuration(minute.latencies, row.tookMs, row.total);
      }
      minutes.push(minute);
      receivedAtMs = yield* firstReceipt({ fromMs: endMs, untilMs });
    }
    return minutes;
  }

  return { firstReceipt, countMinutes };
}

/** Returns the count of a caller that got a decline or an error of the gateway itself; null for any other. */
function heardInstead({
  repliedResultCode,
}: Pick<TransactionRow, 'repliedResultCode'>): 'timedOut' | 'ownReplies' | null {
  if (repliedResultCode === null || isApproval(repliedResultCode)) return null;
  return repliedResultCode === ERRORS.DOWNSTREAM_TIMEOUT.resultCode ? 'timedOut' : 'ownReplies';
}

/** Returns the count that the outcome of a transaction belongs to. */
function countOf(
  row: Pick<TransactionRow, 'state' | 'resultCode' | 'replyReason'>,
): 'approved' | 'declined' | 'refused' | 'inDoubt' | 'contradicted' | 'open' {
  switch (row.state) {
    case 'answered':
      // The comparison of a day counts it as refused too: the wallet service never saw it.
      if (isUnsent(row)) return 'refused';
      return isApproval(row.resultCode ?? 0) ? 'approved' : 'declined';
    case 'in_doubt':
      return 'inDoubt';
    case 'contradicted':
      return 'contradicted';
    case 'refused':
      return 'refused';
    case 'pending':
    case 'queued':
    case 'unmatched':
      return 'open';
  }
}

function beginOf(atMs: number, bucketMs: number): number {
  return Math.floor(atMs / bucketMs) * bucketMs;
}

const OPEN_STATES: readonly OpenState[] = ['pending', 'in_doubt', 'queued', 'unmatched', 'contradicted'];

/** Counts open transactions by their index. It skips answered rows, which are nearly all. */
export function* countOpen({ compiler }: StoreDialect): Operation<Backlog['transactions']> {
  const open = compiler
    .selectFrom('transactions')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<number>('received_at_ms').as('sinceMs'),
    ])
    .where('state', 'in', OPEN_STATES)
    .where(IS_OPEN)
    .groupBy('state');
  return (yield* runOnce(open)).rows;
}

function compileCounts({ compiler }: StoreDialect) {
  const rows = compiler.selectFrom('transactions');
  return {
    firstReceipt: compile((p: TimeRange) =>
      rows
        .select('received_at_ms as receivedAtMs')
        .where('received_at_ms', '>=', p.fromMs)
        .where('received_at_ms', '<', p.untilMs)
        .orderBy('received_at_ms')
        .limit(sql.lit(1)),
    ),
    received: compile((p: TimeRange) =>
      rows
        .select((eb) => [
          ...named('state', 'resultCode', 'replyReason', 'repliedResultCode'),
          TOOK_MS.as('tookMs'),
          eb.fn.countAll<number>().as('total'),
        ])
        .where('received_at_ms', '>=', p.fromMs)
        .where('received_at_ms', '<', p.untilMs)
        .groupBy(sql`1, 2, 3, 4, 5`),
    ),
  };
}

const COLUMNS = ['fromMs', ...COUNTS, 'latencies'] as const;

function compileQuarterHours({ compiler }: StoreDialect) {
  const rows = compiler.selectFrom('quarter_hours');
  return {
    within: compile((p: TimeRange) =>
      rows
        .select(named(...COLUMNS))
        .where('from_ms', '>=', p.fromMs)
        .where('from_ms', '<', p.untilMs)
        .orderBy('from_ms'),
    ),
    last: compile((p: { nowMs: number }) =>
      rows
        .select('from_ms as fromMs')
        .where('from_ms', '<=', p.nowMs)
        .orderBy('from_ms', 'desc')
        .limit(sql.lit(1)),
    ),
    // Another process may have saved it: the same rows, counted a moment earlier.
    add: compile((p: Omit<Bucket, 'latencies'> & { latencies: string }) =>
      compiler
        .insertInto('quarter_hours')
        .values(columnsOf(p, ...COLUMNS))
        .onConflict((conflict) => conflict.doNothing()),
    ),
    // Quarter hours that are still to come were saved while the clock was wrong.
    trim: compile((p: ShownTimes) =>
      compiler
        .deleteFrom('quarter_hours')
        .where((eb) => eb.or([eb('from_ms', '<', p.oldestMs), eb('from_ms', '>', p.nowMs)])),
    ),
  };
}

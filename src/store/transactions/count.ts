import { sql } from 'kysely';
import { countDuration, printHistogram, readHistogram } from '../../core/transactions/histogram.js';
import { isUnsent } from '../../core/transactions/booked-row.js';
import { isApproval } from '../../core/transactions/result-codes.js';
import {
  type CountedResult,
  type LedgerStats,
  type OpenState,
  SPANS,
  type Bucket,
} from '../../use-cases/transactions/history-port.js';
import type { TransactionRow } from '../../use-cases/transactions/ledger-port.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { LEDGER_COUNTS } from '../engine/locks.js';
import { first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createMetadataTable } from '../engine/metadata.js';
import { IS_OPEN } from './row.js';
import { columnsOf, named } from '../engine/names.js';

/** Maximum number of rows of one commit. */
const SLICE_ROWS = 500;
/** Maximum number of rows of one statement. A small one keeps the number of different statements low. */
const ROWS_MAX = 50;
/** A number that no row's attempt reaches. */
const ATTEMPTS_MAX = 2 ** 31 - 1;
const BUCKETS_MS = Object.values(SPANS).map(({ bucketMs }) => bucketMs);
const LONGEST_MS = Math.max(
  ...Object.values(SPANS).map(({ bucketMs, bucketCount }) => bucketMs * bucketCount),
);
/** Name of the sequence up to which the ledger was counted. */
const COUNTED_THROUGH = 'counted_through';

/** Count result of a row. */
interface Counted {
  readonly result: CountedResult;
  /** Null where no latency counts. */
  readonly answeredAtMs: number | null;
}

interface Change {
  readonly receivedAtMs: number;
  /** Null for a row that was not counted. */
  readonly was: Counted | null;
  readonly is: Counted;
}

/** Count result of a row to keep, which replaces those of earlier attempts. Null where none is needed. */
interface KeptCount {
  readonly sequence: number;
  readonly attempt: number;
  readonly open: Counted | null;
}

type Outcome = Pick<TransactionRow, 'state' | 'attempt' | 'resultCode' | 'replyReason' | 'answeredAtMs'>;

/**
 * Counts each transaction once, in the order of the ledger, by the time of its receipt. A row that was not over keeps its count
 * result (`counted_rows`, attempt 0), and is checked again until it is over. A row that is over stays so, unless it is reclaimed.
 * That commit keeps the count result under the previous attempt. Counting a later attempt deletes it.
 *
 * No clock decides what is counted. One commit at a time counts (LEDGER_COUNTS). No payment waits for it, and it waits for none.
 * Nobody else changes these rows, and rows of a previous attempt have keys of their own.
 */
export function createCount(dialect: StoreDialect): {
  count(): Operation<boolean>;
  correct(after: number): Operation<number>;
} {
  const statements = compileStatements(dialect);
  const metadata = createMetadataTable(dialect);
  const apply = createApply(dialect);

  function* countedThrough(): Step<number> {
    return Number((yield* metadata.find(COUNTED_THROUGH)) ?? 0);
  }

  function* keep(rows: readonly KeptCount[]): Step<void> {
    for (let start = 0; start < rows.length; start += ROWS_MAX) {
      const piece = rows.slice(start, start + ROWS_MAX);
      yield* run(compileUncount(dialect, piece), {});
      const open = piece.flatMap((row) => (row.open === null ? [] : [{ ...row, ...row.open, attempt: 0 }]));
      if (open.length > 0) yield* run(compileKeep(dialect, open), {});
    }
  }

  return {
    *count() {
      const after = yield* countedThrough();
      const through = yield* dialect.completeThrough();
      const { rows } = yield* run(statements.uncounted, { after, through });
      const last = rows.at(-1);
      if (last === undefined) return false;
      yield* apply(rows.map((row) => ({ ...row, was: null, is: countedAs(row) })));
      // A first attempt that is over has nothing to keep or to delete.
      yield* keep(rows.filter((row) => row.attempt > 1 || !isOver(row)).map(keptOf));
      yield* metadata.put(COUNTED_THROUGH, String(last.sequence));
      return rows.length === SLICE_ROWS;
    },

    *correct(after) {
      const through = yield* countedThrough();
      const { rows } = yield* run(statements.kept, { after, through });
      const changes: Change[] = [];
      const kept: KeptCount[] = [];
      // The first row of a transaction holds its count result.
      for (const { was, wasAnsweredAtMs, ...row } of rows.filter(isFirst)) {
        // A purged row is in no count.
        if (!isThere(row)) {
          kept.push({ ...row, attempt: ATTEMPTS_MAX, open: null });
          continue;
        }
        const is = countedAs(row);
        const isSame = is.result === was && is.answeredAtMs === wasAnsweredAtMs;
        if (!isSame) changes.push({ ...row, was: { result: was, answeredAtMs: wasAnsweredAtMs }, is });
        if (!isSame || isOver(row)) kept.push(keptOf(row));
      }
      yield* apply(changes);
      yield* keep(kept);
      return rows.length === SLICE_ROWS ? (rows.at(-1)?.sequence ?? 0) : 0;
    },
  };
}

/** Creates a step for a change of a row that was over: keeps the row's count result where the count does not check it any more. */
export function createKeepCounted(
  dialect: Pick<StoreDialect, 'compiler'>,
): (row: TransactionRow) => Step<void> {
  return function* keepCounted(row) {
    if (isOver(row)) yield* run(compileKeep(dialect, [{ ...row, ...countedAs(row) }]), {});
  };
}

/** Adds changes to the counts of the buckets of each length. */
function createApply(dialect: StoreDialect): (changes: readonly Change[]) => Step<void> {
  const { find, put, trim } = compileBuckets(dialect);
  return function* apply(changes) {
    for (const bucketMs of BUCKETS_MS) {
      for (const [fromMs, within] of byBucket(changes, bucketMs)) {
        const found = yield* first(find, { bucketMs, fromMs });
        // The count of this correction is no longer kept.
        if (found === null && within.every(({ was }) => was !== null)) continue;
        yield* run(put, { ...changed(found ?? NOTHING, within), bucketMs, fromMs });
        // Trims by number, so that a clock that was wrong for a while deletes nothing.
        if (found === null) yield* run(trim, { bucketMs, kept: LONGEST_MS / bucketMs });
      }
    }
  };
}

function byBucket(changes: readonly Change[], bucketMs: number): Map<number, Change[]> {
  const buckets = new Map<number, Change[]>();
  for (const change of changes) {
    const fromMs = Math.floor(change.receivedAtMs / bucketMs) * bucketMs;
    const within = buckets.get(fromMs) ?? [];
    buckets.set(fromMs, within);
    within.push(change);
  }
  return buckets;
}

const NOTHING = {
  ...{ count: 0, approved: 0, declined: 0, refused: 0, inDoubt: 0, contradicted: 0, open: 0 },
  latencies: '',
};

function changed(previous: typeof NOTHING, changes: readonly Change[]): typeof NOTHING {
  const counts = { ...previous };
  const latencies = readHistogram(previous.latencies);
  const add = ({ receivedAtMs }: Change, { result, answeredAtMs }: Counted, weight: number): void => {
    counts.count += weight;
    counts[result] += weight;
    if (answeredAtMs !== null) countDuration(latencies, answeredAtMs - receivedAtMs, weight);
  };
  for (const change of changes) {
    if (change.was !== null) add(change, change.was, -1);
    add(change, change.is, 1);
  }
  return { ...counts, latencies: printHistogram(latencies) };
}

function isOver({ state }: Pick<Outcome, 'state'>): boolean {
  return state === 'answered' || state === 'refused' || state === 'failed';
}

/** The row of a call that was sent again keeps the receipt of its first attempt, which says nothing about latency. */
function countedAs({ attempt, answeredAtMs, ...row }: Outcome): Counted {
  return { result: resultOf(row), answeredAtMs: attempt > 1 ? null : answeredAtMs };
}

function keptOf(row: Outcome & Pick<KeptCount, 'sequence' | 'attempt'>): KeptCount {
  return { ...row, open: isOver(row) ? null : countedAs(row) };
}

function resultOf({
  state,
  resultCode,
  replyReason,
}: Omit<Outcome, 'attempt' | 'answeredAtMs'>): CountedResult {
  switch (state) {
    case 'answered':
      // Totals of a day count it as refused too: the wallet service never saw it.
      if (isUnsent({ state, replyReason })) return 'refused';
      return isApproval(resultCode ?? 0) ? 'approved' : 'declined';
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

function isFirst(row: { sequence: number }, index: number, rows: readonly { sequence: number }[]): boolean {
  return rows[index - 1]?.sequence !== row.sequence;
}

/** Returns whether the join found the transaction: a row of a left join has all of its columns or none. */
function isThere<Row extends { readonly attempt: number | null }>(
  row: Row,
): row is Row & {
  [Name in Exclude<keyof Row, 'resultCode' | 'replyReason' | 'answeredAtMs'>]: NonNullable<Row[Name]>;
} {
  return row.attempt !== null;
}

function compileUncount({ compiler }: StoreDialect, rows: readonly KeptCount[]) {
  return compile(() =>
    compiler
      .deleteFrom('counted_rows')
      .where((eb) =>
        eb.or(
          rows.map(({ sequence, attempt }) =>
            eb.and([eb('sequence', '=', sequence), eb('attempt', '<', attempt)]),
          ),
        ),
      ),
  );
}

function compileKeep(
  { compiler }: Pick<StoreDialect, 'compiler'>,
  rows: readonly (Counted & Pick<KeptCount, 'sequence' | 'attempt'>)[],
) {
  const values = rows.map(({ sequence, attempt, result, answeredAtMs }) => ({
    ...{ sequence, attempt, result },
    answered_at_ms: answeredAtMs,
  }));
  // No payment may fail because of statistics.
  return compile(() =>
    compiler
      .insertInto('counted_rows')
      .values(values)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

function compileStatements({ compiler }: StoreDialect) {
  return {
    uncounted: compile((p: { after: number; through: number }) =>
      compiler
        .selectFrom('transactions')
        .select(named('sequence', 'attempt', 'state', 'resultCode', 'receivedAtMs', 'answeredAtMs'))
        .select(named('replyReason'))
        .where('sequence', '>', p.after)
        .where('sequence', '<=', p.through)
        .orderBy('sequence')
        .limit(sql.lit(SLICE_ROWS)),
    ),
    // The limit comes first, so that a server looks up that many rows and never scans the ledger.
    kept: compile((p: { after: number; through: number }) =>
      compiler
        .selectFrom((eb) =>
          eb
            .selectFrom('counted_rows')
            .select(['sequence', 'attempt', 'result as was', 'answered_at_ms as wasAnsweredAtMs'])
            .where('sequence', '>', p.after)
            .where('sequence', '<=', p.through)
            .orderBy('sequence')
            .orderBy('attempt')
            .limit(sql.lit(SLICE_ROWS))
            .as('kept'),
        )
        .leftJoin('transactions', 'transactions.sequence', 'kept.sequence')
        .select(named('was', 'state', 'resultCode', 'receivedAtMs', 'answeredAtMs', 'replyReason'))
        .select(['kept.sequence', 'wasAnsweredAtMs', 'transactions.attempt'])
        .orderBy('kept.sequence')
        .orderBy('kept.attempt'),
    ),
  };
}

const COUNTED = [
  'count',
  'approved',
  'declined',
  'refused',
  'inDoubt',
  'contradicted',
  'open',
  'latencies',
] as const;
const COUNTS = named(...COUNTED);

function compileBuckets({ compiler }: StoreDialect) {
  const rows = compiler.selectFrom('transaction_counts');
  return {
    find: compile((p: { bucketMs: number; fromMs: number }) =>
      rows.select(COUNTS).where('bucket_ms', '=', p.bucketMs).where('from_ms', '=', p.fromMs),
    ),
    put: compile((p: typeof NOTHING & { bucketMs: number; fromMs: number }) => {
      const counts = columnsOf(p, ...COUNTED);
      return compiler
        .insertInto('transaction_counts')
        .values({ ...columnsOf(p, 'bucketMs', 'fromMs'), ...counts })
        .onConflict((conflict) => conflict.columns(['bucket_ms', 'from_ms']).doUpdateSet(counts));
    }),
    trim: compile((p: { bucketMs: number; kept: number }) =>
      compiler
        .deleteFrom('transaction_counts')
        .where('bucket_ms', '=', p.bucketMs)
        .where(
          'from_ms',
          '<',
          rows
            .select('from_ms')
            .where('bucket_ms', '=', p.bucketMs)
            .orderBy('from_ms', 'desc')
            .limit(sql.lit(1))
            .offset(p.kept),
        ),
    ),
  };
}

/** Creates the statistics: reads the counts, reads open transactions by their index, and counts in the background. */
export function createLedgerStats(args: {
  readonly dialect: StoreDialect;
  readonly connection: Pick<StoreConnection, 'readAside'>;
  readonly commits: Pick<CommitQueue, 'submit'>;
}): LedgerStats {
  const { dialect, connection, commits } = args;
  const statements = compileStatsStatements(dialect);
  const counting = createCount(dialect);

  function* buckets(wanted: { bucketMs: number; sinceMs: number }): Operation<readonly Bucket[]> {
    const { rows } = yield* run(statements.buckets, wanted);
    return rows.map((row) => ({ ...row, latencies: readHistogram(row.latencies) }));
  }

  function* countOpen(): Operation<Record<OpenState, number>> {
    const counts = { pending: 0, in_doubt: 0, queued: 0, unmatched: 0, contradicted: 0 };
    for (const { state, total } of (yield* run(statements.open, {})).rows) {
      if (state in counts) counts[state as OpenState] = total;
    }
    return counts;
  }

  return {
    buckets: (wanted) => connection.readAside(buckets(wanted)),
    countOpen: () => connection.readAside(countOpen()),
    count: () => commits.submit(() => counting.count(), IN_TURN),
    correct: (after) => commits.submit(() => counting.correct(after), IN_TURN),
  };
}

const IN_TURN = { isHousekeeping: true, isQuiet: true, locks: [LEDGER_COUNTS] };

const OPEN_STATES: readonly OpenState[] = ['pending', 'in_doubt', 'queued', 'unmatched', 'contradicted'];

function compileStatsStatements({ compiler }: StoreDialect) {
  return {
    buckets: compile((p: { bucketMs: number; sinceMs: number }) =>
      compiler
        .selectFrom('transaction_counts')
        .select([...named('fromMs'), ...COUNTS])
        .where('bucket_ms', '=', p.bucketMs)
        .where('from_ms', '>=', p.sinceMs)
        .orderBy('from_ms'),
    ),
    open: compile(() =>
      compiler
        .selectFrom('transactions')
        .select((eb) => ['state', eb.fn.countAll<number>().as('total')])
        .where('state', 'in', [...OPEN_STATES])
        .where(IS_OPEN)
        .groupBy('state'),
    ),
  };
}

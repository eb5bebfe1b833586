import { countDuration, emptyHistogram, printHistogram } from '../../src/core/transactions/histogram.js';
import type { State } from '../../src/core/transactions/transaction.js';
import { type LedgerStats, SPANS } from '../../src/use-cases/transactions/history-port.js';
import { until } from '../life/until.js';

type Query = <Row>(sql: string) => Promise<Row[]>;

/** Counts rows that are not counted yet, and corrects the counts of rows that were open. */
export async function countAll(stats: Pick<LedgerStats, 'count' | 'correct'>): Promise<void> {
  while (await stats.count());
  for (let after = await stats.correct(0); after !== 0;) after = await stats.correct(after);
}

/** Returns the counts, and the same counts computed from the whole table, bucket by bucket. */
export async function countsOf(query: Query): Promise<{ counted: unknown[]; inTable: unknown[] }> {
  const counted = await query(
    `select bucket_ms, from_ms, count, approved, declined, refused, in_doubt, contradicted, "open", latencies
      from transaction_counts order by bucket_ms, from_ms`,
  );
  const inTable = [];
  for (const { bucketMs: stretchMs } of Object.values(SPANS))
    inTable.push(...(await countTable(query, stretchMs)));
  return { counted, inTable };
}

/** Waits until the gateways' counts are complete. */
export async function untilCounted(query: Query): Promise<void> {
  let last = await countsOf(query);
  const isSame = async (): Promise<boolean> => {
    last = await countsOf(query);
    return JSON.stringify(last.counted) === JSON.stringify(last.inTable);
  };
  await until('what was counted is what is in the table', isSame).catch(() => undefined);
  expect(last.counted).toEqual(last.inTable);
}

interface Group {
  readonly from_ms: number;
  readonly state: State;
  readonly is_positive: number;
  readonly took_ms: number | null;
  readonly rows: number;
}

async function countTable(query: Query, stretchMs: number): Promise<unknown[]> {
  const stretches = new Map<number, ReturnType<typeof empty>>();
  const groups = await query<Group>(
    `select received_at_ms / ${String(stretchMs)} * ${String(stretchMs)} as from_ms,
        case when state = 'answered' and reply_reason in ('original_not_processed', 'reversed_by_gateway', 'reversed_first') then 'refused' else state end as state,
        case when result_code > 0 then 1 else 0 end as is_positive, case when attempt = 1 then answered_at_ms - received_at_ms end as took_ms,
        count(*) as rows
      from transactions group by 1, 2, 3, 4 order by 1`,
  );
  for (const { from_ms: fromMs, state, is_positive: isPositive, took_ms: tookMs, rows } of groups) {
    const stretch = stretches.get(fromMs) ?? empty(stretchMs, fromMs);
    stretches.set(fromMs, stretch);
    stretch.count += rows;
    stretch[state === 'answered' ? (isPositive === 1 ? 'approved' : 'declined') : RESULTS[state]] += rows;
    if (tookMs !== null) countDuration(stretch.histogram, tookMs, rows);
  }
  return [...stretches.values()].map(({ histogram, ...stretch }) => ({
    ...stretch,
    latencies: printHistogram(histogram),
  }));
}

const RESULTS = {
  refused: 'refused',
  failed: 'refused',
  in_doubt: 'in_doubt',
  contradicted: 'contradicted',
  pending: 'open',
  queued: 'open',
  unmatched: 'open',
} as const;

function empty(spanMs: number, fromMs: number) {
  return {
    ...{ bucket_ms: spanMs, from_ms: fromMs, count: 0, approved: 0, declined: 0, refused: 0, in_doubt: 0 },
    ...{ contradicted: 0, open: 0, histogram: emptyHistogram() },
  };
}

import { type Kysely, sql } from 'kysely';

/**
 * Counts of transactions by stretch of time, and how those were counted that are not over; see store/transactions/count. A ledger that is
 * there is counted from the longest span on that anybody asks for. No clock has to be right here: the end of the span is when the middle
 * one of its newest rows was received.
 */
export async function transactionCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transaction_counts')
    .addColumn('span_ms', 'bigint', (c) => c.notNull())
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('approved', 'bigint', (c) => c.notNull())
    .addColumn('declined', 'bigint', (c) => c.notNull())
    .addColumn('refused', 'bigint', (c) => c.notNull())
    .addColumn('in_doubt', 'bigint', (c) => c.notNull())
    .addColumn('contradicted', 'bigint', (c) => c.notNull())
    .addColumn('open', 'bigint', (c) => c.notNull())
    .addColumn('latencies', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('transaction_counts_key', ['span_ms', 'from_ms'])
    .execute();
  await db.schema
    .createTable('counted_rows')
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('answered_at_ms', 'bigint')
    .addPrimaryKeyConstraint('counted_rows_key', ['sequence', 'attempt'])
    .execute();
  for (const name of ['counted_through', 'counted_from']) {
    await sql`insert into store_facts (name, value)
      select ${sql.lit(name)}, cast(min(sequence) - 1 as text) from transactions
      where received_at_ms >= (
        with newest as (select received_at_ms from transactions order by sequence desc limit ${sql.lit(NEWEST_ROWS)})
        select received_at_ms from newest order by received_at_ms
        limit 1 offset ((select count(*) from newest) / 2)) - ${sql.lit(LONGEST_MS)}
      having min(sequence) is not null`.execute(db);
  }
}

/** Half of them received by a wrong clock would be needed to move the end of the span. */
const NEWEST_ROWS = 1000;

/** Seven days, and a stretch. */
const LONGEST_MS = (7 * 24 + 2) * 3_600_000;

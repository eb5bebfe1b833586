import { type Kysely, sql } from 'kysely';

/**
 * Counts of transactions by stretch of time, and how those were counted that are not over; see store/ledger/count. A ledger that is there
 * is counted from the longest span on that anybody asks for, by the receipt of its newest row: no clock has to be right here.
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
  await sql`insert into store_facts (name, value)
    select 'counted_through', cast(sequence as text) from transactions
      where received_at_ms < (select max(received_at_ms) from transactions) - ${sql.lit(LONGEST_MS)}
      order by received_at_ms desc limit 1`.execute(db);
}

/** Seven days, and a stretch. */
const LONGEST_MS = (7 * 24 + 2) * 3_600_000;

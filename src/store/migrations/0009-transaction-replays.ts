import type { Kysely } from 'kysely';

/** How often saved answers were given again; see usecase/transactions/replay-port. Beside the ledger, whose rows are written twice only. */
export async function transactionReplays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transaction_replays')
    .addColumn('request_id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('replays', 'bigint', (c) => c.notNull())
    .addColumn('last_at_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('transaction_replays_last')
    .on('transaction_replays')
    .column('last_at_ms')
    .execute();
}

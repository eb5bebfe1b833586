import type { Kysely } from 'kysely';

/** Replays are counted by a metric and told by the log; an import of wallets is made good by running it again. */
export async function fewerTables(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('transaction_replays').execute();
  await db.schema.dropTable('wallet_imports').execute();
}

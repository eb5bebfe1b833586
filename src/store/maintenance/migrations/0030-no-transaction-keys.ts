import type { Kysely } from 'kysely';

/**
 * Drops the keys of a divided ledger (0010, on PostgreSQL). 0015 left the table behind, and no purge deletes its references and
 * transaction ids.
 */
export async function noTransactionKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('transaction_keys').ifExists().execute();
}

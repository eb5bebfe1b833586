import type { Kysely } from 'kysely';

/** When a reversal left while its original was in doubt. The indexes that came with it were made anew by 0015. */
export async function ledgerLookups(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('early_at_ms', 'bigint').execute();
}

import type { Kysely } from 'kysely';

/** The resultCode that a terminal heard by default of a transaction that a caller with a key made; null where none did. */
export async function terminalTold(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('terminal_told_code', 'bigint').execute();
}

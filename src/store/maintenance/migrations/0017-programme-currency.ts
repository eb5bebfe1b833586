import type { Kysely } from 'kysely';

/** Adds the currency of a programme's amounts. */
export async function programmeCurrency(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('programmes').addColumn('currency', 'text').execute();
}

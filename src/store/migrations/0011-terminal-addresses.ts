import type { Kysely } from 'kysely';

/** Where a terminal may call from: addresses and networks, separated by commas; null for anywhere. */
export async function terminalAddresses(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('terminals').addColumn('addresses', 'text').execute();
}

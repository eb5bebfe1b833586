import type { Kysely } from 'kysely';

/** From where a terminal may call: a JSON list of networks, null for anywhere. */
export async function terminalAddresses(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('terminals').addColumn('allowed_addresses', 'text').execute();
}

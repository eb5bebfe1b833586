import type { Kysely } from 'kysely';

/** Client certificates that terminals and keys are bound to, as a JSON list. Null needs none. */
export async function clientCertificates(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('terminals').addColumn('client_certificates', 'text').execute();
  await db.schema.alterTable('api_keys').addColumn('client_certificates', 'text').execute();
}

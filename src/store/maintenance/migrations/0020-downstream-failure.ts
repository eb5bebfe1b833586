import type { Kysely } from 'kysely';

/** Why the last attempt brought no answer, and when a refused one was sent. */
export async function downstreamFailure(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('failure', 'text').execute();
  await db.schema.alterTable('transactions').addColumn('refused_sent_at_ms', 'bigint').execute();
}

import type { Kysely } from 'kysely';

/** Replays are counted by a metric and told by the log. */
export async function noReplayCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('transaction_replays').execute();
}

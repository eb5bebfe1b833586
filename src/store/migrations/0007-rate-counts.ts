import type { Kysely } from 'kysely';

/** What processes counted for rate limits; see usecase/access/rate-count-port. */
export async function rateCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_counts')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('limit_name', 'text', (c) => c.notNull())
    .addColumn('rate_key', 'text', (c) => c.notNull())
    .addColumn('taken', 'bigint', (c) => c.notNull())
    .addColumn('is_limited', 'integer', (c) => c.notNull())
    .addColumn('ends_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('changed_at_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('rate_counts_key', ['source', 'limit_name', 'rate_key'])
    .execute();
  await db.schema.createIndex('rate_counts_changed').on('rate_counts').column('changed_at_ms').execute();
}

import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/** Sessions of the console. A row holds the hash of the cookie, never the cookie itself. */
export async function consoleSessions(db: Kysely<unknown>, _column: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('console_sessions')
    .addColumn('session_hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_active_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('ends_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('address', 'text')
    .execute();
  await db.schema.createIndex('console_sessions_of_key').on('console_sessions').column('key_id').execute();
}

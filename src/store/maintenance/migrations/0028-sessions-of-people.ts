import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/** Console sessions of people who signed in with OpenID Connect. Their columns are null for a session of a key. */
export async function sessionsOfPeople(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  // One at a time: SQLite adds no two columns in one statement.
  const sessions = (): ReturnType<typeof db.schema.alterTable> => db.schema.alterTable('console_sessions');
  await sessions().addColumn('role', 'text').execute();
  await sessions().addColumn('sealed_refresh_token', column.bytes).execute();
  await sessions().addColumn('checked_at_ms', 'bigint').execute();
  await sessions().addColumn('confirmed_at_ms', 'bigint').execute();
}

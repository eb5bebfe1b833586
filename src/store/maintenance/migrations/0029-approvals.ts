import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/** Changes that wait for a second person, and those that the command line made without one. No row holds a secret. */
export async function approvals(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('approvals'), 'sequence')
    .addColumn('approval_id', 'text', (c) => c.notNull().unique())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('permission', 'text', (c) => c.notNull())
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('arguments', 'text', (c) => c.notNull())
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .addColumn('asked_by', 'text', (c) => c.notNull())
    .addColumn('asked_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('expires_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('decided_at_ms', 'bigint')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('used_at_ms', 'bigint')
    .execute();
  const index = (name: string, on: string): Promise<void> =>
    db.schema.createIndex(name).on('approvals').column(on).execute();
  await index('approvals_by_hash', 'request_hash');
  await index('approvals_by_state', 'state');
}

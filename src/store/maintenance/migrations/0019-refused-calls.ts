import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/** The newest calls that were refused before they were saved. Those that are alike are one row. */
export async function refusedCalls(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('refused_calls'), 'sequence')
    .addColumn('fold_key', 'text', (c) => c.notNull().unique())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('field', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('terminal_id', 'text')
    .addColumn('programme', 'text')
    .addColumn('key_id', 'text')
    .addColumn('address', 'text')
    .addColumn('first_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('call_count', 'bigint', (c) => c.notNull())
    .execute();
}

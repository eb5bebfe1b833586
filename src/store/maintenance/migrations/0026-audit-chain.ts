import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/** The chain of the audit log. Processes of the release before go on writing rows without an id and a seal. */
export async function auditChain(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  for (const name of ['entry_id', 'seal'])
    await db.schema.alterTable('audit_log').addColumn(name, 'text').execute();
  await db.schema.alterTable('audit_log').addColumn('chain_position', 'bigint').execute();
  await db.schema
    .createIndex('audit_log_unchained')
    .on('audit_log')
    .column('sequence')
    .where(sql<boolean>`chain_position is null`)
    .execute();
  await db.schema
    .createTable('audit_keys')
    .addColumn('key_number', 'integer', (c) => c.notNull().primaryKey())
    .addColumn('sealed_key', column.bytes, (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('audit_chain')
    .addColumn('position', 'bigint', (c) => c.notNull().primaryKey())
    .addColumn('sequence', 'bigint', (c) => c.unique())
    .addColumn('entry_id', 'text', (c) => c.unique())
    .addColumn('entry', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('mac', 'text', (c) => c.notNull())
    .addColumn('key_number', 'integer', (c) => c.notNull())
    .addColumn('beside', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('audit_checkpoints')
    .addColumn('position', 'bigint', (c) => c.notNull().primaryKey())
    .addColumn('checkpoint', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('key_number', 'integer', (c) => c.notNull())
    .execute();
}

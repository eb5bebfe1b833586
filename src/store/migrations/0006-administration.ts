import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../dialect/dialect.js';

/** What operators want to know of terminals and keys, and how far imports of wallets have come. */
export async function administration(db: Kysely<unknown>, _column: ColumnTypes): Promise<void> {
  await db.schema.alterTable('terminals').addColumn('created_at_ms', 'bigint').execute();
  await db.schema.alterTable('api_keys').addColumn('created_at_ms', 'bigint').execute();
  await db.schema.alterTable('api_keys').addColumn('last_used_at_ms', 'bigint').execute();
  await db.schema.createIndex('wallets_customer').on('wallets').column('customer_id').execute();
  await db.schema
    .createTable('wallet_imports')
    .addColumn('import_id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('changed_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .execute();
}

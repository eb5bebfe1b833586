import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/** Adds times of creation and use to terminals and keys, and the progress of wallet imports. */
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

/** Sign-ins at the OpenID provider that have begun. See use-cases/access/sign-in-port. */
export async function begunSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('begun_sign_ins')
    .addColumn('state_hash', 'text', (c) => c.notNull().primaryKey())
    .addColumn('expires_at_ms', 'bigint', (c) => c.notNull())
    .execute();
}

/**
 * Rows are looked for by date and checksum, no longer by the checksum alone, whose index had a page of its own to write for each
 * row; see core/wire/checksum. Rows from before have the key that the processor's own methods give.
 */
export async function checksumKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('transactions')
    .addColumn('checksum_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`update transactions set checksum_key = coalesce(transaction_date, '') || substr(checksum, 1, 12)`.execute(
    db,
  );
  await db.schema.dropIndex('transactions_checksum').execute();
  await db.schema
    .createIndex('transactions_checksum_key')
    .on('transactions')
    .column('checksum_key')
    .execute();
}

/** How often saved answers were given again. They stood beside the ledger, whose rows are written twice only. */
export async function transactionReplays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transaction_replays')
    .addColumn('request_id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('replays', 'bigint', (c) => c.notNull())
    .addColumn('last_at_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('transaction_replays_last')
    .on('transaction_replays')
    .column('last_at_ms')
    .execute();
}

/** From where a terminal may call: a JSON list of networks, null for anywhere. */
export async function terminalAddresses(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('terminals').addColumn('allowed_addresses', 'text').execute();
}

/** When a reversal left while its original was in doubt. The indexes that came with it were made anew by 0015. */
export async function ledgerLookups(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('early_at_ms', 'bigint').execute();
}

/** The resultCode that a terminal heard by default of a transaction that a caller with a key made; null where none did. */
export async function terminalTold(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('terminal_told_code', 'bigint').execute();
}

/** Replays are counted by a metric and told by the log; an import of wallets is made good by running it again. */
export async function fewerTables(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('transaction_replays').execute();
  await db.schema.dropTable('wallet_imports').execute();
}

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/** The ledger and the directory. */
export async function initial(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await createFacts(db);
  await createAuditLog(db, column);
  await createDirectory(db, column);
  await createTransactions(db, column);
  await indexTransactions(db);
}

async function createFacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('store_facts')
    .addColumn('name', 'text', (c) => c.notNull().primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}

/** Creates the log of who changed what, and why. Entries are only added. */
async function createAuditLog(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('audit_log'))
    .addColumn('at_ms', 'bigint', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('after', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('audit_log_subject').on('audit_log').column('subject').execute();
}

async function createDirectory(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('programmes')
    .addColumn('programme', 'text', (c) => c.notNull().primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('terminals')
    .addColumn('terminal_id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('programme', 'text', (c) => c.notNull().references('programmes.programme'))
    .addColumn('checksum_algorithm', 'text', (c) => c.notNull())
    .addColumn('is_disabled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await column
    .addSequence(db.schema.createTable('terminal_passwords'))
    .addColumn('terminal_id', 'text', (c) =>
      c.notNull().references('terminals.terminal_id').onDelete('cascade'),
    )
    .addColumn('sealed_password', column.bytes, (c) => c.notNull())
    .addColumn('expires_at_ms', 'bigint')
    .execute();
  await db.schema
    .createIndex('terminal_passwords_terminal')
    .on('terminal_passwords')
    .column('terminal_id')
    .execute();
  await db.schema
    .createTable('wallets')
    .addColumn('reference', 'text', (c) => c.notNull().primaryKey())
    .addColumn('programme', 'text', (c) => c.notNull().references('programmes.programme'))
    .addColumn('customer_id', 'bigint', (c) => c.notNull())
    .addColumn('is_blocked', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('cards')
    .addColumn('card_id', 'bigint', (c) => c.notNull().primaryKey())
    .addColumn('reference', 'text', (c) => c.notNull().references('wallets.reference').onDelete('cascade'))
    .addColumn('tracking_number', 'text')
    .addColumn('is_default', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('is_blocked', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('cards_reference').on('cards').column('reference').execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('key_id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('programme', 'text', (c) => c.references('programmes.programme'))
    .addColumn('terminal_ids', 'text')
    .addColumn('expires_at_ms', 'bigint')
    .addColumn('is_disabled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

/** No foreign keys: the ledger is history and outlives what it speaks of. The long texts come last, off the scanned part. */
async function createTransactions(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('transactions'))
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('request_key', 'text', (c) => c.notNull())
    .addColumn('method_name', 'text', (c) => c.notNull())
    .addColumn('effect', 'text', (c) => c.notNull())
    .addColumn('door', 'text', (c) => c.notNull())
    .addColumn('programme', 'text', (c) => c.notNull())
    .addColumn('terminal_id', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('customer_id', 'bigint')
    .addColumn('card_id', 'bigint')
    .addColumn('key_id', 'text')
    .addColumn('request_amount', 'bigint')
    .addColumn('transaction_id', 'text')
    .addColumn('transaction_date', 'text')
    .addColumn('reference_id', 'text')
    .addColumn('reference_date', 'text')
    .addColumn('checksum', 'text', (c) => c.notNull())
    .addColumn('borders', 'text', (c) => c.notNull())
    .addColumn('content_hash', 'text', (c) => c.notNull())
    .addColumn('route', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('lease_until_ms', 'bigint', (c) => c.notNull())
    .addColumn('received_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('claimed_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('sent_at_ms', 'bigint')
    .addColumn('answered_at_ms', 'bigint')
    .addColumn('settled_at_ms', 'bigint')
    .addColumn('http_status', 'integer')
    .addColumn('result_code', 'bigint')
    .addColumn('error_code', 'text')
    .addColumn('default_reason', 'text')
    .addColumn('told_result_code', 'bigint')
    .addColumn('next_attempt_at_ms', 'bigint')
    .addColumn('original_request_id', 'text')
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('sealed_body', column.bytes)
    .addColumn('raw_answer', 'text')
    .addColumn('answer', 'text')
    .execute();
}

/**
 * Each Deduct pays for every index before it is sent. The cost is not the entry but the page: a commit writes every page that it
 * changed. Keys that begin with random bytes change a page for each row and index. Keys that grow with time share the few pages at
 * the right-hand edge. Timestamps and sequence blocks therefore come first where the look-ups allow it (equality on all columns
 * does), and partial indexes leave out the states that an ordinary Deduct never has.
 */
async function indexTransactions(db: Kysely<unknown>): Promise<void> {
  const index = (name: string) => db.schema.createIndex(`transactions_${name}`).on('transactions');
  await index('request').unique().column('request_key').execute();
  // 48 bits of the checksum tell rows apart; whoever reads compares the whole.
  await index('checksum')
    .column(sql`substr(checksum, 1, 12)`)
    .execute();
  await index('original')
    .columns(['transaction_date', 'transaction_id'])
    .where(sql<boolean>`effect <> 'none' and transaction_date is not null and transaction_id is not null`)
    .execute();
  await index('reversal')
    .columns(['reference_date', 'reference_id'])
    .where(sql<boolean>`reference_date is not null and reference_id is not null`)
    .execute();
  await index('open')
    .column('state')
    .where(sql<boolean>`state <> 'answered'`)
    .execute();
  await index('due')
    .column('next_attempt_at_ms')
    .where(sql<boolean>`state = 'queued'`)
    .execute();
  await index('received').column('received_at_ms').execute();
  // By block of 1,024 rows: a list of one card looks into each block, newest first, one page per block.
  await index('card')
    .column(sql`(sequence >> 10)`)
    .column('card_id')
    .execute();
  await index('customer')
    .column(sql`(sequence >> 10)`)
    .column('customer_id')
    .execute();
  await index('linked')
    .column('original_request_id')
    .where(sql<boolean>`original_request_id is not null`)
    .execute();
}

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/**
 * Moves the texts of transactions into a table of their own. The short columns remain: claims, settlements and lists read only these.
 * Texts are only added, and PostgreSQL divides them by time. Earlier versions divided the ledger itself on PostgreSQL, and kept the keys of
 * its rows in `transaction_keys`.
 */
export async function ledgerTexts(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await createLedger(db, column);
  await column.createTexts(db);
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)));
  await sql`insert into ledger (${columns}, answer_attempt)
    select ${columns}, case when raw_answer is not null or answer is not null then attempt end
    from transactions order by sequence`.execute(db);
  await sql`insert into transaction_texts (transaction_sequence, received_at_ms, attempt, request)
    select sequence, received_at_ms, attempt, request from transactions order by sequence`.execute(db);
  await sql`insert into transaction_texts (transaction_sequence, received_at_ms, attempt, raw_answer, answer)
    select sequence, received_at_ms, attempt, raw_answer, answer from transactions
    where raw_answer is not null or answer is not null order by sequence`.execute(db);
  await column.replaceTable(db, 'transactions', 'ledger');
  await indexTransactions(db);
  await column.analyze(db, 'transactions');
  await column.analyze(db, 'transaction_texts');
}

const COLUMNS = [
  'sequence',
  'request_id',
  'request_key',
  'method_name',
  'effect',
  'door',
  'programme',
  'terminal_id',
  'reference',
  'customer_id',
  'card_id',
  'key_id',
  'request_amount',
  'transaction_id',
  'transaction_date',
  'reference_id',
  'reference_date',
  'checksum',
  'checksum_key',
  'borders',
  'content_hash',
  'route',
  'state',
  'attempt',
  'owner',
  'lease_until_ms',
  'received_at_ms',
  'claimed_at_ms',
  'sent_at_ms',
  'answered_at_ms',
  'settled_at_ms',
  'http_status',
  'result_code',
  'error_code',
  'default_reason',
  'told_result_code',
  'terminal_told_code',
  'next_attempt_at_ms',
  'original_request_id',
  'early_at_ms',
  'sealed_body',
] as const;

/** No foreign keys: the ledger is history and outlives what it speaks of. */
async function createLedger(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('ledger'))
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('request_key', column.bytewise, (c) => c.notNull())
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
    .addColumn('transaction_date', column.bytewise)
    .addColumn('reference_id', 'text')
    .addColumn('reference_date', column.bytewise)
    .addColumn('checksum', 'text', (c) => c.notNull())
    .addColumn('checksum_key', column.bytewise, (c) => c.notNull())
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
    .addColumn('terminal_told_code', 'bigint')
    .addColumn('next_attempt_at_ms', 'bigint')
    .addColumn('original_request_id', 'text')
    .addColumn('early_at_ms', 'bigint')
    .addColumn('answer_attempt', 'integer')
    .addColumn('sealed_body', column.bytes)
    .execute();
}

/**
 * Each call pays for every index before it is sent, and what costs is not the entry but the page: a commit writes every page that it
 * touched. Keys that begin with something that grows with time share the few pages at the right-hand edge.
 */
async function indexTransactions(db: Kysely<unknown>): Promise<void> {
  const index = (name: string) => db.schema.createIndex(`transactions_${name}`).on('transactions');
  // Claims: one owner of a request id.
  await index('request').unique().column('request_key').execute();
  // Claims: what came with this checksum; and without a key.
  await index('checksum_key').columns(['checksum_key', 'key_id']).execute();
  // Claims of reversals: their original, whose date may be near the one that they name.
  await index('original')
    .columns(['transaction_id', 'terminal_id', 'transaction_date'])
    .where(sql<boolean>`effect <> 'none' and transaction_date is not null and transaction_id is not null`)
    .execute();
  // Claims: a reversal that came before; by the date that it names, and those without an original by one that is near.
  await index('reversal')
    .columns(['reference_id', 'reference_date'])
    .where(sql<boolean>`reference_date is not null and reference_id is not null`)
    .execute();
  await index('unlinked')
    .columns(['reference_id', 'terminal_id', 'reference', 'reference_date'])
    .where(
      sql<boolean>`original_request_id is null and reference_date is not null and reference_id is not null`,
    )
    .execute();
  // Settlements and purges: advices that speak of a row.
  await index('linked')
    .column('original_request_id')
    .where(sql<boolean>`original_request_id is not null`)
    .execute();
  // Housekeeping and lists: what somebody waits for.
  await index('open')
    .column('state')
    .where(sql<boolean>`state <> 'answered'`)
    .execute();
  // Housekeeping: advices that are due.
  await index('due')
    .column('next_attempt_at_ms')
    .where(sql<boolean>`state = 'queued'`)
    .execute();
  // Lists, export and retention: where a time begins.
  await index('received').column('received_at_ms').execute();
  // Lists of a card or customer look into each block of 1,024 rows, newest first, one page per block.
  await index('card')
    .column(sql`(sequence >> 10)`)
    .column('card_id')
    .execute();
  await index('customer')
    .column(sql`(sequence >> 10)`)
    .column('customer_id')
    .execute();
}

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/**
 * Counts of transactions by stretch of time, and how those were counted that are not over; see store/transactions/count. A ledger that is
 * there is counted from the longest span on that anybody asks for. No clock has to be right here: the end of the span is when the middle
 * one of its newest rows was received.
 */
export async function transactionCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transaction_counts')
    .addColumn('span_ms', 'bigint', (c) => c.notNull())
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('approved', 'bigint', (c) => c.notNull())
    .addColumn('declined', 'bigint', (c) => c.notNull())
    .addColumn('refused', 'bigint', (c) => c.notNull())
    .addColumn('in_doubt', 'bigint', (c) => c.notNull())
    .addColumn('contradicted', 'bigint', (c) => c.notNull())
    .addColumn('open', 'bigint', (c) => c.notNull())
    .addColumn('latencies', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('transaction_counts_key', ['span_ms', 'from_ms'])
    .execute();
  await db.schema
    .createTable('counted_rows')
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('answered_at_ms', 'bigint')
    .addPrimaryKeyConstraint('counted_rows_key', ['sequence', 'attempt'])
    .execute();
  for (const name of ['counted_through', 'counted_from']) {
    await sql`insert into store_facts (name, value)
      select ${sql.lit(name)}, cast(min(sequence) - 1 as text) from transactions
      where received_at_ms >= (
        with newest as (select received_at_ms from transactions order by sequence desc limit ${sql.lit(NEWEST_ROWS)})
        select received_at_ms from newest order by received_at_ms
        limit 1 offset ((select count(*) from newest) / 2)) - ${sql.lit(LONGEST_MS)}
      having min(sequence) is not null`.execute(db);
  }
}

/** Half of them received by a wrong clock would be needed to move the end of the span. */
const NEWEST_ROWS = 1000;

/** Seven days, and a stretch. */
const LONGEST_MS = (7 * 24 + 2) * 3_600_000;

/** Adds the currency of a programme's amounts. */
export async function programmeCurrency(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('programmes').addColumn('currency', 'text').execute();
}

/** GraphQL documents that a key may send. */
export async function documentsOfKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_keys')
    .addColumn('documents', 'text', (c) => c.notNull().defaultTo('any'))
    .execute();
}

/** Adds the newest refusals of calls that were never saved. Equal refusals share one row. */
export async function refusedCalls(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('refused_calls'))
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

/** Why the last attempt brought no answer, and when a refused one was sent. */
export async function downstreamFailure(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('failure', 'text').execute();
  await db.schema.alterTable('transactions').addColumn('refused_sent_at_ms', 'bigint').execute();
}

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

/** Indexes for lists and for the search. No Deduct writes to any of them. */
export async function searchIndexes(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  // Transaction ids of the calls that `transactions_original` leaves out: calls that only ask, and calls without a date. By block of
  // 1,024 rows, as for cards (0015): an entry at a random place would make a Balance a tenth dearer.
  await db.schema
    .createIndex('transactions_called')
    .on('transactions')
    .column(sql`(sequence >> 10)`)
    .column('transaction_id')
    .where(sql<boolean>`transaction_id is not null and (effect = 'none' or transaction_date is null)`)
    .execute();
  // Lists of wallets, in the order of references.
  await db.schema
    .createIndex('wallets_programme')
    .on('wallets')
    .columns(['programme', 'reference'])
    .execute();
  await db.schema
    .createIndex('wallets_blocked')
    .on('wallets')
    .column('reference')
    .where(sql<boolean>`is_blocked = 1`)
    .execute();
  await column.indexPrefixes(db, 'wallets', 'reference');
  await db.schema
    .createIndex('events_card')
    .on('events')
    .columns(['card_id', 'sequence'])
    .where(sql<boolean>`card_id is not null`)
    .execute();
  await db.schema
    .createIndex('deliveries_open')
    .on('deliveries')
    .column('sequence')
    .where(sql<boolean>`state <> 'delivered'`)
    .execute();
  await db.schema
    .createIndex('digitizations_reference')
    .on('digitizations')
    .column('token_reference')
    .execute();
}

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

/** Console sessions of people who signed in with OpenID Connect. Their columns are null for a session of a key. */
export async function sessionsOfPeople(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  // One at a time: SQLite adds no two columns in one statement.
  const sessions = (): ReturnType<typeof db.schema.alterTable> => db.schema.alterTable('console_sessions');
  await sessions().addColumn('role', 'text').execute();
  await sessions().addColumn('sealed_refresh_token', column.bytes).execute();
  await sessions().addColumn('checked_at_ms', 'bigint').execute();
  await sessions().addColumn('confirmed_at_ms', 'bigint').execute();
}

/** Changes that wait for a second person, and those that the command line made without one. No row holds a secret. */
export async function approvals(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('approvals'))
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

/**
 * Drops the keys of a divided ledger (0010, on PostgreSQL). 0015 left the table behind, and no purge deletes its references and
 * transaction ids.
 */
export async function noTransactionKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('transaction_keys').ifExists().execute();
}

/**
 * Indexes queued advices by route. A route that must wait may have any number of them, and a round of housekeeping reads none of
 * these to find the due ones of other routes.
 */
export async function dueByRoute(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('transactions_route_due')
    .on('transactions')
    .columns(['route', 'next_attempt_at_ms'])
    .where(sql<boolean>`state = 'queued'`)
    .execute();
  await db.schema.dropIndex('transactions_due').execute();
}

/** Indexes the calls of terminals by their arguments: a call is one transaction, whatever password or algorithm signed it. */
export async function keylessDigests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('transactions_keyless')
    .on('transactions')
    .columns(['borders', 'terminal_id'])
    .where(sql<boolean>`key_id is null`)
    .execute();
}

/** A token that was deleted gets another decision. The lock of the token keeps two decisions apart. */
export async function decisionsAfterDeletion(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('token_authorizations_final').execute();
}

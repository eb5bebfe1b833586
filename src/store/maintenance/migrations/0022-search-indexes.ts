import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

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

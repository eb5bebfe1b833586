import { sql, type Kysely } from 'kysely';

/**
 * Rows are looked for by date and checksum, no longer by the checksum alone, whose index had a page of its own to write for each
 * row; see core/checksum. Rows from before have the key that the processor's own methods give.
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

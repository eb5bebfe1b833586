import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from '../dialect/dialect.js';

/** Activation codes of manually added cards (service.md 1.9); only a keyed hash of the code is kept. */
export async function activationCodes(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('activation_codes'), 'sequence')
    .addColumn('attempt_id', 'text', (c) => c.notNull())
    .addColumn('programme', 'text', (c) => c.notNull())
    .addColumn('card_id', 'bigint', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('issued_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('expires_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('issued_by', 'text', (c) => c.notNull())
    .addColumn('checked_at_ms', 'bigint')
    .addColumn('checked_by', 'text')
    .addColumn('wrong_codes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('activation_codes_card')
    .on('activation_codes')
    .columns(['card_id', 'sequence'])
    .execute();
  await db.schema
    .createIndex('activation_codes_card_open')
    .unique()
    .on('activation_codes')
    .column('card_id')
    .where(sql<boolean>`state = 'issued'`)
    .execute();
}

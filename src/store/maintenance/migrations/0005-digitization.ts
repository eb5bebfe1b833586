import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/** What the card network asked for, and what became of it. */
export async function digitization(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await createAuthorizations(db, column);
  await createDigitizations(db, column);
  await db.schema
    .createIndex('provisioning_attempts_verified')
    .on('provisioning_attempts')
    .column('verified_at_ms')
    .where(sql<boolean>`state = 'verified'`)
    .execute();
}

/** One row for each decision. A token reference has one final decision, and any number of requests for more authentication before. */
async function createAuthorizations(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('token_authorizations'), 'sequence')
    .addColumn('programme', 'text', (c) => c.notNull())
    .addColumn('token_reference', 'text', (c) => c.notNull())
    .addColumn('card_id', 'bigint', (c) => c.notNull())
    .addColumn('token_requestor_id', 'text', (c) => c.notNull())
    .addColumn('wallet_id', 'text', (c) => c.notNull())
    .addColumn('path', 'text')
    .addColumn('recommendation', 'text')
    .addColumn('pan_source', 'text')
    .addColumn('device_type', 'text')
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('attempt_id', 'text')
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('decided_at_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('token_authorizations_token')
    .on('token_authorizations')
    .columns(['programme', 'token_reference', 'sequence'])
    .execute();
  await db.schema
    .createIndex('token_authorizations_final')
    .unique()
    .on('token_authorizations')
    .columns(['programme', 'token_reference'])
    .where(sql<boolean>`decision <> 'REQUIRE_ADDITIONAL_AUTHENTICATION'`)
    .execute();
}

async function createDigitizations(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('digitizations'), 'sequence')
    .addColumn('programme', 'text', (c) => c.notNull())
    .addColumn('token_reference', 'text', (c) => c.notNull())
    .addColumn('card_id', 'bigint', (c) => c.notNull())
    .addColumn('customer_id', 'bigint', (c) => c.notNull())
    .addColumn('token_requestor_id', 'text')
    .addColumn('wallet_id', 'text')
    .addColumn('device_type', 'text')
    .addColumn('pan_last_four', 'text')
    .addColumn('attempt_id', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason_code', 'text')
    .addColumn('last_event', 'text', (c) => c.notNull())
    .addColumn('last_event_sequence', 'bigint', (c) => c.notNull())
    .addColumn('reported_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('changed_at_ms', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('digitizations_token', ['programme', 'token_reference'])
    .execute();
  await db.schema
    .createIndex('digitizations_card')
    .on('digitizations')
    .columns(['card_id', 'sequence'])
    .execute();
}

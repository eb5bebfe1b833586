import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../../engine/dialect.js';

/** The event log, and the webhooks that are sent from it. */
export async function events(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await createEvents(db, column);
  await createEndpoints(db, column);
  await createDeliveries(db, column);
}

async function createEvents(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('events'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('dedupe_key', 'text', (c) => c.notNull().unique())
    .addColumn('programme', 'text')
    .addColumn('card_id', 'bigint')
    .addColumn('occurred_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('recorded_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .execute();
}

async function createEndpoints(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('endpoints'))
    .addColumn('endpoint_id', 'text', (c) => c.notNull().unique())
    .addColumn('programme', 'text', (c) => c.notNull().references('programmes.programme'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('sealed_secret', column.bytes, (c) => c.notNull())
    .addColumn('sealed_former_secret', column.bytes)
    .addColumn('former_secret_until_ms', 'bigint')
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('failing_since_ms', 'bigint')
    .addColumn('warned_at_ms', 'bigint')
    .addColumn('disabled_at_ms', 'bigint')
    .addColumn('disabled_reason', 'text')
    .execute();
  await db.schema.createIndex('endpoints_programme').on('endpoints').column('programme').execute();
}

async function createDeliveries(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('deliveries'))
    .addColumn('event_sequence', 'bigint', (c) =>
      c.notNull().references('events.sequence').onDelete('cascade'),
    )
    .addColumn('endpoint_id', 'text', (c) => c.notNull().references('endpoints.endpoint_id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at_ms', 'bigint')
    .addColumn('lease_token', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_until_ms', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['endpoint_id', 'next_attempt_at_ms'])
    .where(sql<boolean>`state = 'pending'`)
    .execute();
  await db.schema
    .createIndex('deliveries_event')
    .unique()
    .on('deliveries')
    .columns(['event_sequence', 'endpoint_id'])
    .execute();
  await db.schema
    .createIndex('deliveries_endpoint')
    .on('deliveries')
    .columns(['endpoint_id', 'sequence'])
    .execute();
  await column
    .addSequence(db.schema.createTable('delivery_attempts'))
    .addColumn('delivery', 'bigint', (c) => c.notNull().references('deliveries.sequence').onDelete('cascade'))
    .addColumn('started_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('duration_ms', 'bigint', (c) => c.notNull())
    .addColumn('http_status', 'integer')
    .addColumn('failure', 'text')
    .addColumn('response_excerpt', 'text')
    .execute();
  await db.schema
    .createIndex('delivery_attempts_delivery')
    .on('delivery_attempts')
    .column('delivery')
    .execute();
}

/** Push provisioning: what a programme agreed on, its shared keys, and the attempts to put a card into a wallet. */
export async function provisioning(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await extendProgrammes(db);
  await createSharedKeys(db, column);
  await createAttempts(db, column);
}

/** The defaults of docs/reference/provisioning.md#secrets. */
async function extendProgrammes(db: Kysely<unknown>): Promise<void> {
  const add = (name: string, type: 'text' | 'integer', fallback: string | number): Promise<void> =>
    db.schema
      .alterTable('programmes')
      .addColumn(name, type, (c) => c.notNull().defaultTo(fallback))
      .execute();
  await add('otp_digits', 'integer', 8);
  await add('otp_algorithm', 'text', 'sha256');
  await add('otp_step_ms', 'integer', 60_000);
  await add('otp_derivation', 'text', 'hmac');
  await add('secret_validity_ms', 'integer', 60_000);
  await add('verifier', 'text', 'gateway');
}

async function createSharedKeys(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('shared_keys')
    .addColumn('programme', 'text', (c) => c.notNull().references('programmes.programme'))
    .addColumn('shared_key_id', 'text', (c) => c.notNull())
    .addColumn('sealed_key', column.bytes, (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('changed_at_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('shared_keys_key', ['programme', 'shared_key_id'])
    .execute();
}

/** No foreign keys to the directory: attempts are history. `counter` is the time step of the code that was issued (RFC 6238: T). */
async function createAttempts(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('provisioning_attempts'))
    .addColumn('attempt_id', 'text', (c) => c.notNull().unique())
    .addColumn('programme', 'text', (c) => c.notNull())
    .addColumn('card_id', 'bigint', (c) => c.notNull())
    .addColumn('customer_id', 'bigint', (c) => c.notNull())
    .addColumn('shared_key_id', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('issued_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('expires_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('verified_at_ms', 'bigint')
    .addColumn('authorized_at_ms', 'bigint')
    .addColumn('digitized_at_ms', 'bigint')
    .addColumn('wrong_codes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('drift_steps', 'integer')
    .addColumn('token_reference', 'text')
    .addColumn('wallet_id', 'text')
    .addColumn('last_refusal', 'text')
    .execute();
  await db.schema
    .createIndex('provisioning_attempts_card')
    .on('provisioning_attempts')
    .columns(['card_id', 'sequence'])
    .execute();
  await db.schema
    .createIndex('provisioning_attempts_counter')
    .on('provisioning_attempts')
    .columns(['card_id', 'counter'])
    .execute();
  await db.schema
    .createIndex('provisioning_attempts_card_open')
    .on('provisioning_attempts')
    .column('card_id')
    .where(sql<boolean>`state = 'issued'`)
    .execute();
  await db.schema
    .createIndex('provisioning_attempts_open')
    .on('provisioning_attempts')
    .column('expires_at_ms')
    .where(sql<boolean>`state = 'issued'`)
    .execute();
  await db.schema
    .createIndex('provisioning_attempts_token')
    .on('provisioning_attempts')
    .column('token_reference')
    .where(sql<boolean>`token_reference is not null`)
    .execute();
  await column
    .addSequence(db.schema.createTable('attempt_history'))
    .addColumn('attempt_id', 'text', (c) => c.notNull())
    .addColumn('at_ms', 'bigint', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('from_state', 'text')
    .addColumn('to_state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .execute();
  await db.schema.createIndex('attempt_history_attempt').on('attempt_history').column('attempt_id').execute();
}

/** Activation codes of manually added cards (docs/reference/provisioning.md#activation-codes); only a keyed hash of the code is kept. */
export async function activationCodes(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column
    .addSequence(db.schema.createTable('activation_codes'))
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

/** Adds the requests of the card network for a token, with the decisions. */
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
    .addSequence(db.schema.createTable('token_authorizations'))
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
    .addSequence(db.schema.createTable('digitizations'))
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

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
    .addSequence(db.schema.createTable('events'), 'sequence')
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
    .addSequence(db.schema.createTable('endpoints'), 'sequence')
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
    .addSequence(db.schema.createTable('deliveries'), 'sequence')
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
    .addSequence(db.schema.createTable('delivery_attempts'), 'sequence')
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

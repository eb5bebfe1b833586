import { sql } from 'kysely';
import type { StoreDialect } from '../dialect/dialect.js';

/** Deliveries with what of their event and endpoint belongs to them, under the names of a Delivery. */
export function selectDeliveries({ compiler, leaseNow }: StoreDialect) {
  return compiler
    .selectFrom('deliveries')
    .innerJoin('events', 'events.sequence', 'deliveries.event_sequence')
    .innerJoin('endpoints', 'endpoints.endpoint_id', 'deliveries.endpoint_id')
    .select([
      'deliveries.sequence',
      'deliveries.event_sequence as eventSequence',
      'events.type as eventType',
      'deliveries.endpoint_id as endpointId',
      'endpoints.programme',
      'deliveries.state',
      'deliveries.tries',
      // While a delivery is leased its next attempt is under way.
      sql<number | null>`case when deliveries.lease_until_ms > ${leaseNow} then null
        else deliveries.next_attempt_at_ms end`.as('nextAttemptAtMs'),
      'events.recorded_at_ms as createdAtMs',
    ]);
}

/** Said in so many words, because SQLite uses a partial index only for a query that repeats its condition. */
export const IS_PENDING = sql<boolean>`deliveries.state = 'pending'`;

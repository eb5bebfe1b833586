import { sql, type Kysely } from 'kysely';
import type { Delivery } from '../../usecase/ports.js';
import type { Tables } from '../schema.js';

/** Deliveries with what of their event and endpoint belongs to them, under the names of a Delivery. */
export function selectDeliveries(compiler: Kysely<Tables>) {
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
      'deliveries.next_attempt_at_ms as nextAttemptAtMs',
      'deliveries.lease_until_ms as leaseUntilMs',
      'events.recorded_at_ms as createdAtMs',
    ]);
}

export interface DeliveryRow extends Delivery {
  readonly leaseUntilMs: number;
}

/** While a delivery is leased its next attempt is under way. */
export function deliveryOf({ leaseUntilMs, ...row }: DeliveryRow, nowMs: number): Delivery {
  return leaseUntilMs > nowMs ? { ...row, nextAttemptAtMs: null } : row;
}

/** Said in so many words, because SQLite uses a partial index only for a query that repeats its condition. */
export const IS_PENDING = sql<boolean>`deliveries.state = 'pending'`;

import { sql } from 'kysely';
import type { Delivery, DeliveryAttempt, DeliveryFilter } from '../../use-cases/events/delivery-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createExtent, INDEXED_ROWS, type RowsWanted, type WindowedRows } from '../engine/windowed-list.js';
import { named } from '../engine/names.js';

export interface DeliveryReader extends WindowedRows<DeliveryFilter, Delivery> {
  find(sequence: number): Operation<Delivery | null>;
  attempts(sequences: readonly number[]): Operation<ReadonlyMap<number, readonly DeliveryAttempt[]>>;
}

export function createDeliveryReader(dialect: StoreDialect, scanRows: number): DeliveryReader {
  const bySequence = compile((p: { sequence: number }) =>
    selectDeliveries(dialect).where('deliveries.sequence', '=', p.sequence),
  );
  const attempts = compileAttempts(dialect);
  return {
    *find(sequence) {
      return yield* first(bySequence, { sequence });
    },
    extent: createExtent(dialect, 'deliveries'),
    windowRows({ eventSequence, endpointId, state }) {
      if (eventSequence !== undefined) return Number.MAX_SAFE_INTEGER;
      return endpointId !== undefined || isOpen(state) ? INDEXED_ROWS : scanRows;
    },
    *rowsIn(args) {
      return (yield* run(matching(dialect, args), {})).rows;
    },
    *attempts(sequences) {
      const found = new Map<number, readonly DeliveryAttempt[]>();
      for (const delivery of sequences) found.set(delivery, (yield* run(attempts, { delivery })).rows);
      return found;
    },
  };
}

function matching(dialect: StoreDialect, args: RowsWanted<DeliveryFilter>) {
  const { filter, window } = args;
  return compile(() => {
    let query = selectDeliveries(dialect)
      .where('deliveries.sequence', '>=', window.oldest)
      .where('deliveries.sequence', '<=', window.newest)
      .orderBy('deliveries.sequence', args.newestFirst ? 'desc' : 'asc')
      .limit(args.limit);
    if (filter.programme != null) query = query.where('endpoints.programme', '=', filter.programme);
    if (filter.endpointId !== undefined)
      query = query.where('deliveries.endpoint_id', '=', filter.endpointId);
    if (filter.eventSequence !== undefined)
      query = query.where('deliveries.event_sequence', '=', filter.eventSequence);
    if (filter.eventType !== undefined) query = query.where('events.type', '=', filter.eventType);
    if (filter.state !== undefined) query = query.where('deliveries.state', '=', filter.state);
    if (isOpen(filter.state)) query = query.where(IS_OPEN);
    if (filter.recordedFromMs !== undefined)
      query = query.where('events.recorded_at_ms', '>=', filter.recordedFromMs);
    if (filter.recordedToMs !== undefined)
      query = query.where('events.recorded_at_ms', '<', filter.recordedToMs);
    return query;
  });
}

function isOpen(state: DeliveryFilter['state']): boolean {
  return state === 'pending' || state === 'dead';
}

/** Explicit, because SQLite uses a partial index only for a query that repeats its condition. */
const IS_OPEN = sql<boolean>`deliveries.state <> 'delivered'`;

function compileAttempts({ compiler }: StoreDialect) {
  return compile((p: { delivery: number }) =>
    compiler
      .selectFrom('delivery_attempts')
      .select(named('startedAtMs', 'durationMs', 'httpStatus', 'failure', 'responseExcerpt'))
      .where('delivery', '=', p.delivery)
      .orderBy('sequence'),
  );
}

/** Selects deliveries with the columns of their event and endpoint, under the names of a Delivery. */
function selectDeliveries({ compiler, leaseNow }: StoreDialect) {
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
      'deliveries.tries as attemptCount',
      // The next attempt of a leased delivery is running.
      sql<number | null>`case when deliveries.lease_until_ms > ${leaseNow} then null
        else deliveries.next_attempt_at_ms end`.as('nextAttemptAtMs'),
      'events.recorded_at_ms as createdAtMs',
    ]);
}

import { sql, type SqlBool } from 'kysely';
import type { Deliveries, ResendRange } from '../../use-cases/events/delivery-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, firstOnce, type Operation, runOnce } from '../engine/operation.js';
import { isWanted } from './append.js';
import { compileNext } from './event-log.js';

type Resent = Awaited<ReturnType<Deliveries['resendRange']>>;

/** Makes deliveries due again. The token grows, so that a running attempt can no longer finish them. Earlier attempts stay. */
export function createResend(dialect: StoreDialect) {
  const { compiler, leaseNow } = dialect;
  const next = compileNext(dialect);
  const again = {
    state: 'pending' as const,
    attempt_count: 0,
    next_attempt_at_ms: leaseNow,
    lease_token: sql<number>`deliveries.lease_token + 1`,
    lease_until_ms: 0,
  };
  /** A delivery that is being sent does not count as undelivered. */
  const isUndelivered = sql<SqlBool>`(deliveries.state = 'dead'
    or deliveries.state = 'pending' and deliveries.lease_until_ms <= ${leaseNow})`;
  return {
    /** Returns the sequence of the delivery, or null when none exists. */
    *one({ sequence }: { readonly sequence: number }): Operation<number | null> {
      const resent = compiler.updateTable('deliveries').set(again).where('sequence', '=', sequence);
      return (yield* firstOnce(resent.returning('sequence')))?.sequence ?? null;
    },
    /** Resends the events of the endpoint's programme. It gets a delivery of those that it has none of. */
    *range(range: Omit<ResendRange, 'note'>): Operation<Resent> {
      const isChosen = range.isUndeliveredOnly ? isUndelivered : sql<SqlBool>`1 = 1`;
      const lastEvent = range.afterEvent + range.limit;
      const events = compiler
        .selectFrom('endpoints')
        .innerJoin('events', 'events.programme', 'endpoints.programme')
        .select(['events.sequence', 'endpoints.endpoint_id'])
        .select([sql<'pending'>`'pending'`.as('state'), sql<number>`${leaseNow}`.as('due')])
        .where('endpoints.endpoint_id', '=', range.endpointId)
        .where(isWanted(sql.ref('events.type')))
        .where('events.sequence', '>', range.afterEvent)
        .where('events.sequence', '<=', lastEvent)
        .where('events.recorded_at_ms', '>=', range.fromMs ?? 0)
        .where('events.recorded_at_ms', '<', range.toMs ?? Number.MAX_SAFE_INTEGER)
        .orderBy('events.sequence');
      const { changes } = yield* runOnce(
        compiler
          .insertInto('deliveries')
          .columns(['event_sequence', 'endpoint_id', 'state', 'next_attempt_at_ms'])
          .expression(events)
          .onConflict((conflict) =>
            conflict.columns(['event_sequence', 'endpoint_id']).doUpdateSet(again).where(isChosen),
          ),
      );
      // A restore leaves a gap that is a billion wide.
      const following = yield* first(next, { through: lastEvent });
      return { count: changes, lastEvent: following === null ? null : following.sequence - 1 };
    },
  };
}

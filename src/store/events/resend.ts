import { sql } from 'kysely';
import type { Deliveries, ResendRange } from '../../use-cases/events/delivery-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { compileNext } from './event-log.js';

type Resent = Awaited<ReturnType<Deliveries['resendRange']>>;

/** Makes deliveries due again. The token grows, so that a running attempt can no longer finish them. Earlier attempts stay. */
export function createResend(dialect: StoreDialect) {
  const again = compileAgain(dialect);
  const anew = compileAddFor(dialect);
  const next = compileNext(dialect);
  const candidates = {
    all: compileCandidates(dialect, false),
    undelivered: compileCandidates(dialect, true),
  };
  return {
    /** Returns the sequence of the delivery, or null when none exists. */
    *one(args: { readonly sequence: number }): Operation<number | null> {
      return (yield* first(again, args))?.sequence ?? null;
    },
    *range(range: Omit<ResendRange, 'audit' | 'nowMs'>): Operation<Resent> {
      const statement = range.isUndeliveredOnly ? candidates.undelivered : candidates.all;
      const lastEvent = range.afterEvent + range.limit;
      const { rows } = yield* run(statement, {
        ...range,
        lastEvent,
        fromMs: range.fromMs ?? 0,
        toMs: range.toMs ?? Number.MAX_SAFE_INTEGER,
      });
      for (const { delivery, event } of rows) {
        if (delivery === null) yield* run(anew, { ...range, event });
        else yield* run(again, { sequence: delivery });
      }
      // A restore leaves a gap that is a billion wide.
      const following = yield* first(next, { through: lastEvent });
      return { count: rows.length, lastEvent: following === null ? null : following.sequence - 1 };
    },
  };
}

/**
 * Selects the events of the endpoint's programme, with their delivery where one exists. A delivery that is being sent does not
 * count as undelivered.
 */
function compileCandidates({ compiler, leaseNow }: StoreDialect, isUndeliveredOnly: boolean) {
  return compile(
    (p: { endpointId: string; afterEvent: number; lastEvent: number; fromMs: number; toMs: number }) => {
      const events = compiler
        .selectFrom('endpoints')
        .innerJoin('events', 'events.programme', 'endpoints.programme')
        .leftJoin('deliveries', (join) =>
          join
            .onRef('deliveries.event_sequence', '=', 'events.sequence')
            .onRef('deliveries.endpoint_id', '=', 'endpoints.endpoint_id'),
        )
        .select(['events.sequence as event', 'deliveries.sequence as delivery'])
        .where('endpoints.endpoint_id', '=', p.endpointId)
        .where('events.sequence', '>', p.afterEvent)
        .where('events.sequence', '<=', p.lastEvent)
        .where('events.recorded_at_ms', '>=', p.fromMs)
        .where('events.recorded_at_ms', '<', p.toMs)
        .orderBy('events.sequence');
      if (!isUndeliveredOnly) return events;
      return events.where((eb) =>
        eb.or([
          eb('deliveries.sequence', 'is', null),
          eb('deliveries.state', '=', sql.lit('dead')),
          eb.and([
            eb('deliveries.state', '=', sql.lit('pending')),
            eb('deliveries.lease_until_ms', '<=', leaseNow),
          ]),
        ]),
      );
    },
  );
}

function compileAgain({ compiler, leaseNow }: StoreDialect) {
  return compile((p: { sequence: number }) =>
    compiler
      .updateTable('deliveries')
      .set((eb) => ({
        state: sql.lit('pending'),
        attempt_count: sql.lit(0),
        next_attempt_at_ms: leaseNow,
        lease_token: eb('lease_token', '+', sql.lit(1)),
        lease_until_ms: sql.lit(0),
      }))
      .where('sequence', '=', p.sequence)
      .returning('sequence'),
  );
}

/** Adds a delivery that is due at once. */
export function compileAddFor({ compiler, leaseNow }: StoreDialect) {
  return compile((p: { event: number; endpointId: string }) =>
    compiler
      .insertInto('deliveries')
      .values({
        event_sequence: p.event,
        endpoint_id: p.endpointId,
        state: sql.lit('pending'),
        next_attempt_at_ms: leaseNow,
      })
      .returning('sequence'),
  );
}

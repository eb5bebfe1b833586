import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { NewEvent, StoredEvent } from '../../core/events/event.js';
import type { StoreDialect } from '../engine/dialect.js';
import { EVENT_LOG } from '../engine/locks.js';
import { first, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { columnsOf } from '../engine/names.js';
import { everyOf } from '../engine/schema.js';

/**
 * Writes an event and one delivery for each enabled endpoint of its programme, as a step of the operation that causes it: one
 * commit, or none. The result is the event's sequence, or null when an event with its dedupeKey exists.
 *
 * On PostgreSQL other events wait from here to the commit, so only rows that nobody else waits for are written after it.
 */
export type AppendEvent = (event: NewEvent, nowMs: number) => Step<number | null>;

export function createAppendEvent({ compiler, leaseNow, lock }: StoreDialect): AppendEvent {
  const insert = compile((p: NewEvent & { readonly nowMs: number }) =>
    compiler
      .insertInto('events')
      .values({
        ...columnsOf(p, 'type', 'dedupeKey', 'programme', 'cardId', 'occurredAtMs', 'data'),
        recorded_at_ms: p.nowMs,
      })
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .returning('sequence'),
  );
  const deliver = compile((p: { sequence: number; programme: string; type: string }) =>
    compiler
      .insertInto('deliveries')
      .columns(['event_sequence', 'endpoint_id', 'state', 'next_attempt_at_ms'])
      .expression((eb) =>
        eb
          .selectFrom('endpoints')
          .select([
            sql<number>`cast(${p.sequence} as bigint)`.as('event_sequence'),
            'endpoint_id',
            sql<'pending'>`'pending'`.as('state'),
            sql<number>`${leaseNow}`.as('next_attempt_at_ms'),
          ])
          .where('programme', '=', p.programme)
          .where('disabled_reason', 'is', null)
          .where(isWanted(sql`cast(${p.type} as text)`)),
      ),
  );
  return function* append(event, nowMs) {
    yield* lock(EVENT_LOG);
    const { rows } = yield* run(insert, { ...event, nowMs });
    const [row] = rows;
    if (row === undefined) return null;
    if (event.programme !== null) {
      yield* run(deliver, { sequence: row.sequence, programme: event.programme, type: event.type });
    }
    return row.sequence;
  };
}

/** Holds where an endpoint gets events of this type. */
export function isWanted(type: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(endpoints.event_types is null or endpoints.event_types like '%"' || ${type} || '"%')`;
}

/** Columns of a StoredEvent under its names. */
export const EVENT = everyOf('events');

export function createFindEvent({ compiler }: StoreDialect) {
  const events = compiler.selectFrom('events').select(EVENT);
  const byKey = compile((p: { dedupeKey: string }) => events.where('dedupe_key', '=', p.dedupeKey));
  const bySequence = compile((p: { sequence: number }) => events.where('sequence', '=', p.sequence));
  return {
    byKey: (dedupeKey: string): Step<StoredEvent | null> => first(byKey, { dedupeKey }),
    bySequence: (sequence: number): Step<StoredEvent | null> => first(bySequence, { sequence }),
  };
}

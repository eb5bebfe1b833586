import { sql } from 'kysely';
import type { NewEvent } from '../../core/event.js';
import type { StoreDialect } from '../dialect/dialect.js';
import type { EventLogLock } from '../locks.js';
import { run, type Step } from '../operation.js';
import { compile } from '../statement.js';

/**
 * Writes an event and one delivery for each enabled endpoint of its programme, as a step of the operation that causes it: one
 * commit, or none. The step's result is the event's sequence, and null when the event (by its dedupeKey) is there already.
 *
 * Readers see events in the order of their sequences only if no two commits assign them at once: `log` comes from the commit queue, which
 * gives it to operations that hold the lock of the event log.
 */
export type AppendEvent = (log: EventLogLock, event: NewEvent, nowMs: number) => Step<number | null>;

export function createAppendEvent({ compiler, leaseNow }: StoreDialect): AppendEvent {
  const insert = compile((p: NewEvent & { readonly nowMs: number }) =>
    compiler
      .insertInto('events')
      .values({
        type: p.type,
        dedupe_key: p.dedupeKey,
        programme: p.programme,
        card_id: p.cardId,
        occurred_at_ms: p.occurredAtMs,
        recorded_at_ms: p.nowMs,
        data: p.data,
      })
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .returning('sequence'),
  );
  const deliver = compile((p: { sequence: number; programme: string }) =>
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
          .where('disabled_reason', 'is', null),
      ),
  );
  return function* append(_log, event, nowMs) {
    const { rows } = yield* run(insert, { ...event, nowMs });
    const [row] = rows;
    if (row === undefined) return null;
    if (event.programme !== null) {
      yield* run(deliver, { sequence: row.sequence, programme: event.programme });
    }
    return row.sequence;
  };
}

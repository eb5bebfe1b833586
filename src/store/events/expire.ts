import type { EventLog } from '../../usecase/events/event-port.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { first, run, type Operation, type Step } from '../operation.js';
import { compile } from '../statement.js';

export interface Expiry {
  /** The highest sequence that was ever deleted; 0 for none. A reader that is not past it may miss something. */
  expiredThrough(): Step<number>;
  expire(args: Parameters<EventLog['expire']>[0]): Operation<Awaited<ReturnType<EventLog['expire']>>>;
}

/**
 * Forgets old events. What was deleted is remembered as one number, kept with the commit that deletes: it tells a cursor that
 * lost something from one that lost nothing, also when the log is empty.
 */
export function createExpiry(dialect: StoreDialect): Expiry {
  const statements = compileStatements(dialect);

  function* expiredThrough(): Step<number> {
    return Number((yield* first(statements.find, { name: FACT }))?.value ?? 0);
  }

  return {
    expiredThrough,
    *expire({ recordedBeforeMs, after, limit }) {
      const { rows } = yield* run(statements.oldest, { after, limit });
      const young = rows.findIndex((row) => row.recordedAtMs >= recordedBeforeMs);
      const old = young === -1 ? rows : rows.slice(0, young);
      const deletable = old.filter((row) => row.waiting === null).map(({ sequence }) => sequence);
      for (const sequence of deletable) {
        yield* run(statements.deleteDeliveries, { sequence });
        yield* run(statements.deleteEvent, { sequence });
      }
      const highest = Math.max(yield* expiredThrough(), ...deletable);
      if (deletable.length > 0) yield* run(statements.put, { name: FACT, value: String(highest) });
      const isDone = young !== -1 || rows.length < limit;
      return { deleted: deletable.length, through: isDone ? null : (rows.at(-1)?.sequence ?? null) };
    },
  };
}

const FACT = 'events_expired_through';

function compileStatements({ compiler }: StoreDialect) {
  return {
    find: compile((p: { name: string }) =>
      compiler.selectFrom('store_facts').select('value').where('name', '=', p.name),
    ),
    put: compile((p: { name: string; value: string }) =>
      compiler
        .insertInto('store_facts')
        .values({ name: p.name, value: p.value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value })),
    ),
    oldest: compile((p: { after: number; limit: number }) =>
      compiler
        .selectFrom('events')
        .select((eb) => [
          'sequence',
          'recorded_at_ms as recordedAtMs',
          eb
            .selectFrom('deliveries')
            .select('deliveries.sequence')
            .whereRef('deliveries.event_sequence', '=', 'events.sequence')
            .where('deliveries.state', '=', 'pending')
            .limit(1)
            .as('waiting'),
        ])
        .where('sequence', '>', p.after)
        .orderBy('sequence')
        .limit(p.limit),
    ),
    deleteDeliveries: compile((p: { sequence: number }) =>
      compiler.deleteFrom('deliveries').where('event_sequence', '=', p.sequence),
    ),
    deleteEvent: compile((p: { sequence: number }) =>
      compiler.deleteFrom('events').where('sequence', '=', p.sequence),
    ),
  };
}

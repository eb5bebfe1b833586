import type { StoredEvent } from '../../core/event.js';
import type { EventFilter, EventList } from '../../usecase/ports.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import type { Range } from '../ledger/filter.js';
import { first, run, type Operation } from '../operation.js';
import type { StoreSettings } from '../settings.js';
import { compile } from '../statement.js';
import { createWindowedList } from '../windowed-list.js';

/** The event log as people read it: newest first, filtered, in pages. */
export function createEventList(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly settings: Pick<StoreSettings, 'scanRows' | 'pageRowsMax'>;
}): EventList {
  const { connection } = args;
  const { compiler } = args.dialect;
  const find = compile((p: { sequence: number }) =>
    compiler.selectFrom('events').select(EVENT).where('sequence', '=', p.sequence),
  );
  const extent = compile(() =>
    compiler
      .selectFrom('events')
      .select((eb) => [eb.fn.min('sequence').as('oldest'), eb.fn.max('sequence').as('newest')]),
  );
  return {
    find: (sequence) => connection.read(first(find, { sequence })),
    list: createWindowedList<EventFilter, StoredEvent>(connection, args.settings, {
      *extent() {
        const range = yield* first(extent, {});
        return range?.oldest == null ? null : range;
      },
      rowsIn: (part) => rowsIn(args.dialect, part),
    }),
  };
}

/** The columns of a StoredEvent under its names. */
export const EVENT = [
  'events.sequence',
  'events.type',
  'events.dedupe_key as dedupeKey',
  'events.programme',
  'events.card_id as cardId',
  'events.occurred_at_ms as occurredAtMs',
  'events.recorded_at_ms as recordedAtMs',
  'events.data',
] as const;

function* rowsIn(
  { compiler }: StoreDialect,
  args: { filter: EventFilter; window: Range; newestFirst: boolean; limit: number },
): Operation<readonly StoredEvent[]> {
  const { filter, window } = args;
  const statement = compile(() =>
    compiler
      .selectFrom('events')
      .select(EVENT)
      .where('sequence', '>=', window.oldest)
      .where('sequence', '<=', window.newest)
      .$if(filter.programme != null, (q) => q.where('programme', '=', filter.programme ?? ''))
      .$if(filter.type !== undefined, (q) => q.where('type', '=', filter.type ?? 'endpoint.test'))
      .$if(filter.cardId !== undefined, (q) => q.where('card_id', '=', filter.cardId ?? 0))
      .$if(filter.recordedFromMs !== undefined, (q) =>
        q.where('recorded_at_ms', '>=', filter.recordedFromMs ?? 0),
      )
      .$if(filter.recordedToMs !== undefined, (q) => q.where('recorded_at_ms', '<', filter.recordedToMs ?? 0))
      .orderBy('sequence', args.newestFirst ? 'desc' : 'asc')
      .limit(args.limit),
  );
  return (yield* run(statement, {})).rows;
}

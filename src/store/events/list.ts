import type { StoredEvent } from '../../core/event.js';
import type { EventFilter, EventList } from '../../usecase/ports.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { run, type Operation } from '../operation.js';
import type { StoreSettings } from '../settings.js';
import { compile } from '../statement.js';
import { createExtent, createWindowedList, type RowsWanted } from '../windowed-list.js';
import { createFindEvent } from './find-event.js';
import { EVENT } from './row.js';

/** The event log as people read it: newest first, filtered, in pages. */
export function createEventList(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly settings: Pick<StoreSettings, 'scanRows' | 'pageRowsMax'>;
}): EventList {
  const { dialect, connection } = args;
  const findEvent = createFindEvent(dialect);
  return {
    find: (sequence) => connection.read(findEvent.bySequence(sequence)),
    list: createWindowedList<EventFilter, StoredEvent>(connection, args.settings, {
      extent: createExtent(dialect, 'events'),
      rowsIn: (wanted) => rowsIn(dialect, wanted),
    }),
  };
}

function* rowsIn(
  { compiler }: StoreDialect,
  args: RowsWanted<EventFilter>,
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

import type { EventType, StoredEvent } from '../../core/event.js';
import type { EventBounds, EventFilter, EventLog } from '../../usecase/events/event-port.js';
import type { FeedPage } from '../../usecase/events/feed-port.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { FACTS } from '../locks.js';
import { first, run, type Operation, type Step } from '../operation.js';
import { compile, type Statement } from '../statement.js';
import { createExpiry } from './expire.js';
import { EVENT } from './row.js';

/** Rows that one read of few among many looks at, so that it never holds up the event loop for long. */
const WINDOW_ROWS = 4096;

export function createEventLog(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly onCommitted: (listener: () => void) => void;
}): EventLog {
  const { dialect, connection, commits } = args;
  const expiry = createExpiry(dialect);
  const latest = compileLatest(dialect);
  const statements = createStatements(dialect);

  function* bounds(): Step<EventBounds> {
    // In this order: what expires in between makes the bounds narrower, never wider.
    const last = (yield* first(latest, {}))?.sequence ?? 0;
    const expiredThrough = yield* expiry.expiredThrough();
    return { expiredThrough, latest: Math.max(last, expiredThrough) };
  }

  function* read(page: {
    after: number;
    filter: EventFilter | null;
    limit: number;
  }): Operation<FeedPage<StoredEvent>> {
    const { after, filter, limit } = page;
    const end = (yield* first(latest, {}))?.sequence ?? 0;
    const through = filter === null ? end : Math.min(end, after + WINDOW_ROWS);
    const given = { after, through, limit, programme: filter?.programme ?? '', cardId: filter?.cardId ?? 0 };
    const { rows } = yield* run(statements(filter), given);
    if ((yield* expiry.expiredThrough()) > after) return { kind: 'expired' };
    const reached = rows.length < limit ? Math.max(after, through) : (rows.at(-1)?.sequence ?? after);
    return { kind: 'page', items: rows, through: reached, isEnd: reached >= end };
  }

  return {
    bounds: () => connection.read(bounds()),
    latest: async () => (await connection.read(bounds())).latest,
    read: (page) => connection.read(read(page)),
    matches,
    onAdded: args.onCommitted,
    expire: (input) => commits.submit(() => expiry.expire(input), { isHousekeeping: true, locks: [FACTS] }),
  };
}

function matches(event: StoredEvent, { types, programme, cardId }: EventFilter): boolean {
  return (
    types.includes(event.type) &&
    (programme === null || event.programme === programme) &&
    (cardId === null || event.cardId === cardId)
  );
}

function compileLatest({ compiler }: StoreDialect) {
  return compile(() => compiler.selectFrom('events').select('sequence').orderBy('sequence', 'desc').limit(1));
}

interface Given {
  readonly after: number;
  readonly through: number;
  readonly limit: number;
  readonly programme: string;
  readonly cardId: number;
}

type Read = Statement<Given, StoredEvent>;

/** One statement for each shape of a filter; they are few. */
function createStatements(dialect: StoreDialect): (filter: EventFilter | null) => Read {
  const known = new Map<string, Read>();
  return (filter) => {
    const shape = JSON.stringify(
      filter === null ? null : [filter.types, filter.programme === null, filter.cardId === null],
    );
    let statement = known.get(shape);
    if (statement === undefined) known.set(shape, (statement = compileRead(dialect, filter)));
    return statement;
  };
}

function compileRead({ compiler }: StoreDialect, filter: EventFilter | null): Read {
  return compile((p: Given) => {
    let rows = compiler
      .selectFrom('events')
      .select(EVENT)
      .where('sequence', '>', p.after)
      .where('sequence', '<=', p.through);
    if (filter !== null) rows = rows.where('type', 'in', [...filter.types] as EventType[]);
    if (filter !== null && filter.programme !== null) rows = rows.where('programme', '=', p.programme);
    if (filter !== null && filter.cardId !== null) rows = rows.where('card_id', '=', p.cardId);
    return rows.orderBy('sequence').limit(p.limit);
  });
}

import type { StoredEvent } from '../../core/events/event.js';
import type { EventFilter, EventList } from '../../use-cases/events/delivery-port.js';
import type { EventBounds, EventLog, FeedFilter, FeedPage } from '../../use-cases/events/event-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { EVENT_LOG, METADATA_LOCK, OLD_EVENTS } from '../engine/locks.js';
import { createMetadataTable } from '../engine/metadata.js';
import { first, type Operation, run, runOnce, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createList, during, equal, type ListParts } from '../engine/windowed-list.js';
import { createAppendEvent, createFindEvent, EVENT } from './append.js';
import type { StoreParts } from '../parts.js';

/** Maximum number of rows that one filtered read scans, so that it never blocks the event loop for long. */
const WINDOW_ROWS = 4096;

export function createEventLog({
  dialect,
  connection,
  commits,
}: Pick<StoreParts, 'dialect' | 'connection' | 'commits'>): EventLog {
  const append = createAppendEvent(dialect);
  const expiry = createExpiry(dialect);
  const latest = compileLatest(dialect);
  const following = compileNext(dialect);
  const every = compile((p: Stretch) => selectEvents(dialect, p));

  function* bounds(): Step<EventBounds> {
    // The order matters: an expiry in between makes the bounds narrower, never wider.
    const last = yield* dialect.lastNumber('events');
    return { expiredThrough: yield* expiry.expiredThrough(), latest: last };
  }

  function* lastEvent(): Operation<number> {
    const last = (yield* first(latest, {}))?.sequence ?? 0;
    return Math.max(last, yield* expiry.expiredThrough());
  }

  function* read(page: {
    after: number;
    filter: FeedFilter | null;
    limit: number;
  }): Operation<FeedPage<StoredEvent>> {
    const { after, filter, limit } = page;
    const end = (yield* first(latest, {}))?.sequence ?? 0;
    const through = filter === null ? end : Math.min(end, after + WINDOW_ROWS);
    const stretch = { after, through, limit };
    const { rows } = yield* filter === null
      ? run(every, stretch)
      : runOnce(
          selectEvents(dialect, stretch)
            .where('type', 'in', filter.types)
            .where(equal({ programme: filter.programme, card_id: filter.cardId })),
        );
    const expiredThrough = yield* expiry.expiredThrough();
    if (expiredThrough > after) return { kind: 'expired', expiredThrough };
    const last = rows.length < limit ? undefined : rows.at(-1)?.sequence;
    const reached = last ?? (through < end ? yield* beforeNext(through) : Math.max(after, through));
    return { kind: 'page', items: rows, through: reached, isEnd: reached >= end };
  }

  /** Returns the end of the gap after this place: a restore leaves one that is a billion wide. */
  function* beforeNext(through: number): Step<number> {
    const next = yield* first(following, { through });
    return next === null ? through : next.sequence - 1;
  }

  // Thousands of subscriptions may begin in the past at one moment. Payments must not wait behind their reads.
  return {
    bounds: () => connection.readAside(bounds()),
    async add(event) {
      await commits.submit(() => append(event, event.occurredAtMs), { locks: [EVENT_LOG] });
    },
    latest: () => connection.read(lastEvent()),
    read: (page) => (page.filter === null ? connection.read(read(page)) : connection.readAside(read(page))),
    matches,
    onAdded: (listener) => commits.onCommitted(listener),
    expire: (input) =>
      commits.submit(() => expiry.expire(input), {
        isHousekeeping: true,
        locks: [METADATA_LOCK, OLD_EVENTS],
      }),
  };
}

function matches(event: StoredEvent, { types, programme, cardId }: FeedFilter): boolean {
  return (
    types.includes(event.type) &&
    (programme === null || event.programme === programme) &&
    (cardId === null || event.cardId === cardId)
  );
}

function compileLatest({ compiler }: StoreDialect) {
  return compile(() => compiler.selectFrom('events').select('sequence').orderBy('sequence', 'desc').limit(1));
}

/** Selects the first event after a place. */
export function compileNext({ compiler }: StoreDialect) {
  return compile((p: { through: number }) =>
    compiler
      .selectFrom('events')
      .select('sequence')
      .where('sequence', '>', p.through)
      .orderBy('sequence')
      .limit(1),
  );
}

interface Stretch {
  readonly after: number;
  readonly through: number;
  readonly limit: number;
}

function selectEvents({ compiler }: StoreDialect, { after, through, limit }: Stretch) {
  return compiler
    .selectFrom('events')
    .select(EVENT)
    .where('sequence', '>', after)
    .where('sequence', '<=', through)
    .orderBy('sequence')
    .limit(limit);
}

type ExpireInput = Parameters<EventLog['expire']>[0];
type Expired = Awaited<ReturnType<EventLog['expire']>>;

/**
 * Creates the expiry of old events. It stores the highest deleted sequence in the commit that deletes. The number shows whether a
 * cursor lost events, also when the log is empty.
 */
function createExpiry(dialect: StoreDialect) {
  const { compiler } = dialect;
  const metadata = createMetadataTable(dialect);

  /** Returns the highest sequence that was ever deleted; 0 for none. A reader before it may miss events. */
  function* expiredThrough(): Step<number> {
    return Number((yield* metadata.find(METADATA_NAME)) ?? 0);
  }

  function* oldest({ after, limit }: ExpireInput) {
    const { rows } = yield* runOnce(
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
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit),
    );
    return rows;
  }

  return {
    expiredThrough,
    *expire(input: ExpireInput): Operation<Expired> {
      const rows = yield* oldest(input);
      const young = rows.findIndex((row) => row.recordedAtMs >= input.recordedBeforeMs);
      const old = young === -1 ? rows : rows.slice(0, young);
      const deletable = old.filter((row) => row.waiting === null).map(({ sequence }) => sequence);
      if (deletable.length > 0) {
        yield* runOnce(compiler.deleteFrom('deliveries').where('event_sequence', 'in', deletable));
        yield* runOnce(compiler.deleteFrom('events').where('sequence', 'in', deletable));
        const highest = Math.max(yield* expiredThrough(), ...deletable);
        yield* metadata.put(METADATA_NAME, String(highest));
      }
      const isDone = young !== -1 || rows.length < input.limit;
      return { deleted: deletable.length, through: isDone ? null : (rows.at(-1)?.sequence ?? null) };
    },
  };
}

const METADATA_NAME = 'events_expired_through';

/** Creates the event log for people: newest first, filtered, in pages. */
export function createEventList(args: ListParts): EventList {
  const { dialect, connection } = args;
  const findEvent = createFindEvent(dialect);
  const matching = (filter: EventFilter) => {
    const { programme, types, cardId, eventSequence, recordedFromMs, recordedToMs } = filter;
    return dialect.compiler
      .selectFrom('events')
      .select(EVENT)
      .where(equal({ programme, sequence: eventSequence, card_id: cardId }))
      .$if(types !== undefined, (q) => q.where(dialect.isListed('type', JSON.stringify(types))))
      .where(during('recorded_at_ms', recordedFromMs, recordedToMs));
  };
  const areFew = ({ cardId, eventSequence }: EventFilter): boolean =>
    cardId !== undefined || eventSequence !== undefined;
  return {
    find: (sequence) => connection.read(findEvent.bySequence(sequence)),
    list: createList(args, 'events', matching, areFew),
  };
}

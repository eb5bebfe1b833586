import { isStaff } from '../../core/access/permissions.js';
import {
  EVENT_TYPES,
  eventId,
  eventSequence,
  type EventType,
  type StoredEvent,
} from '../../core/events/event.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { EventLog, Feed, FeedFilter } from './event-port.js';

/**
 * Feed of the events of these types. An integrator sees those of its own programme, an operator sees all. Errors: BAD_REQUEST
 * (field `after`) for an id of no event, and for one whose successors are no longer kept.
 */
export type FollowEvents = (
  reader: ApiKey,
  args: {
    readonly types: readonly EventType[];
    readonly cardId: number | null;
    /** Id of the last event that the reader has. Null starts with events from now on. */
    readonly after: string | null;
    readonly onBehind: () => void;
  },
) => Promise<AsyncIterableIterator<StoredEvent>>;

export function createFollowEvents(deps: {
  readonly eventLog: Pick<EventLog, 'bounds'>;
  readonly feed: Feed<StoredEvent, FeedFilter>;
}): FollowEvents {
  return async (reader, { types, cardId, after, onBehind }) => {
    if (!isStaff(reader.role) && reader.programme === null) throw new CardwayError('FORBIDDEN');
    // Each type once and in one order: the log keeps a statement for each list of types.
    const asked = EVENT_TYPES.filter((type) => types.includes(type));
    return deps.feed.follow({
      after: after === null ? null : await cursorSequence(deps.eventLog, after),
      filter: { types: asked, cardId, programme: isStaff(reader.role) ? null : reader.programme },
      onBehind,
    });
  };
}

async function cursorSequence(eventLog: Pick<EventLog, 'bounds'>, after: string): Promise<number> {
  const sequence = eventSequence(after);
  const { expiredThrough, latest } = await eventLog.bounds();
  if (sequence === null || sequence > latest) {
    throw badRequest('after', 'after is not the id of an event.');
  }
  if (sequence < expiredThrough) throw expiredCursor(expiredThrough);
  return sequence;
}

/** Returns the error for a place from which nobody can continue without a gap. */
export function expiredCursor(expiredThrough: number): CardwayError {
  const oldestAfter = eventId(expiredThrough);
  return new CardwayError('BAD_REQUEST', {
    field: 'after',
    message: `after is too old: what came next is no longer kept. The oldest place is ${oldestAfter}.`,
    oldestAfter,
  });
}

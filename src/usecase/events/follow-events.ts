import { eventSequence, type EventType, type StoredEvent } from '../../core/event.js';
import { CardwayError } from '../../errors.js';
import type { EventFilter, EventLog } from './event-port.js';
import { expiredCursor } from './expired-cursor.js';
import type { Feed } from './feed-port.js';
import type { ApiKey } from '../ports.js';

/**
 * The events of these types that a reader may see: an integrator those of its own programme, an operator all.
 * Errors: BAD_REQUEST (field `after`) for an id that no event has, and for one whose successors are no longer kept.
 */
export type FollowEvents = (
  reader: ApiKey,
  args: {
    readonly types: readonly EventType[];
    readonly cardId: number | null;
    /** Id of the last event that the reader has; null for what happens from now on. */
    readonly after: string | null;
    readonly onBehind: () => void;
  },
) => Promise<AsyncIterableIterator<StoredEvent>>;

export function createFollowEvents(deps: {
  readonly eventLog: Pick<EventLog, 'bounds'>;
  readonly feed: Feed<StoredEvent, EventFilter>;
}): FollowEvents {
  return async (reader, { types, cardId, after, onBehind }) => {
    if (reader.role !== 'operator' && reader.programme === null) throw new CardwayError('FORBIDDEN');
    return deps.feed.follow({
      after: after === null ? null : await placeOf(deps.eventLog, after),
      filter: { types, cardId, programme: reader.role === 'operator' ? null : reader.programme },
      onBehind,
    });
  };
}

async function placeOf(eventLog: Pick<EventLog, 'bounds'>, after: string): Promise<number> {
  const sequence = eventSequence(after);
  const { expiredThrough, latest } = await eventLog.bounds();
  if (sequence === null || sequence > latest) {
    throw new CardwayError('BAD_REQUEST', {
      field: 'after',
      message: 'after is not the id of an event.',
    });
  }
  if (sequence < expiredThrough) throw expiredCursor();
  return sequence;
}

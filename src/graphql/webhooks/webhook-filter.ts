import { EVENT_TYPES, eventSequence, type EventType } from '../../core/event.js';
import { CardwayError } from '../../errors.js';
import type { DeliveryFilter as Deliveries, EventFilter as Events } from '../../usecase/ports.js';
import { timeOf, type TimeRangeInput } from '../time.js';
import type { DeliveryFilter } from './delivery.type.js';
import type { EventFilter } from './event.type.js';

/** Errors: BAD_REQUEST (an id, type or time that is none). */
export function deliveryFilterOf(filter: DeliveryFilter): Deliveries {
  return {
    ...(filter.programme == null ? {} : { programme: filter.programme }),
    ...(filter.endpointId == null ? {} : { endpointId: filter.endpointId }),
    ...(filter.eventId == null ? {} : { eventSequence: sequenceOf('event_id', filter.eventId) }),
    ...(filter.eventType == null ? {} : { eventType: typeOf('event_type', filter.eventType) }),
    ...(filter.state == null ? {} : { state: filter.state }),
    ...rangeOf(filter.time),
  };
}

/** Errors: BAD_REQUEST (a type or time that is none). */
export function eventFilterOf(filter: EventFilter): Events {
  return {
    ...(filter.programme == null ? {} : { programme: filter.programme }),
    ...(filter.type == null ? {} : { type: typeOf('type', filter.type) }),
    ...(filter.cardId == null ? {} : { cardId: filter.cardId }),
    ...rangeOf(filter.time),
  };
}

function rangeOf(time: TimeRangeInput | null | undefined): Pick<Events, 'recordedFromMs' | 'recordedToMs'> {
  return {
    ...(time?.from == null ? {} : { recordedFromMs: timeOf('time.from', time.from) }),
    ...(time?.to == null ? {} : { recordedToMs: timeOf('time.to', time.to) }),
  };
}

function typeOf(field: string, text: string): EventType {
  const type = EVENT_TYPES.find((known) => known === text);
  if (type !== undefined) return type;
  throw new CardwayError('BAD_REQUEST', {
    field,
    message: `${field} must be one of ${EVENT_TYPES.join(', ')}.`,
  });
}

function sequenceOf(field: string, id: string): number {
  const sequence = eventSequence(id);
  if (sequence !== null) return sequence;
  throw new CardwayError('BAD_REQUEST', { field, message: `${field} must be the id of an event.` });
}

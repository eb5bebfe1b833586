import { ID } from 'type-graphql';
import {
  EVENT_DESCRIPTIONS,
  EVENT_TYPES,
  eventPayload,
  eventSequence,
  type EventType as EventTypeValue,
} from '../../core/events/event.js';
import { badRequest } from '../../platform/errors.js';
import type { EventFilter as Filter } from '../../use-cases/events/delivery-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../paging.js';
import { list, query, resolverOf } from '../root-fields.js';
import { JSONObject, SafeInt } from '../scalars.js';
import {
  boundsOf,
  closedSet,
  computed,
  field,
  given,
  inputType,
  nodeType,
  nullable,
  time,
  TimeRangeInput,
} from '../shapes.js';

export const EventType = closedSet<EventTypeValue>(
  'EventType',
  'The type of an event. REST, CLI and webhooks write the same types in lower case with a dot: digitization.complete.',
  EVENT_DESCRIPTIONS,
);

export const Event = nodeType('Event', 'An entry of the event log.', {
  type: field(EventType, 'Type of the event.'),
  programme: nullable(String, 'Short name of its programme. Null for events that only operators see.'),
  cardId: nullable(SafeInt, 'The card that it is about. Null where it is about none.'),
  occurredAt: time('occurredAtMs', 'When it happened.'),
  recordedAt: time('recordedAtMs', 'When the gateway recorded it.'),
  data: computed(JSONObject, 'The payload that webhooks deliver as `data`.', eventPayload),
});
export type Event = InstanceType<typeof Event>;

export const EventFilter = inputType('EventFilter', 'Conditions on events. All given ones must hold.', {
  programme: nullable(String, 'Short name of the programme.'),
  type: nullable(EventType, 'Type of the event.'),
  types: nullable([EventType], 'Types of the event: one of these.'),
  eventId: nullable(ID, 'Id of the event.'),
  cardId: nullable(SafeInt, 'The card that it is about.'),
  time: nullable(TimeRangeInput, 'When the gateway recorded it.'),
});
export type EventFilter = InstanceType<typeof EventFilter>;

const LIST = 'evt';

/** Returns the filter of the use case. Errors: BAD_REQUEST (an event id that is none). */
function eventFilterOf({ type, types, eventId, time, ...filter }: EventFilter): Filter {
  const isWanted = (each: EventTypeValue): boolean =>
    (type == null || each === type) && (types == null || types.includes(each));
  const wanted = type == null && types == null ? null : EVENT_TYPES.filter(isWanted);
  return {
    ...given({ ...filter, types: wanted, eventSequence: sequenceOfEvent(eventId) }),
    ...boundsOf(time, ['recordedFromMs', 'recordedToMs']),
  };
}

/** Returns the sequence of the event that a filter names; null for none. Errors: BAD_REQUEST (an id that is none). */
export function sequenceOfEvent(id: string | null | undefined): number | null {
  if (id == null) return null;
  const sequence = eventSequence(id);
  if (sequence === null) throw badRequest('event_id', 'event_id must be the id of an event.');
  return sequence;
}

export const EventResolver = resolverOf({
  event: query({
    permission: 'readEvents',
    args: { eventId: field(ID, 'Id of the event.') },
    gives: nullable(Event, 'Finds an event. Null where the caller can see none of this id.'),
    resolve: ({ eventId }, context) => findEvent(eventId, context),
  }),
  events: list(Event, {
    permission: 'readEvents',
    description: 'Lists the event log, newest first. An integrator sees the events of its programme.',
    filter: EventFilter,
    async resolve(page, filter, { useCases, caller }) {
      const wanted = pageOf(page, LIST, eventFilterOf(filter));
      return pageConnection(await useCases.readWebhooks.events(callerKey(caller), wanted), LIST);
    },
  }),
});

export async function findEvent(id: string, { useCases, caller }: GraphQLContext): Promise<Event | null> {
  const sequence = eventSequence(id);
  return sequence === null ? null : useCases.readWebhooks.event(callerKey(caller), sequence);
}

import { Arg, Args, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
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
import { Node } from '../node.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
import { DateTime, JSONObject, SafeInt } from '../scalars.js';
import { boundsOf, closedSet, Computed, given, inputType, optional, TimeRangeInput } from '../shapes.js';

export const EventType = closedSet<EventTypeValue>(
  'EventType',
  'The type of an event. REST, CLI and webhooks write the same types in lower case with a dot: digitization.complete.',
  EVENT_DESCRIPTIONS,
);

@ObjectType({ implements: Node, description: 'An entry of the event log.' })
export class Event extends Node {
  @Field(() => EventType, { description: 'Type of the event.' })
  type!: EventTypeValue;

  @Field(() => String, {
    nullable: true,
    description: 'Short name of its programme. Null for events that only operators see.',
  })
  programme!: string | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'The card that it is about. Null where it is about none.',
  })
  cardId!: number | null;

  @Field(() => DateTime, { name: 'occurredAt', description: 'When it happened.' })
  occurredAtMs!: number;

  @Field(() => DateTime, { name: 'recordedAt', description: 'When the gateway recorded it.' })
  recordedAtMs!: number;

  @Computed(eventPayload)
  @Field(() => JSONObject, { description: 'The payload that webhooks deliver as `data`.' })
  data!: string;
}

const EventConnection = connectionOf(Event, 'Event');

export const EventFilter = inputType('EventFilter', 'Conditions on events. All given ones must hold.', {
  programme: optional(String, 'Short name of the programme.'),
  type: optional(EventType, 'Type of the event.'),
  types: optional([EventType], 'Types of the event: one of these.'),
  eventId: optional(ID, 'Id of the event.'),
  cardId: optional(SafeInt, 'The card that it is about.'),
  time: optional(TimeRangeInput, 'When the gateway recorded it.'),
});
export type EventFilter = InstanceType<typeof EventFilter>;

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

const LIST = 'evt';

@Resolver(() => Event)
export class EventResolver {
  @Requires('readEvents')
  @Query(() => Event, {
    nullable: true,
    description: 'Finds an event. Null where the caller can see none of this id.',
  })
  event(
    @Arg('eventId', () => ID, { description: 'Id of the event.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<Event | null> {
    return findEvent(id, context);
  }

  @Requires('readEvents')
  @Query(() => EventConnection, {
    description: 'Lists the event log, newest first. An integrator sees the events of its programme.',
  })
  async events(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => EventFilter, { nullable: true, description: 'Conditions on the events.' })
    filter: EventFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof EventConnection>> {
    const wanted = pageOf(page, LIST, eventFilterOf(filter ?? {}));
    return pageConnection(await useCases.readWebhooks.events(callerKey(caller), wanted), LIST);
  }
}

export async function findEvent(id: string, { useCases, caller }: GraphQLContext): Promise<Event | null> {
  const sequence = eventSequence(id);
  return sequence === null ? null : useCases.readWebhooks.event(callerKey(caller), sequence);
}

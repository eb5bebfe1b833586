import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { deliverySequence } from '../../core/events/delivery.js';
import { EVENT_TYPES, eventSequence, type EventType } from '../../core/events/event.js';
import { CardwayError } from '../../platform/errors.js';
import type {
  DeliveryFilter as Deliveries,
  EventFilter as Events,
} from '../../use-cases/events/delivery-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { PageArgs, pageConnection, pageOf } from '../paging.js';
import { AllowedFor } from '../roles.js';
import { timeOf, type TimeRangeInput } from '../time.js';
import {
  attemptOf,
  Delivery,
  DeliveryAttempt,
  DeliveryConnection,
  DeliveryFilter,
  deliveryOf,
  Event,
  EventConnection,
  EventFilter,
  eventOf,
  ResendDeliveriesInput,
  ResendResult,
} from './webhook.type.js';

/** Errors: BAD_REQUEST (an id, type or time that is none). */
function deliveryFilterOf(filter: DeliveryFilter): Deliveries {
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
function eventFilterOf(filter: EventFilter): Events {
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

const LIST = 'dlv';

@Resolver(() => Delivery)
export class DeliveryResolver {
  @AllowedFor('operator', 'integrator')
  @Query(() => Delivery, { nullable: true })
  async delivery(
    @Arg('deliveryId', () => ID) deliveryId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Delivery | null> {
    const row = await useCases.readWebhooks.delivery(callerKey(caller), deliveryId);
    return row === null ? null : deliveryOf(row);
  }

  @AllowedFor('operator', 'integrator')
  @Query(() => DeliveryConnection, {
    description: 'Newest first; integrators see those of their programme.',
  })
  async deliveries(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => DeliveryFilter) conditions: DeliveryFilter,
    @Arg('filter', () => DeliveryFilter, { nullable: true, description: 'The same conditions as one object' })
    filter: DeliveryFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof DeliveryConnection>> {
    const wanted = { ...deliveryFilterOf(conditions), ...deliveryFilterOf(filter ?? {}) };
    const found = await useCases.readWebhooks.deliveries(callerKey(caller), pageOf(page, LIST, wanted));
    return pageConnection(found, LIST, deliveryOf);
  }

  @FieldResolver(() => [DeliveryAttempt], { description: 'Oldest first, those before a resend included.' })
  async attempts(@Root() root: Delivery, @Ctx() { useCases }: GraphQLContext): Promise<DeliveryAttempt[]> {
    const sequence = deliverySequence(root.id) ?? 0;
    const attempts = await useCases.readWebhooks.attempts([sequence]);
    return (attempts.get(sequence) ?? []).map(attemptOf);
  }

  @AllowedFor('operator')
  @Mutation(() => Delivery, { description: 'Due at once, its schedule begun anew.' })
  async resendDelivery(
    @Arg('deliveryId', () => ID) deliveryId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Delivery> {
    return deliveryOf(await useCases.resend.delivery(callerKey(caller), deliveryId));
  }

  @AllowedFor('operator')
  @Mutation(() => ResendResult, {
    description: 'To one endpoint, or to every enabled one of the event’s programme.',
  })
  async resendEvent(
    @Arg('eventId', () => ID) eventId: string,
    @Arg('endpointId', () => ID, { nullable: true }) endpointId: string | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ResendResult> {
    return { count: await useCases.resend.event(callerKey(caller), eventId, endpointId ?? null) };
  }

  @AllowedFor('operator')
  @Mutation(() => ResendResult, { description: 'The events of a time, or all that was not delivered.' })
  async resendDeliveries(
    @Arg('input', () => ResendDeliveriesInput) input: ResendDeliveriesInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ResendResult> {
    const { time } = input;
    const count = await useCases.resend.range(callerKey(caller), {
      programme: input.programme ?? null,
      endpointId: input.endpointId ?? null,
      fromMs: time?.from == null ? null : timeOf('time.from', time.from),
      toMs: time?.to == null ? null : timeOf('time.to', time.to),
      isUndeliveredOnly: input.undelivered ?? false,
    });
    return { count };
  }
}

const EVENT_LIST = 'evt';

@Resolver(() => Event)
export class EventResolver {
  @AllowedFor('operator', 'integrator')
  @Query(() => Event, { nullable: true })
  async event(
    @Arg('eventId', () => ID) eventId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Event | null> {
    const sequence = eventSequence(eventId);
    const row = sequence === null ? null : await useCases.readWebhooks.event(callerKey(caller), sequence);
    return row === null ? null : eventOf(row);
  }

  @AllowedFor('operator', 'integrator')
  @Query(() => EventConnection, {
    description: 'The event log, newest first; integrators see what belongs to their programme.',
  })
  async events(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => EventFilter) conditions: EventFilter,
    @Arg('filter', () => EventFilter, { nullable: true, description: 'The same conditions as one object' })
    filter: EventFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof EventConnection>> {
    const wanted = { ...eventFilterOf(conditions), ...eventFilterOf(filter ?? {}) };
    const found = await useCases.readWebhooks.events(callerKey(caller), pageOf(page, EVENT_LIST, wanted));
    return pageConnection(found, EVENT_LIST, eventOf);
  }
}

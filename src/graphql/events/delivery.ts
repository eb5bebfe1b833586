import { Arg, Args, Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { AttemptFailure } from '../../core/events/delivery.js';
import { eventId, type EventType as EventTypeValue } from '../../core/events/event.js';
import type {
  Delivery as DeliveryRow,
  DeliveryFilter as Filter,
} from '../../use-cases/events/delivery-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { Node } from '../node.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
import { DateTime } from '../scalars.js';
import {
  boundsOf,
  closedSet,
  Computed,
  given,
  inputType,
  optional,
  required,
  resultType,
  TimeRangeInput,
} from '../shapes.js';
import { EventType, sequenceOfEvent } from './event.js';

const DeliveryState = closedSet<DeliveryRow['state']>('DeliveryState', 'State of a delivery.', {
  pending: 'It is sent now or at its next attempt.',
  delivered: 'The receiver answered 2xx.',
  dead: 'No attempt is left. An operator can resend it.',
});

const DeliveryFailure = closedSet<AttemptFailure>('DeliveryFailure', 'Why an attempt to deliver failed.', {
  timeout: 'There was no answer in time.',
  address_refused: 'The host name leads to an address that webhooks must not reach.',
  unresolved: 'The host name leads to no address.',
  connection_failed: 'The connection could not be made, or broke.',
  certificate_refused: 'The certificate of the receiver is not valid.',
  answer_unreadable: 'The answer was no HTTP.',
  redirect: 'The receiver answered with a redirect. It is not followed.',
  gone: 'The receiver answered 410. Its endpoint is disabled.',
  http_status: 'The receiver answered with another status than 2xx.',
});

@ObjectType({ description: 'One attempt to deliver an event to an endpoint.' })
class DeliveryAttempt {
  @Field(() => DateTime, { name: 'startedAt', description: 'When the attempt began.' })
  startedAtMs!: number;

  @Field(() => Int, { description: 'How long the attempt took, in milliseconds.' })
  durationMs!: number;

  @Field(() => Int, {
    name: 'responseCode',
    nullable: true,
    description: 'HTTP status of the answer. Null where there was no answer.',
  })
  httpStatus!: number | null;

  @Field(() => DeliveryFailure, { nullable: true, description: 'Why the attempt failed. Null for success.' })
  failure!: AttemptFailure | null;

  @Field(() => String, {
    nullable: true,
    description: 'Begin of the answer, with card numbers masked. Null where there was no answer.',
  })
  responseExcerpt!: string | null;
}

@ObjectType({ implements: Node, description: 'An event on its way to an endpoint.' })
export class Delivery extends Node {
  @Computed(({ eventSequence }: DeliveryRow) => eventId(eventSequence))
  @Field(() => ID, { description: 'Id of the event.' })
  eventId?: string;

  @Field(() => EventType, { description: 'Type of the event.' })
  eventType!: EventTypeValue;

  @Field(() => ID, { description: 'Id of the endpoint.' })
  endpointId!: string;

  @Field(() => String, { description: 'Short name of the programme of the endpoint.' })
  programme!: string;

  @Field(() => DeliveryState, { description: 'State of the delivery.' })
  state!: DeliveryRow['state'];

  @Field(() => Int, { description: 'Number of attempts since it was created or last resent.' })
  attemptCount!: number;

  @Field(() => DateTime, {
    name: 'nextAttemptAt',
    nullable: true,
    description: 'When it is sent next. Null unless it is pending, and null while it is being sent.',
  })
  nextAttemptAtMs!: number | null;

  @Field(() => DateTime, { name: 'createdAt', description: 'When the delivery was created.' })
  createdAtMs!: number;

  @Computed(attemptsOf)
  @Field(() => [DeliveryAttempt], {
    description: 'Its attempts, oldest first, those before a resend included.',
  })
  attempts?: readonly DeliveryAttempt[];
}

async function attemptsOf(
  { sequence }: DeliveryRow,
  { useCases }: GraphQLContext,
): Promise<readonly DeliveryAttempt[]> {
  const attempts = await useCases.readWebhooks.attempts([sequence]);
  return attempts.get(sequence) ?? [];
}

const DeliveryConnection = connectionOf(Delivery, 'Delivery');

const DeliveryFilter = inputType('DeliveryFilter', 'Conditions on deliveries. All given ones must hold.', {
  programme: optional(String, 'Short name of the programme of the endpoint.'),
  endpointId: optional(ID, 'Id of the endpoint.'),
  eventId: optional(ID, 'Id of the event.'),
  eventType: optional(EventType, 'Type of the event.'),
  state: optional(DeliveryState, 'State of the delivery.'),
  time: optional(TimeRangeInput, 'When the gateway recorded the event.'),
});
type DeliveryFilter = InstanceType<typeof DeliveryFilter>;

const ResendDeliveryInput = inputType('ResendDeliveryInput', 'The delivery to send again.', {
  deliveryId: required(ID, 'Id of the delivery.'),
});
type ResendDelivery = InstanceType<typeof ResendDeliveryInput>;

const ResendEventInput = inputType('ResendEventInput', 'The event to send again.', {
  eventId: required(ID, 'Id of the event.'),
  endpointId: optional(
    ID,
    'Id of the endpoint. Default: every enabled endpoint of the programme of the event.',
  ),
});
type ResendEvent = InstanceType<typeof ResendEventInput>;

const ResendDeliveriesInput = inputType(
  'ResendDeliveriesInput',
  'The events to send again. Give `time`, `undelivered` or both.',
  {
    programme: optional(String, 'Short name of the programme. Default: every programme.'),
    endpointId: optional(ID, 'Id of the endpoint. Default: every enabled endpoint.'),
    time: optional(TimeRangeInput, 'When the gateway recorded the events.'),
    undelivered: optional(Boolean, 'True: only events that an endpoint has not accepted yet.'),
  },
);
type ResendDeliveriesInput = InstanceType<typeof ResendDeliveriesInput>;

const COUNT = { type: () => Int as never, description: 'Number of deliveries that are due again.' };
const ResendDeliveryResult = resultType('ResendDeliveryResult', 'delivery', {
  type: () => Delivery,
  description: 'The delivery as it is now.',
});
const ResendEventResult = resultType<'count', number>('ResendEventResult', 'count', COUNT);
const ResendDeliveriesResult = resultType<'count', number>('ResendDeliveriesResult', 'count', COUNT);

/** Returns the filter of the use case. Errors: BAD_REQUEST (an event id that is none). */
function deliveryFilterOf({ eventId, time, ...filter }: DeliveryFilter): Filter {
  const eventSequence = sequenceOfEvent(eventId);
  return { ...given({ ...filter, eventSequence }), ...boundsOf(time, ['recordedFromMs', 'recordedToMs']) };
}

const LIST = 'dlv';

@Resolver(() => Delivery)
export class DeliveryResolver {
  @Requires('readEvents')
  @Query(() => Delivery, {
    nullable: true,
    description: 'Finds a delivery. Null where the caller can see none of this id.',
  })
  delivery(
    @Arg('deliveryId', () => ID, { description: 'Id of the delivery.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<Delivery | null> {
    return findDelivery(id, context);
  }

  @Requires('readEvents')
  @Query(() => DeliveryConnection, {
    description: 'Lists deliveries, newest first. An integrator sees those of its programme.',
  })
  async deliveries(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => DeliveryFilter, { nullable: true, description: 'Conditions on the deliveries.' })
    filter: DeliveryFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof DeliveryConnection>> {
    const wanted = pageOf(page, LIST, deliveryFilterOf(filter ?? {}));
    return pageConnection(await useCases.readWebhooks.deliveries(callerKey(caller), wanted), LIST);
  }

  @Requires('resend')
  @Mutation(() => ResendDeliveryResult, {
    description: 'Makes a delivery due at once and starts its schedule again. The audit log keeps it.',
  })
  async resendDelivery(
    @Arg('input', () => ResendDeliveryInput, { description: 'The delivery.' }) input: ResendDelivery,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ delivery: Delivery }> {
    return { delivery: await useCases.resend.delivery(callerKey(caller), input.deliveryId) };
  }

  @Requires('resend')
  @Mutation(() => ResendEventResult, {
    description:
      'Sends an event again, to one endpoint or to every enabled one of its programme. The audit log keeps it.',
  })
  async resendEvent(
    @Arg('input', () => ResendEventInput, { description: 'The event.' }) input: ResendEvent,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ count: number }> {
    return { count: await useCases.resend.event(callerKey(caller), input.eventId, input.endpointId ?? null) };
  }

  @Requires('resend')
  @Mutation(() => ResendDeliveriesResult, {
    description: 'Sends the events of a time again, or all that were not delivered. The audit log keeps it.',
  })
  async resendDeliveries(
    @Arg('input', () => ResendDeliveriesInput, { description: 'The events.' }) input: ResendDeliveriesInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ count: number }> {
    const { fromMs = null, toMs = null } = boundsOf(input.time, ['fromMs', 'toMs']);
    const count = await useCases.resend.range(callerKey(caller), {
      programme: input.programme ?? null,
      endpointId: input.endpointId ?? null,
      fromMs,
      toMs,
      isUndeliveredOnly: input.undelivered ?? false,
    });
    return { count };
  }
}

export function findDelivery(id: string, { useCases, caller }: GraphQLContext): Promise<Delivery | null> {
  return useCases.readWebhooks.delivery(callerKey(caller), id);
}

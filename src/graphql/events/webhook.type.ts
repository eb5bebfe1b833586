import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { deliveryId } from '../../core/events/delivery.js';
import { eventId, eventPayload, type StoredEvent } from '../../core/events/event.js';
import type { JsonObject } from '../../core/wire/json.js';
import type {
  DeliveryAttempt as AttemptRow,
  Delivery as DeliveryRow,
  Endpoint as EndpointRow,
} from '../../use-cases/events/delivery-port.js';
import { connectionOf, PageArgs } from '../paging.js';
import { JSONObject, SafeInt } from '../scalars.js';
import { isoTime, TimeRangeInput } from '../time.js';

enum DeliveryStateName {
  pending = 'pending',
  delivered = 'delivered',
  dead = 'dead',
}

registerEnumType(DeliveryStateName, {
  name: 'DeliveryState',
  valuesConfig: {
    pending: { description: 'To be sent, now or at its next attempt' },
    delivered: { description: 'The receiver answered 2xx' },
    dead: { description: 'Given up, until it is resent' },
  },
});

@ObjectType()
export class DeliveryAttempt {
  @Field(() => String)
  startedAt!: string;

  @Field(() => Int)
  durationMs!: number;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the answer; null without one' })
  responseCode!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Null for success, else timeout, connection_failed, certificate_refused, unresolved, address_refused, answer_unreadable, redirect, gone or http_status',
  })
  failure!: string | null;

  @Field(() => String, { nullable: true, description: 'The beginning of the answer, card numbers masked' })
  responseExcerpt!: string | null;
}

@ObjectType({ description: 'One event on its way to one endpoint.' })
export class Delivery {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  eventId!: string;

  @Field(() => String)
  eventType!: string;

  @Field(() => ID)
  endpointId!: string;

  @Field(() => String)
  programme!: string;

  @Field(() => DeliveryStateName)
  state!: DeliveryStateName;

  @Field(() => Int, { description: 'Attempts since it was made or last resent' })
  tries!: number;

  @Field(() => String, { nullable: true, description: 'Null unless pending, and while it is being sent' })
  nextAttemptAt!: string | null;

  @Field(() => String)
  createdAt!: string;
}

export const DeliveryConnection = connectionOf(Delivery, 'Delivery');

@ArgsType()
@InputType({ description: 'All given conditions must hold.' })
export class DeliveryFilter {
  @Field(() => String, { nullable: true })
  programme?: string | null;

  @Field(() => ID, { nullable: true })
  endpointId?: string | null;

  @Field(() => ID, { nullable: true })
  eventId?: string | null;

  @Field(() => String, { nullable: true, description: 'For example digitization.complete' })
  eventType?: string | null;

  @Field(() => DeliveryStateName, { nullable: true })
  state?: DeliveryStateName | null;

  @Field(() => TimeRangeInput, { nullable: true })
  time?: TimeRangeInput | null;
}

@InputType({ description: 'Which events to send again. time, undelivered or both must be given.' })
export class ResendDeliveriesInput {
  @Field(() => String, { nullable: true, description: 'Default: every programme' })
  programme?: string | null;

  @Field(() => ID, { nullable: true, description: 'Default: every enabled endpoint' })
  endpointId?: string | null;

  @Field(() => TimeRangeInput, { nullable: true, description: 'When the events were recorded' })
  time?: TimeRangeInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Only what an endpoint has not taken yet' })
  undelivered?: boolean | null;
}

@ObjectType()
export class ResendResult {
  @Field(() => Int, { description: 'Deliveries that are due again' })
  count!: number;
}

enum EndpointDisabledReasonName {
  operator = 'operator',
  gone = 'gone',
  failing = 'failing',
}

registerEnumType(EndpointDisabledReasonName, {
  name: 'EndpointDisabledReason',
  valuesConfig: {
    operator: { description: 'By hand' },
    gone: { description: 'The receiver answered HTTP 410' },
    failing: { description: 'Nothing got through for too long' },
  },
});

@ObjectType({ description: 'Where the events of a programme are sent as webhooks.' })
export class Endpoint {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  programme!: string;

  @Field(() => String)
  url!: string;

  @Field(() => Boolean)
  enabled!: boolean;

  @Field(() => EndpointDisabledReasonName, { nullable: true })
  disabledReason!: EndpointDisabledReasonName | null;

  @Field(() => String, { nullable: true })
  disabledAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Of the first failure since the last success' })
  failingSince!: string | null;

  @Field(() => String, { nullable: true, description: 'Until then the former secret signs too' })
  formerSecretUntil!: string | null;

  @Field(() => String)
  createdAt!: string;
}

export const EndpointConnection = connectionOf(Endpoint, 'Endpoint');

@InputType()
export class AddEndpointInput {
  @Field(() => String)
  programme!: string;

  @Field(() => String, { description: 'https; where it leads must be public' })
  url!: string;
}

@ObjectType()
export class AddEndpointResult {
  @Field(() => Endpoint)
  endpoint!: Endpoint;

  @Field(() => String, { description: 'whsec_…, shown this once' })
  secret!: string;
}

@ObjectType()
export class RotateEndpointSecretResult {
  @Field(() => Endpoint)
  endpoint!: Endpoint;

  @Field(() => String, { description: 'whsec_…, shown this once' })
  secret!: string;
}

@ArgsType()
export class EndpointsArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  programme?: string | null;
}

@ObjectType({ description: 'An entry of the event log.' })
export class Event {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'For example digitization.complete' })
  type!: string;

  @Field(() => String, { nullable: true, description: 'Null for events that only operators hear of' })
  programme!: string | null;

  @Field(() => SafeInt, { nullable: true })
  cardId!: number | null;

  @Field(() => String)
  occurredAt!: string;

  @Field(() => String)
  recordedAt!: string;

  @Field(() => JSONObject, { description: 'As receivers read it' })
  data!: JsonObject;
}

export const EventConnection = connectionOf(Event, 'Event');

@ArgsType()
@InputType({ description: 'All given conditions must hold.' })
export class EventFilter {
  @Field(() => String, { nullable: true })
  programme?: string | null;

  @Field(() => String, { nullable: true })
  type?: string | null;

  @Field(() => SafeInt, { nullable: true })
  cardId?: number | null;

  @Field(() => TimeRangeInput, { nullable: true })
  time?: TimeRangeInput | null;
}

export function endpointOf(row: EndpointRow): Endpoint {
  const { disabledReason } = row;
  return {
    id: row.endpointId,
    programme: row.programme,
    url: row.url,
    enabled: disabledReason === null,
    disabledReason: disabledReason === null ? null : EndpointDisabledReasonName[disabledReason],
    disabledAt: isoTime(row.disabledAtMs),
    failingSince: isoTime(row.failingSinceMs),
    formerSecretUntil: isoTime(row.formerSecretUntilMs),
    createdAt: isoTime(row.createdAtMs),
  };
}

export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: deliveryId(row.sequence),
    eventId: eventId(row.eventSequence),
    eventType: row.eventType,
    endpointId: row.endpointId,
    programme: row.programme,
    state: DeliveryStateName[row.state],
    tries: row.tries,
    nextAttemptAt: isoTime(row.nextAttemptAtMs),
    createdAt: isoTime(row.createdAtMs),
  };
}

export function attemptOf(row: AttemptRow): DeliveryAttempt {
  return {
    startedAt: isoTime(row.startedAtMs),
    durationMs: row.durationMs,
    responseCode: row.httpStatus,
    failure: row.failure,
    responseExcerpt: row.responseExcerpt,
  };
}

export function eventOf(row: StoredEvent): Event {
  return {
    id: eventId(row.sequence),
    type: row.type,
    programme: row.programme,
    cardId: row.cardId,
    occurredAt: isoTime(row.occurredAtMs),
    recordedAt: isoTime(row.recordedAtMs),
    data: eventPayload(row),
  };
}

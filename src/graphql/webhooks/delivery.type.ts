import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../connection.type.js';
import { TimeRangeInput } from '../time.js';

export enum DeliveryStateName {
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

import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { JsonObject } from '../../core/json.js';
import { connectionOf } from '../connection.type.js';
import { JSONObject, SafeInt } from '../scalars.js';
import { TimeRangeInput } from '../time.js';

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

import { Field, ObjectType } from 'type-graphql';
import type { JsonObject } from '../../core/json.js';
import { JSONObject, SafeInt } from '../scalars.js';

@ObjectType({ description: 'The normalized answer of the wallet service.' })
export class TransactionResponse {
  @Field(() => SafeInt, { description: '1 approved, 2 approved in part, negative declined' })
  resultCode!: number;

  @Field(() => String, { nullable: true })
  resultText!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Available balance, minor units' })
  balanceAmount!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Settled balance, minor units' })
  actualBalance!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Minor units; with resultCode 2 only' })
  approvalAmount!: number | null;

  @Field(() => JSONObject, { description: 'The whole normalized object' })
  fields!: JsonObject;
}

@ObjectType({ description: 'What the caller of a transaction hears. Spec: service 2.5.' })
export class TransactionResult {
  @Field(() => String)
  status!: string;

  @Field(() => String)
  message!: string;

  @Field(() => SafeInt, { nullable: true })
  customerId!: number | null;

  @Field(() => String, { nullable: true, description: 'Null when nothing was saved' })
  requestId!: string | null;

  @Field(() => Boolean, { description: 'The answer was saved before this call; nothing was sent for it' })
  replayed!: boolean;

  @Field(() => TransactionResponse)
  response!: TransactionResponse;
}

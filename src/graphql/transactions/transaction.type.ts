import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { JsonObject } from '../../core/wire/json.js';
import { JSONObject, SafeInt } from '../scalars.js';
import { TimeRangeInput } from '../time.js';

export enum TransactionStateName {
  pending = 'pending',
  answered = 'answered',
  refused = 'refused',
  in_doubt = 'in_doubt',
  failed = 'failed',
  queued = 'queued',
  unmatched = 'unmatched',
  contradicted = 'contradicted',
}

registerEnumType(TransactionStateName, {
  name: 'TransactionState',
  description: 'Where a transaction stands; see the documentation of states.',
  valuesConfig: {
    pending: { description: 'Claimed; its owner is still at work' },
    answered: { description: 'The answer is saved' },
    refused: { description: 'Certainly not processed downstream; a retry is sent again' },
    in_doubt: { description: 'Sent, without a usable answer; perhaps processed' },
    failed: { description: 'No usable answer to a call that moves nothing; a retry is sent again' },
    queued: { description: 'An advice, accepted; sent again until answered' },
    unmatched: { description: 'An advice, accepted; its wallet is not known yet' },
    contradicted: { description: 'The terminal was told a decline and the money moved' },
  },
});

@ObjectType({ description: 'One entry of a KLV text, as the processor documents it.' })
export class ExplainedKlv {
  @Field(() => String, { description: 'Three digits' })
  key!: string;

  @Field(() => String, { description: 'The member of transactionData on the JSON door' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Null for a key that is not documented' })
  title!: string | null;

  @Field(() => String)
  value!: string;
}

/** A list in which nobody asked for the texts leaves them, and what is read from them, away. */
@ObjectType({
  description:
    'A saved transaction. Nothing that must never be stored is in it, and card numbers are masked.',
})
export class Transaction {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  requestId!: string;

  @Field(() => TransactionStateName)
  state!: TransactionStateName;

  @Field(() => Boolean, {
    name: 'default',
    description: 'The caller heard a default of the gateway instead of an answer',
  })
  isDefault!: boolean;

  @Field(() => String, { nullable: true, description: 'Why it was a default' })
  defaultReason!: string | null;

  @Field(() => String)
  methodName!: string;

  @Field(() => String, { description: 'none, money, advice or state' })
  effect!: string;

  @Field(() => String, { description: 'graphql, json or xmlrpc' })
  door!: string;

  @Field(() => String)
  programme!: string;

  @Field(() => String)
  terminalId!: string;

  @Field(() => String)
  reference!: string;

  @Field(() => SafeInt, { nullable: true })
  customerId!: number | null;

  @Field(() => SafeInt, { nullable: true })
  cardId!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Minor units' })
  requestAmount!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'originalCurrencyCode of the call, ISO 4217 numeric; null where it did not say',
  })
  currency?: string | null;

  @Field(() => String, { nullable: true })
  transactionId!: string | null;

  @Field(() => String, { nullable: true })
  transactionDate!: string | null;

  @Field(() => String, { nullable: true })
  referenceId!: string | null;

  @Field(() => String, { nullable: true })
  referenceDate!: string | null;

  @Field(() => String)
  route!: string;

  @Field(() => SafeInt, { description: '1 for the first sending' })
  attempt!: number;

  @Field(() => JSONObject, { description: 'The envelope as saved' })
  request?: JsonObject;

  @Field(() => JSONObject, { nullable: true, description: 'The normalized answer as saved' })
  answer?: JsonObject | null;

  @Field(() => String, { nullable: true, description: 'The wallet service’s own words, as saved' })
  rawAnswer?: string | null;

  @Field(() => SafeInt, { nullable: true })
  resultCode!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'What the caller heard when it was a default' })
  toldResultCode!: number | null;

  @Field(() => String, { nullable: true })
  errorCode!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The transaction that this advice reverses or adjusts',
  })
  originalRequestId!: string | null;

  @Field(() => String, { description: 'ISO 8601, as all times here' })
  receivedAt!: string;

  @Field(() => String, { nullable: true })
  claimedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'When the call was sent to the wallet service. Null: it was never sent, or it is an advice that was refused so far',
  })
  sentAt!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'HTTP status of the wallet service. Null: there was no response',
  })
  httpStatus!: number | null;

  @Field(() => String, { nullable: true })
  answeredAt!: string | null;

  @Field(() => String, { nullable: true })
  settledAt!: string | null;

  @Field(() => String, { nullable: true, description: 'When a queued advice is sent again' })
  nextAttemptAt!: string | null;
}

/** The conditions, as arguments of the query and as one object for clients that build them. */
@ArgsType()
@InputType({ description: 'All given conditions must hold.' })
export class TransactionFilter {
  @Field(() => SafeInt, { nullable: true })
  customerId?: number | null;

  @Field(() => SafeInt, { nullable: true })
  cardId?: number | null;

  @Field(() => String, { nullable: true })
  terminalId?: string | null;

  @Field(() => String, { nullable: true })
  reference?: string | null;

  @Field(() => String, { nullable: true, description: 'For example Deduct' })
  method?: string | null;

  @Field(() => TransactionStateName, { nullable: true })
  state?: TransactionStateName | null;

  @Field(() => SafeInt, { nullable: true })
  resultCode?: number | null;

  @Field(() => TimeRangeInput, { nullable: true, description: 'When the call was received' })
  time?: TimeRangeInput | null;
}

@ArgsType()
export class TransactionConditions extends TransactionFilter {
  @Field(() => TransactionFilter, { nullable: true, description: 'The same conditions as one object' })
  filter?: TransactionFilter | null;
}

@ObjectType({ description: 'The normalized answer of the wallet service.' })
class TransactionResponse {
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

@ObjectType({ description: 'What the caller of a transaction hears.' })
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

import { Field, InputType } from 'type-graphql';
import type { JsonObject } from '../../core/json.js';
import { describeField, FIELDS } from '../../core/transactions/fields.js';
import { JSONObject, SafeInt } from '../scalars.js';
import { TransactionDataInput } from './transaction-data.type.js';

@InputType({
  description: 'Members of a JSON envelope that the gateway does not know and hands on untouched.',
})
export class PassThroughInput {
  @Field(() => JSONObject, { nullable: true, description: 'Members of `request`.' })
  request?: JsonObject | null;

  @Field(() => JSONObject, { nullable: true, description: 'Members beside `request`.' })
  envelope?: JsonObject | null;
}

/** What every method's input shares: the envelope, the wallet and the proof. */
@InputType()
abstract class CallInput {
  @Field(() => SafeInt, { nullable: true, description: 'The end user. Required of every caller with a key.' })
  customerId?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'The card. Required of every caller with a key.' })
  cardId?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The idempotency key, <card_id>_<timestamp digits>_<number>. Left out, it is derived from card, date and checksum, so that the same call gets the same one.',
  })
  requestId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Hex HMAC-SHA256 under the terminal password. Left out, the gateway computes it.',
  })
  checksum?: string | null;

  @Field(() => TransactionDataInput, { nullable: true, description: describeField(FIELDS.transactionData) })
  transactionData?: TransactionDataInput | null;

  @Field(() => PassThroughInput, { nullable: true })
  passThrough?: PassThroughInput | null;
}

/** The parameters that Balance and Deduct share. */
@InputType()
abstract class CardCallInput extends CallInput {
  @Field(() => String, { description: describeField(FIELDS.terminalId) })
  terminalId!: string;

  @Field(() => String, { description: describeField(FIELDS.reference) })
  reference!: string;

  @Field(() => String, { description: describeField(FIELDS.narrative) })
  narrative!: string;

  @Field(() => String, { description: describeField(FIELDS.transactionId) })
  transactionId!: string;

  @Field(() => String, { description: describeField(FIELDS.transactionDate) })
  transactionDate!: string;
}

@InputType({ description: 'The balance of a wallet.' })
export class BalanceInput extends CardCallInput {
  @Field(() => SafeInt, {
    nullable: true,
    defaultValue: 0,
    description: 'Always 0 downstream, whatever is given.',
  })
  requestAmount?: number | null;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.deductType) })
  transactionType?: string | null;
}

@InputType({ description: 'A debit authorisation. Amounts are in minor units.' })
export class DeductInput extends CardCallInput {
  @Field(() => SafeInt, { description: describeField(FIELDS.requestAmount) })
  requestAmount!: number;

  @Field(() => String, { description: describeField(FIELDS.deductType) })
  transactionType!: string;
}

@InputType({ description: 'Any method of the method table; which fields it takes, the table says.' })
export class TransactionInput extends CallInput {
  @Field(() => String)
  methodName!: string;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.terminalId) })
  terminalId?: string | null;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.reference) })
  reference?: string | null;

  @Field(() => SafeInt, { nullable: true, description: describeField(FIELDS.requestAmount) })
  requestAmount?: number | null;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.narrative) })
  narrative?: string | null;

  @Field(() => String, { nullable: true, description: 'Type of the debit or credit, 2 characters.' })
  transactionType?: string | null;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.transactionId) })
  transactionId?: string | null;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.transactionDate) })
  transactionDate?: string | null;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.referenceId) })
  referenceId?: string | null;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.referenceDate) })
  referenceDate?: string | null;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.messageName) })
  messageName?: string | null;

  @Field(() => TransactionDataInput, { nullable: true, description: describeField(FIELDS.messageData) })
  messageData?: TransactionDataInput | null;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.voucherNumber) })
  voucherNumber?: string | null;

  @Field(() => SafeInt, { nullable: true, description: describeField(FIELDS.stopReason) })
  stopReason?: number | null;

  @Field(() => String, { nullable: true, description: describeField(FIELDS.pinBlock) })
  pinBlock?: string | null;

  @Field(() => JSONObject, {
    nullable: true,
    description:
      'Parameters of the other methods and of methods added by configuration, by their snake-case names.',
  })
  parameters?: JsonObject | null;
}

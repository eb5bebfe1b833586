import { Field, InputType } from 'type-graphql';
import type { JsonObject } from '../../core/json.js';
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

  @Field(() => TransactionDataInput, { nullable: true })
  transactionData?: TransactionDataInput | null;

  @Field(() => PassThroughInput, { nullable: true })
  passThrough?: PassThroughInput | null;
}

/** The parameters that Balance and Deduct share. */
@InputType()
abstract class CardCallInput extends CallInput {
  @Field(() => String, { description: '10 characters' })
  terminalId!: string;

  @Field(() => String, { description: 'Wallet reference, 1 to 255 characters' })
  reference!: string;

  @Field(() => String, { description: 'Description of the terminal, 1 to 255 characters' })
  narrative!: string;

  @Field(() => String, { description: 'Made by the client, 1 to 255 characters; not unique over time' })
  transactionId!: string;

  @Field(() => String, { description: 'yyyyMMddTHH:mm:ss, UTC' })
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

  @Field(() => String, { nullable: true, description: 'Two characters' })
  transactionType?: string | null;
}

@InputType({ description: 'A debit authorisation. Amounts are in minor units.' })
export class DeductInput extends CardCallInput {
  @Field(() => SafeInt, { description: 'Minor units, 0 or more' })
  requestAmount!: number;

  @Field(() => String, {
    description: 'Two characters: 00 POS, 01 ATM, 09 cashback at POS, 10 AFT, 30 balance enquiry',
  })
  transactionType!: string;
}

@InputType({ description: 'Any method of the method table; which fields it takes, the table says.' })
export class TransactionInput extends CallInput {
  @Field(() => String)
  methodName!: string;

  @Field(() => String, { nullable: true })
  terminalId?: string | null;

  @Field(() => String, { nullable: true })
  reference?: string | null;

  @Field(() => SafeInt, { nullable: true })
  requestAmount?: number | null;

  @Field(() => String, { nullable: true })
  narrative?: string | null;

  @Field(() => String, { nullable: true })
  transactionType?: string | null;

  @Field(() => String, { nullable: true })
  transactionId?: string | null;

  @Field(() => String, { nullable: true })
  transactionDate?: string | null;

  @Field(() => String, { nullable: true, description: 'transactionId of the original' })
  referenceId?: string | null;

  @Field(() => String, { nullable: true, description: 'transactionDate of the original' })
  referenceDate?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'AdministrativeMessage: for example digitization.complete',
  })
  messageName?: string | null;

  @Field(() => TransactionDataInput, { nullable: true, description: 'AdministrativeMessage: its KLV' })
  messageData?: TransactionDataInput | null;

  @Field(() => String, { nullable: true, description: 'Stop: masked card number' })
  voucherNumber?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Stop' })
  stopReason?: number | null;

  @Field(() => String, { nullable: true, description: 'ValidatePIN; forwarded, never stored' })
  pinBlock?: string | null;

  @Field(() => JSONObject, {
    nullable: true,
    description:
      'Parameters of the other methods and of methods added by configuration, by their snake-case names.',
  })
  parameters?: JsonObject | null;
}

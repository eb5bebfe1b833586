import { Field, InputType } from 'type-graphql';
import { describeField, FIELDS } from '../../core/transactions/fields.js';
import type { JsonObject } from '../../core/wire/json.js';
import { describeKlv } from '../../core/wire/klv-keys.js';
import { JSONObject, SafeInt } from '../scalars.js';

@InputType({ description: 'A KLV entry beyond the named ones of TransactionDataInput.' })
class KlvEntryInput {
  @Field(() => String, {
    description:
      'Three-digit KLV key ("010"), its documented name ("conversion_rate"), or a name of your own.',
  })
  key!: string;

  @Field(() => String)
  value!: string;
}

@InputType({ description: 'Extra transaction information (KLV); all values are strings.' })
export class TransactionDataInput {
  @Field(() => String, { nullable: true, description: describeKlv('tracking_number') })
  trackingNumber?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('original_transaction_amount') })
  originalTransactionAmount?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('merchant_category_code') })
  merchantCategoryCode?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('acquiring_institution_code') })
  acquiringInstitutionCode?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('retrieval_reference_number') })
  retrievalReferenceNumber?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('terminal_id') })
  terminalId?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('merchant_identifier') })
  merchantIdentifier?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('fraud_scoring_data') })
  fraudScoringData?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('original_currency_code') })
  originalCurrencyCode?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('trace_id') })
  traceId?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('is_recurring') })
  isRecurring?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('capture_mode') })
  captureMode?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('network') })
  network?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('fee_type') })
  feeType?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('last_four_digits_pan') })
  lastFourDigitsPan?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('markup_type') })
  markupType?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('acquirer_country') })
  acquirerCountry?: string | null;

  @Field(() => String, { nullable: true, description: describeKlv('transaction_fee_amount') })
  transactionFeeAmount?: string | null;

  @Field(() => [KlvEntryInput], { nullable: true })
  other?: KlvEntryInput[] | null;
}

@InputType({
  description: 'Members of a JSON envelope that the gateway does not know and hands on untouched.',
})
class PassThroughInput {
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

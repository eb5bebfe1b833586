import { Field, InputType } from 'type-graphql';
import { describeKlv } from '../../core/klv-keys.js';

@InputType({ description: 'A KLV entry beyond the named ones of TransactionDataInput.' })
export class KlvEntryInput {
  @Field(() => String, {
    description:
      'Three-digit KLV key ("010"), its documented name ("conversion_rate"), or a name of your own.',
  })
  key!: string;

  @Field(() => String)
  value!: string;
}

@InputType({ description: 'Extra transaction information (KLV); all values are strings. Spec: service 2.3.' })
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

import { Field, InputType } from 'type-graphql';

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
  @Field(() => String, { nullable: true, description: 'KLV 002' })
  trackingNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 004' })
  originalTransactionAmount?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 026' })
  merchantCategoryCode?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 032' })
  acquiringInstitutionCode?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 037' })
  retrievalReferenceNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 041, the acquirer’s terminal' })
  terminalId?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 042' })
  merchantIdentifier?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 048' })
  fraudScoringData?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 049, ISO 4217 numeric' })
  originalCurrencyCode?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 063' })
  traceId?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 068' })
  isRecurring?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 250' })
  captureMode?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 251' })
  network?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 252' })
  feeType?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 253' })
  lastFourDigitsPan?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 258' })
  markupType?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 259' })
  acquirerCountry?: string | null;

  @Field(() => String, { nullable: true, description: 'KLV 261' })
  transactionFeeAmount?: string | null;

  @Field(() => [KlvEntryInput], { nullable: true })
  other?: KlvEntryInput[] | null;
}

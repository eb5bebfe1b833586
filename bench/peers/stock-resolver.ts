import { GraphQLScalarType } from 'graphql';
import { Arg, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { transact } from './stock-transact.js';

const SafeInt = new GraphQLScalarType({ name: 'SafeInt' });
const JSONObject = new GraphQLScalarType({ name: 'JSONObject' });

@InputType('KlvEntryInput')
class KlvEntryInput {
  @Field(() => String) key!: string;
  @Field(() => String) value!: string;
}

const DATA_FIELDS = [
  ...['trackingNumber', 'originalTransactionAmount', 'merchantCategoryCode', 'acquiringInstitutionCode'],
  ...['retrievalReferenceNumber', 'terminalId', 'merchantIdentifier', 'fraudScoringData'],
  ...['originalCurrencyCode', 'traceId', 'isRecurring', 'captureMode', 'network', 'feeType'],
  ...['lastFourDigitsPan', 'markupType', 'acquirerCountry', 'transactionFeeAmount'],
];

@InputType('TransactionDataInput')
class TransactionDataInput {
  @Field(() => [KlvEntryInput], { nullable: true }) other?: KlvEntryInput[] | null;
}
// Has the same effect as writing out each field.
for (const name of DATA_FIELDS) {
  Field(() => String, { nullable: true })(TransactionDataInput.prototype, name);
}

@InputType('DeductInput')
class DeductInput {
  @Field(() => SafeInt, { nullable: true }) customerId?: number | null;
  @Field(() => SafeInt, { nullable: true }) cardId?: number | null;
  @Field(() => String, { nullable: true }) requestId?: string | null;
  @Field(() => String, { nullable: true }) checksum?: string | null;
  @Field(() => TransactionDataInput, { nullable: true }) transactionData?: TransactionDataInput | null;
  @Field(() => String) terminalId!: string;
  @Field(() => String) reference!: string;
  @Field(() => String) narrative!: string;
  @Field(() => String) transactionId!: string;
  @Field(() => String) transactionDate!: string;
  @Field(() => SafeInt) requestAmount!: number;
  @Field(() => String) transactionType!: string;
}

@ObjectType('TransactionResponse')
class TransactionResponse {
  @Field(() => SafeInt) resultCode!: number;
  @Field(() => String, { nullable: true }) resultText?: string;
  @Field(() => SafeInt, { nullable: true }) balanceAmount?: number;
  @Field(() => SafeInt, { nullable: true }) actualBalance?: number;
  @Field(() => SafeInt, { nullable: true }) approvalAmount?: number;
  @Field(() => JSONObject) fields!: object;
}

@ObjectType('TransactionResult')
class TransactionResult {
  @Field(() => String) status!: string;
  @Field(() => String) message!: string;
  @Field(() => SafeInt, { nullable: true }) customerId!: number;
  @Field(() => String, { nullable: true }) requestId!: string;
  @Field(() => Boolean) replayed!: boolean;
  @Field(() => TransactionResponse) response!: TransactionResponse;
}

@Resolver()
export class StockResolver {
  @Query(() => Boolean)
  ready(): boolean {
    return true;
  }

  @Mutation(() => TransactionResult)
  async deduct(@Arg('input', () => DeductInput) input: DeductInput): Promise<TransactionResult> {
    const { customerId, cardId, requestId, ...request } = input;
    const answer = await transact({
      request: { ...request, method_name: 'Deduct' },
      customer_id: customerId ?? 0,
      card_id: cardId ?? 0,
      request_id: requestId ?? '',
    });
    const { resultCode } = answer.response as { resultCode: number };
    return {
      status: answer.status,
      message: answer.message,
      customerId: answer.customer_id,
      requestId: requestId ?? '',
      replayed: false,
      response: { ...answer.response, resultCode, fields: answer.response },
    };
  }
}

import { GraphQLScalarType } from 'graphql';
import { deduct } from './forward.js';

/** Deduct of the gateway's schema, its inputs and results field by field. */
export const typeDefs = `
  scalar SafeInt
  scalar JSONObject
  input KlvEntryInput { key: String! value: String! }
  input TransactionDataInput {
    trackingNumber: String originalTransactionAmount: String merchantCategoryCode: String
    acquiringInstitutionCode: String retrievalReferenceNumber: String terminalId: String merchantIdentifier: String
    fraudScoringData: String originalCurrencyCode: String traceId: String isRecurring: String captureMode: String
    network: String feeType: String lastFourDigitsPan: String markupType: String acquirerCountry: String
    transactionFeeAmount: String other: [KlvEntryInput!]
  }
  input DeductInput {
    customerId: SafeInt cardId: SafeInt requestId: String checksum: String transactionData: TransactionDataInput
    terminalId: String! reference: String! narrative: String! transactionId: String! transactionDate: String!
    requestAmount: SafeInt! transactionType: String!
  }
  type TransactionResponse {
    resultCode: SafeInt! resultText: String balanceAmount: SafeInt actualBalance: SafeInt approvalAmount: SafeInt
    fields: JSONObject!
  }
  type TransactionResult {
    status: String! message: String! customerId: SafeInt requestId: String replayed: Boolean!
    response: TransactionResponse!
  }
  type Query { ready: Boolean! }
  type Mutation { deduct(input: DeductInput!): TransactionResult! }
`;

const safeInt = {
  serialize: Number,
  parseValue(value: unknown): number {
    if (!Number.isSafeInteger(value)) throw new TypeError('Not a safe integer.');
    return value as number;
  },
};

export const resolvers = {
  SafeInt: new GraphQLScalarType({ name: 'SafeInt', ...safeInt }),
  JSONObject: new GraphQLScalarType({ name: 'JSONObject' }),
  Query: { ready: () => true },
  Mutation: { deduct: (_root: unknown, { input }: { input: Parameters<typeof deduct>[0] }) => deduct(input) },
};

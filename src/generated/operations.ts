import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MakeOptional<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]?: Maybe<T[SubKey]> };
export type MakeMaybe<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]: Maybe<T[SubKey]> };
export type MakeEmpty<T extends { [key: string]: unknown }, K extends keyof T> = { [_ in K]?: never };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** The `JSONObject` scalar type represents JSON objects as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf). */
  JSONObject: { input: Readonly<Record<string, unknown>>; output: Readonly<Record<string, unknown>>; }
  /** The `SafeInt` scalar type represents non-fractional signed whole numeric values that are considered safe as defined by the ECMAScript specification. */
  SafeInt: { input: number; output: number; }
};

export type AddEndpointInput = {
  readonly programme: Scalars['String']['input'];
  /** https; where it leads must be public */
  readonly url: Scalars['String']['input'];
};

/** The balance of a wallet. */
export type BalanceInput = {
  /** The card. Required of every caller with a key. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the terminal password. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** The end user. Required of every caller with a key. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Description of the terminal, 1 to 255 characters */
  readonly narrative: Scalars['String']['input'];
  readonly passThrough?: InputMaybe<PassThroughInput>;
  /** Wallet reference, 1 to 255 characters */
  readonly reference: Scalars['String']['input'];
  /** Always 0; null leaves it out downstream. */
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The idempotency key, <card_id>_<timestamp digits>_<number>. Left out, it is derived from card, date and checksum, so that the same call gets the same one. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** 10 characters */
  readonly terminalId: Scalars['String']['input'];
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  /** yyyyMMddTHH:mm:ss, UTC */
  readonly transactionDate: Scalars['String']['input'];
  /** Made by the client, 1 to 255 characters; not unique over time */
  readonly transactionId: Scalars['String']['input'];
  /** Two characters */
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
};

/** A debit authorisation. Amounts are in minor units. */
export type DeductInput = {
  /** The card. Required of every caller with a key. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the terminal password. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** The end user. Required of every caller with a key. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Description of the terminal, 1 to 255 characters */
  readonly narrative: Scalars['String']['input'];
  readonly passThrough?: InputMaybe<PassThroughInput>;
  /** Wallet reference, 1 to 255 characters */
  readonly reference: Scalars['String']['input'];
  /** Minor units, 0 or more */
  readonly requestAmount: Scalars['SafeInt']['input'];
  /** The idempotency key, <card_id>_<timestamp digits>_<number>. Left out, it is derived from card, date and checksum, so that the same call gets the same one. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** 10 characters */
  readonly terminalId: Scalars['String']['input'];
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  /** yyyyMMddTHH:mm:ss, UTC */
  readonly transactionDate: Scalars['String']['input'];
  /** Made by the client, 1 to 255 characters; not unique over time */
  readonly transactionId: Scalars['String']['input'];
  /** Two characters: 00 POS, 01 ATM, 09 cashback at POS, 10 AFT, 30 balance enquiry */
  readonly transactionType: Scalars['String']['input'];
};

/** All given conditions must hold. */
export type DeliveryFilter = {
  readonly endpointId?: InputMaybe<Scalars['ID']['input']>;
  readonly eventId?: InputMaybe<Scalars['ID']['input']>;
  /** For example digitization.complete */
  readonly eventType?: InputMaybe<Scalars['String']['input']>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly state?: InputMaybe<DeliveryState>;
  readonly time?: InputMaybe<TimeRangeInput>;
};

export type DeliveryState =
  /** Given up, until it is resent */
  | 'dead'
  /** The receiver answered 2xx */
  | 'delivered'
  /** To be sent, now or at its next attempt */
  | 'pending';

export type EndpointDisabledReason =
  /** Nothing got through for too long */
  | 'failing'
  /** The receiver answered HTTP 410 */
  | 'gone'
  /** By hand */
  | 'operator';

/** All given conditions must hold. */
export type EventFilter = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly time?: InputMaybe<TimeRangeInput>;
  readonly type?: InputMaybe<Scalars['String']['input']>;
};

/** A KLV entry beyond the named ones of TransactionDataInput. */
export type KlvEntryInput = {
  /** Three-digit KLV key ("010"), its documented name ("conversion_rate"), or a name of your own. */
  readonly key: Scalars['String']['input'];
  readonly value: Scalars['String']['input'];
};

/** Members of a JSON envelope that the gateway does not know and hands on untouched. */
export type PassThroughInput = {
  /** Members beside `request`. */
  readonly envelope?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Members of `request`. */
  readonly request?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** Which events to send again. time, undelivered or both must be given. */
export type ResendDeliveriesInput = {
  /** Default: every enabled endpoint */
  readonly endpointId?: InputMaybe<Scalars['ID']['input']>;
  /** Default: every programme */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** When the events were recorded */
  readonly time?: InputMaybe<TimeRangeInput>;
  /** Only what an endpoint has not taken yet */
  readonly undelivered?: InputMaybe<Scalars['Boolean']['input']>;
};

/** When the call was received. */
export type TimeRangeInput = {
  /** ISO 8601, inclusive */
  readonly from?: InputMaybe<Scalars['String']['input']>;
  /** ISO 8601, exclusive */
  readonly to?: InputMaybe<Scalars['String']['input']>;
};

/** Extra transaction information (KLV); all values are strings. Spec: service 2.3. */
export type TransactionDataInput = {
  /** KLV 259 */
  readonly acquirerCountry?: InputMaybe<Scalars['String']['input']>;
  /** KLV 032 */
  readonly acquiringInstitutionCode?: InputMaybe<Scalars['String']['input']>;
  /** KLV 250 */
  readonly captureMode?: InputMaybe<Scalars['String']['input']>;
  /** KLV 252 */
  readonly feeType?: InputMaybe<Scalars['String']['input']>;
  /** KLV 048 */
  readonly fraudScoringData?: InputMaybe<Scalars['String']['input']>;
  /** KLV 068 */
  readonly isRecurring?: InputMaybe<Scalars['String']['input']>;
  /** KLV 253 */
  readonly lastFourDigitsPan?: InputMaybe<Scalars['String']['input']>;
  /** KLV 258 */
  readonly markupType?: InputMaybe<Scalars['String']['input']>;
  /** KLV 026 */
  readonly merchantCategoryCode?: InputMaybe<Scalars['String']['input']>;
  /** KLV 042 */
  readonly merchantIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** KLV 251 */
  readonly network?: InputMaybe<Scalars['String']['input']>;
  /** KLV 049, ISO 4217 numeric */
  readonly originalCurrencyCode?: InputMaybe<Scalars['String']['input']>;
  /** KLV 004 */
  readonly originalTransactionAmount?: InputMaybe<Scalars['String']['input']>;
  readonly other?: InputMaybe<ReadonlyArray<KlvEntryInput>>;
  /** KLV 037 */
  readonly retrievalReferenceNumber?: InputMaybe<Scalars['String']['input']>;
  /** KLV 041, the acquirer’s terminal */
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  /** KLV 063 */
  readonly traceId?: InputMaybe<Scalars['String']['input']>;
  /** KLV 002 */
  readonly trackingNumber?: InputMaybe<Scalars['String']['input']>;
  /** KLV 261 */
  readonly transactionFeeAmount?: InputMaybe<Scalars['String']['input']>;
};

/** All given conditions must hold. */
export type TransactionFilter = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** For example Deduct */
  readonly method?: InputMaybe<Scalars['String']['input']>;
  readonly reference?: InputMaybe<Scalars['String']['input']>;
  readonly resultCode?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly state?: InputMaybe<TransactionState>;
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  readonly time?: InputMaybe<TimeRangeInput>;
};

/** Any method of the method table; which fields it takes, the table says. */
export type TransactionInput = {
  /** The card. Required of every caller with a key. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the terminal password. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** The end user. Required of every caller with a key. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** AdministrativeMessage: its KLV */
  readonly messageData?: InputMaybe<TransactionDataInput>;
  /** AdministrativeMessage: for example digitization.complete */
  readonly messageName?: InputMaybe<Scalars['String']['input']>;
  readonly methodName: Scalars['String']['input'];
  readonly narrative?: InputMaybe<Scalars['String']['input']>;
  /** Parameters of the other methods and of methods added by configuration, by their snake-case names. */
  readonly parameters?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly passThrough?: InputMaybe<PassThroughInput>;
  /** ValidatePIN; forwarded, never stored */
  readonly pinBlock?: InputMaybe<Scalars['String']['input']>;
  readonly reference?: InputMaybe<Scalars['String']['input']>;
  /** transactionDate of the original */
  readonly referenceDate?: InputMaybe<Scalars['String']['input']>;
  /** transactionId of the original */
  readonly referenceId?: InputMaybe<Scalars['String']['input']>;
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The idempotency key, <card_id>_<timestamp digits>_<number>. Left out, it is derived from card, date and checksum, so that the same call gets the same one. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** Stop */
  readonly stopReason?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  readonly transactionDate?: InputMaybe<Scalars['String']['input']>;
  readonly transactionId?: InputMaybe<Scalars['String']['input']>;
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
  /** Stop: masked card number */
  readonly voucherNumber?: InputMaybe<Scalars['String']['input']>;
};

/** Where a transaction stands; see the documentation of states. */
export type TransactionState =
  /** The answer is saved */
  | 'answered'
  /** The terminal was told a decline and the money moved */
  | 'contradicted'
  /** No usable answer to a call that moves nothing; a retry is sent again */
  | 'failed'
  /** Sent, without a usable answer; perhaps processed */
  | 'in_doubt'
  /** Claimed; its owner is still at work */
  | 'pending'
  /** An advice, accepted; sent again until answered */
  | 'queued'
  /** Certainly not processed downstream; a retry is sent again */
  | 'refused'
  /** An advice, accepted; its wallet or original is not known */
  | 'unmatched';

export type OutcomeFragment = { readonly status: string, readonly message: string, readonly customerId: number | null, readonly requestId: string | null, readonly replayed: boolean, readonly response: { readonly fields: Readonly<Record<string, unknown>> } };

export type BalanceMutationVariables = Exact<{
  input: BalanceInput;
}>;


export type BalanceMutation = { readonly balance: { readonly status: string, readonly message: string, readonly customerId: number | null, readonly requestId: string | null, readonly replayed: boolean, readonly response: { readonly fields: Readonly<Record<string, unknown>> } } };

export type DeductMutationVariables = Exact<{
  input: DeductInput;
}>;


export type DeductMutation = { readonly deduct: { readonly status: string, readonly message: string, readonly customerId: number | null, readonly requestId: string | null, readonly replayed: boolean, readonly response: { readonly fields: Readonly<Record<string, unknown>> } } };

export type TransactMutationVariables = Exact<{
  input: TransactionInput;
}>;


export type TransactMutation = { readonly transact: { readonly status: string, readonly message: string, readonly customerId: number | null, readonly requestId: string | null, readonly replayed: boolean, readonly response: { readonly fields: Readonly<Record<string, unknown>> } } };

export type TransactionQueryVariables = Exact<{
  requestId: Scalars['String']['input'];
}>;


export type TransactionQuery = { readonly transaction: { readonly requestId: string, readonly state: TransactionState, readonly default: boolean, readonly defaultReason: string | null, readonly methodName: string, readonly answer: Readonly<Record<string, unknown>> | null, readonly resultCode: number | null, readonly errorCode: string | null, readonly originalRequestId: string | null, readonly attempt: number, readonly receivedAt: string, readonly claimedAt: string | null, readonly sentAt: string | null, readonly answeredAt: string | null, readonly settledAt: string | null } | null };

export const OutcomeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<OutcomeFragment, unknown>;
export const BalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Balance"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BalanceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<BalanceMutation, BalanceMutationVariables>;
export const DeductDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Deduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeductInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<DeductMutation, DeductMutationVariables>;
export const TransactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Transact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<TransactMutation, TransactMutationVariables>;
export const TransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"defaultReason"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"originalRequestId"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"claimedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}},{"kind":"Field","name":{"kind":"Name","value":"settledAt"}}]}}]}}]} as unknown as DocumentNode<TransactionQuery, TransactionQueryVariables>;
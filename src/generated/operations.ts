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

export type EndpointFieldsFragment = { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly formerSecretUntil: string | null, readonly createdAt: string };

export type DeliveryFieldsFragment = { readonly id: string, readonly eventId: string, readonly eventType: string, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly tries: number, readonly nextAttemptAt: string | null, readonly createdAt: string };

export type EventFieldsFragment = { readonly id: string, readonly type: string, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> };

export type AddEndpointMutationVariables = Exact<{
  input: AddEndpointInput;
}>;


export type AddEndpointMutation = { readonly addEndpoint: { readonly secret: string, readonly endpoint: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly formerSecretUntil: string | null, readonly createdAt: string } } };

export type DisableEndpointMutationVariables = Exact<{
  endpointId: Scalars['ID']['input'];
}>;


export type DisableEndpointMutation = { readonly disableEndpoint: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly formerSecretUntil: string | null, readonly createdAt: string } };

export type EnableEndpointMutationVariables = Exact<{
  endpointId: Scalars['ID']['input'];
}>;


export type EnableEndpointMutation = { readonly enableEndpoint: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly formerSecretUntil: string | null, readonly createdAt: string } };

export type RotateEndpointSecretMutationVariables = Exact<{
  endpointId: Scalars['ID']['input'];
}>;


export type RotateEndpointSecretMutation = { readonly rotateEndpointSecret: { readonly secret: string, readonly endpoint: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly formerSecretUntil: string | null, readonly createdAt: string } } };

export type TestEndpointMutationVariables = Exact<{
  endpointId: Scalars['ID']['input'];
}>;


export type TestEndpointMutation = { readonly testEndpoint: { readonly id: string, readonly eventId: string, readonly eventType: string, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly tries: number, readonly nextAttemptAt: string | null, readonly createdAt: string } };

export type EndpointsQueryVariables = Exact<{
  programme?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type EndpointsQuery = { readonly endpoints: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly formerSecretUntil: string | null, readonly createdAt: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type EventsQueryVariables = Exact<{
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type EventsQuery = { readonly events: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly type: string, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type EventQueryVariables = Exact<{
  eventId: Scalars['ID']['input'];
}>;


export type EventQuery = { readonly event: { readonly id: string, readonly type: string, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> } | null };

export type DeliveriesQueryVariables = Exact<{
  filter?: InputMaybe<DeliveryFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type DeliveriesQuery = { readonly deliveries: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly eventId: string, readonly eventType: string, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly tries: number, readonly nextAttemptAt: string | null, readonly createdAt: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type DeliveryQueryVariables = Exact<{
  deliveryId: Scalars['ID']['input'];
}>;


export type DeliveryQuery = { readonly delivery: { readonly id: string, readonly eventId: string, readonly eventType: string, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly tries: number, readonly nextAttemptAt: string | null, readonly createdAt: string, readonly attempts: ReadonlyArray<{ readonly startedAt: string, readonly durationMs: number, readonly responseCode: number | null, readonly failure: string | null, readonly responseExcerpt: string | null }> } | null };

export type ResendDeliveryMutationVariables = Exact<{
  deliveryId: Scalars['ID']['input'];
}>;


export type ResendDeliveryMutation = { readonly resendDelivery: { readonly id: string, readonly eventId: string, readonly eventType: string, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly tries: number, readonly nextAttemptAt: string | null, readonly createdAt: string } };

export type ResendEventMutationVariables = Exact<{
  eventId: Scalars['ID']['input'];
  endpointId?: InputMaybe<Scalars['ID']['input']>;
}>;


export type ResendEventMutation = { readonly resendEvent: { readonly count: number } };

export type ResendDeliveriesMutationVariables = Exact<{
  input: ResendDeliveriesInput;
}>;


export type ResendDeliveriesMutation = { readonly resendDeliveries: { readonly count: number } };

export const OutcomeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<OutcomeFragment, unknown>;
export const EndpointFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"formerSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EndpointFieldsFragment, unknown>;
export const DeliveryFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"tries"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DeliveryFieldsFragment, unknown>;
export const EventFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventFieldsFragment, unknown>;
export const BalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Balance"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BalanceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<BalanceMutation, BalanceMutationVariables>;
export const DeductDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Deduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeductInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<DeductMutation, DeductMutationVariables>;
export const TransactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Transact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<TransactMutation, TransactMutationVariables>;
export const TransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"defaultReason"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"originalRequestId"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"claimedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}},{"kind":"Field","name":{"kind":"Name","value":"settledAt"}}]}}]}}]} as unknown as DocumentNode<TransactionQuery, TransactionQueryVariables>;
export const AddEndpointDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddEndpoint"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddEndpointInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addEndpoint"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"formerSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<AddEndpointMutation, AddEndpointMutationVariables>;
export const DisableEndpointDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DisableEndpoint"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"disableEndpoint"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"endpointId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"formerSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DisableEndpointMutation, DisableEndpointMutationVariables>;
export const EnableEndpointDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EnableEndpoint"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"enableEndpoint"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"endpointId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"formerSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EnableEndpointMutation, EnableEndpointMutationVariables>;
export const RotateEndpointSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateEndpointSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateEndpointSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"endpointId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"formerSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RotateEndpointSecretMutation, RotateEndpointSecretMutationVariables>;
export const TestEndpointDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestEndpoint"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testEndpoint"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"endpointId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"tries"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<TestEndpointMutation, TestEndpointMutationVariables>;
export const EndpointsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Endpoints"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"programme"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endpoints"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"programme"},"value":{"kind":"Variable","name":{"kind":"Name","value":"programme"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"formerSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EndpointsQuery, EndpointsQueryVariables>;
export const EventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Events"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"EventFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventsQuery, EventsQueryVariables>;
export const EventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Event"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"event"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventQuery, EventQueryVariables>;
export const DeliveriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Deliveries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DeliveryFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"tries"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DeliveriesQuery, DeliveriesQueryVariables>;
export const DeliveryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Delivery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deliveryId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"delivery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"deliveryId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deliveryId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryFields"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"responseCode"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"responseExcerpt"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"tries"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DeliveryQuery, DeliveryQueryVariables>;
export const ResendDeliveryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResendDelivery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deliveryId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resendDelivery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"deliveryId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deliveryId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"tries"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<ResendDeliveryMutation, ResendDeliveryMutationVariables>;
export const ResendEventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResendEvent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resendEvent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}}},{"kind":"Argument","name":{"kind":"Name","value":"endpointId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<ResendEventMutation, ResendEventMutationVariables>;
export const ResendDeliveriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResendDeliveries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResendDeliveriesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resendDeliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<ResendDeliveriesMutation, ResendDeliveriesMutationVariables>;
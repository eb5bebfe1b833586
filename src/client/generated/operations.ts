import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type InputMaybe<T> = T | null | undefined;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A point in time after RFC 3339, written in UTC with milliseconds: 2026-01-31T12:00:00.000Z. */
  DateTime: { input: string; output: string; }
  /** A JSON object whose members depend on the case. */
  JSONObject: { input: Readonly<Record<string, unknown>>; output: Readonly<Record<string, unknown>>; }
  /** An integer within ±(2^53-1), which every JSON parser reads exactly. */
  SafeInt: { input: number; output: number; }
  /** A sum of amounts: an integer, or a string of digits where the sum is beyond ±(2^53-1). */
  Total: { input: number | string; output: number | string; }
};

/** Input of Balance. Retrieves the balance of a wallet. */
export type BalanceInput = {
  /** Card id of the wallet. */
  readonly cardId: Scalars['SafeInt']['input'];
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id of the wallet. */
  readonly customerId: Scalars['SafeInt']['input'];
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative: Scalars['String']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Amount in minor units of the currency of the programme. */
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Idempotency key: <card id>_<digits of the time>_<number>. Left out, the gateway derives it from card, date and checksum, so that the same call gets the same key. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** Terminal that makes the call. 10 characters. */
  readonly terminalId: Scalars['String']['input'];
  /** Extra information about the transaction (KLV). */
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  /** Date of the transaction. yyyyMMddTHH:mm:ss, UTC. */
  readonly transactionDate: Scalars['String']['input'];
  /** Transaction id that the terminal chose; not unique over time. 1 to 255 characters. */
  readonly transactionId: Scalars['String']['input'];
  /** Type of the debit or credit. 2 characters. */
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
};

/** Input of Deduct. Authorises a debit of a wallet. */
export type DeductInput = {
  /** Card id of the wallet. */
  readonly cardId: Scalars['SafeInt']['input'];
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id of the wallet. */
  readonly customerId: Scalars['SafeInt']['input'];
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative: Scalars['String']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Amount in minor units of the currency of the programme. */
  readonly requestAmount: Scalars['SafeInt']['input'];
  /** Idempotency key: <card id>_<digits of the time>_<number>. Left out, the gateway derives it from card, date and checksum, so that the same call gets the same key. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** Terminal that makes the call. 10 characters. */
  readonly terminalId: Scalars['String']['input'];
  /** Extra information about the transaction (KLV). */
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  /** Date of the transaction. yyyyMMddTHH:mm:ss, UTC. */
  readonly transactionDate: Scalars['String']['input'];
  /** Transaction id that the terminal chose; not unique over time. 1 to 255 characters. */
  readonly transactionId: Scalars['String']['input'];
  /** Type of the debit. 2 characters. Documented values: 00 point of sale, 01 cash machine, 09 cashback at the point of sale, 10 account funding (AFT), 30 balance enquiry, only to carry acquirer fees. */
  readonly transactionType: Scalars['String']['input'];
};

/** The code of an error, as in `extensions.code`. */
export type ErrorCode =
  /** A second person must approve this. */
  | 'APPROVAL_REQUIRED'
  /** A field is missing or breaks its limit. */
  | 'BAD_REQUEST'
  /** The wallet service gave no usable answer; the outcome is in doubt. */
  | 'DOWNSTREAM_INVALID'
  /** The wallet service did not process the call. */
  | 'DOWNSTREAM_REFUSED'
  /** The wallet service did not answer in time; the outcome is in doubt. */
  | 'DOWNSTREAM_TIMEOUT'
  /** The key may not do this. */
  | 'FORBIDDEN'
  /** The request id was used before with other content, or by another caller. */
  | 'IDEMPOTENCY_CONFLICT'
  /** The gateway failed. */
  | 'INTERNAL'
  /** The outcome of this transaction is in doubt. */
  | 'IN_DOUBT'
  /** The body cannot be read. */
  | 'MALFORMED'
  /** This path does not allow this HTTP method. */
  | 'METHOD_NOT_ALLOWED'
  /** Not found. */
  | 'NOT_FOUND'
  /** The body is larger than allowed. */
  | 'PAYLOAD_TOO_LARGE'
  /** Too many calls. */
  | 'RATE_LIMITED'
  /** Authentication failed. */
  | 'UNAUTHENTICATED'
  /** The gateway cannot accept calls at the moment. */
  | 'UNAVAILABLE'
  /** The method is unknown. */
  | 'UNKNOWN_METHOD'
  /** This media type or encoding is not supported. */
  | 'UNSUPPORTED_MEDIA_TYPE';

/** The type of an event. REST, CLI and webhooks write the same types in lower case with a dot: digitization.complete. */
export type EventType =
  /** A card was put into a wallet. */
  | 'DIGITIZATION_COMPLETE'
  /** A token was deleted, or deleted from its device. */
  | 'DIGITIZATION_DELETED'
  /** The activation of a token failed. */
  | 'DIGITIZATION_EXCEPTION'
  /** A token was replaced. */
  | 'DIGITIZATION_REPLACED'
  /** A suspended token works again. */
  | 'DIGITIZATION_RESUMED'
  /** A token was suspended. */
  | 'DIGITIZATION_STOPPED'
  /** An endpoint has been failing and will be disabled soon. */
  | 'ENDPOINT_DISABLING'
  /** A test that an operator asked for. It goes to that endpoint alone, and to operators. */
  | 'ENDPOINT_TEST'
  /** Money moved although the terminal got a decline. For operators. */
  | 'TRANSACTION_CONTRADICTED'
  /** A transaction has no usable answer and may have been processed. For operators. */
  | 'TRANSACTION_IN_DOUBT';

/** A KLV entry beyond the named ones of TransactionDataInput. */
export type KlvEntryInput = {
  /** KLV key ("010"), its documented name ("conversion_rate"), or a name of your own. */
  readonly key: Scalars['String']['input'];
  /** The value. */
  readonly value: Scalars['String']['input'];
};

/** Why the gateway replied in place of the wallet service. */
export type ReplyReason =
  /** The advice was accepted and is sent later. */
  | 'ADVICE_ACCEPTED'
  /** The answer of the wallet service could not be used. */
  | 'INVALID_ANSWER'
  /** An operator settled what had been contradicted. */
  | 'MADE_GOOD_BY_OPERATOR'
  /** The original of the reversal was not processed. */
  | 'ORIGINAL_NOT_PROCESSED'
  /** The call was not sent, because the route refused it. */
  | 'REFUSED'
  /** A reversal of the gateway gave the money back. */
  | 'REVERSED_BY_GATEWAY'
  /** A reversal of the transaction came first. */
  | 'REVERSED_FIRST'
  /** An operator settled it. */
  | 'SETTLED_BY_OPERATOR'
  /** The wallet service did not answer in time. */
  | 'TIMEOUT';

/** Extra information about a transaction (KLV). All values are strings. */
export type TransactionDataInput = {
  /** KLV 259, Acquirer Country. */
  readonly acquirerCountry?: InputMaybe<Scalars['String']['input']>;
  /** KLV 032, Acquiring Institution Code. */
  readonly acquiringInstitutionCode?: InputMaybe<Scalars['String']['input']>;
  /** KLV 250, Capture Mode. */
  readonly captureMode?: InputMaybe<Scalars['String']['input']>;
  /** KLV 252, Fee Type. */
  readonly feeType?: InputMaybe<Scalars['String']['input']>;
  /** KLV 048, Fraud scoring data. */
  readonly fraudScoringData?: InputMaybe<Scalars['String']['input']>;
  /** KLV 068, Is recurring. */
  readonly isRecurring?: InputMaybe<Scalars['String']['input']>;
  /** KLV 253, Last four digits PAN. */
  readonly lastFourDigitsPan?: InputMaybe<Scalars['String']['input']>;
  /** KLV 258, Markup Type. */
  readonly markupType?: InputMaybe<Scalars['String']['input']>;
  /** KLV 026, Merchant category code. */
  readonly merchantCategoryCode?: InputMaybe<Scalars['String']['input']>;
  /** KLV 042, Merchant Identifier. */
  readonly merchantIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** KLV 251, Network. */
  readonly network?: InputMaybe<Scalars['String']['input']>;
  /** KLV 049, Original Currency Code. */
  readonly originalCurrencyCode?: InputMaybe<Scalars['String']['input']>;
  /** KLV 004, Original Transaction Amount. */
  readonly originalTransactionAmount?: InputMaybe<Scalars['String']['input']>;
  /** Entries beyond the named ones. */
  readonly other?: InputMaybe<ReadonlyArray<KlvEntryInput>>;
  /** KLV 037, Retrieval Reference Number. */
  readonly retrievalReferenceNumber?: InputMaybe<Scalars['String']['input']>;
  /** KLV 041, Terminal ID. */
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  /** KLV 063, TraceID. */
  readonly traceId?: InputMaybe<Scalars['String']['input']>;
  /** KLV 002, Tracking Number. */
  readonly trackingNumber?: InputMaybe<Scalars['String']['input']>;
  /** KLV 261, Transaction Fee Amount. */
  readonly transactionFeeAmount?: InputMaybe<Scalars['String']['input']>;
};

/** A call of any method, built-in or added by configuration. The method table lists the fields of each method. */
export type TransactionInput = {
  /** Airport fee in minor units. */
  readonly airportFeeAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Card id of the wallet. */
  readonly cardId: Scalars['SafeInt']['input'];
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id of the wallet. */
  readonly customerId: Scalars['SafeInt']['input'];
  /** Down payment in minor units. */
  readonly downPaymentAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Grace period in months. */
  readonly gracePeriod?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Amount of this instalment in minor units. */
  readonly installmentPaymentAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Number of this instalment. 1 to 2 characters. */
  readonly installmentPaymentNumber?: InputMaybe<Scalars['String']['input']>;
  /** Sum of all instalments in minor units. */
  readonly installmentPaymentTotalAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Type of the instalments. Documented values: 403 with interest, 407 without interest, 410 CrediDolar, 488 IATA. */
  readonly installmentPaymentType?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Content of the message (KLV). */
  readonly messageData?: InputMaybe<TransactionDataInput>;
  /** Name of the message, for example digitization.complete. 0 to 2048 characters. */
  readonly messageName?: InputMaybe<Scalars['String']['input']>;
  /** Name of the method, for example Deduct. */
  readonly methodName: Scalars['String']['input'];
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative?: InputMaybe<Scalars['String']['input']>;
  /** Fields of methods that were added by configuration, by their names in snake case. */
  readonly parameters?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Encrypted PIN block; forwarded, never stored. 1 to 16 characters. */
  readonly pinBlock?: InputMaybe<Scalars['String']['input']>;
  /** Wallet reference. 1 to 255 characters. */
  readonly reference?: InputMaybe<Scalars['String']['input']>;
  /** Transaction date of the original. yyyyMMddTHH:mm:ss, UTC. */
  readonly referenceDate?: InputMaybe<Scalars['String']['input']>;
  /** Transaction id of the original. 1 to 255 characters. */
  readonly referenceId?: InputMaybe<Scalars['String']['input']>;
  /** Amount in minor units of the currency of the programme. */
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Idempotency key: <card id>_<digits of the time>_<number>. Left out, the gateway derives it from card, date and checksum, so that the same call gets the same key. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** Reason for which the card was stopped. Documented values: 1 lost, 2 stolen, 3 pending query, 4 consolidation, 5 inactive, 6 PIN tries exceeded, 7 suspected fraud, 8 replaced, 9 to be re-issued, 10 scheduled stop, 11 offline PIN attempts exceeded. */
  readonly stopReason?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Terminal that makes the call. 10 characters. */
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  /** Number of instalments. 1 to 2 characters. */
  readonly totalInstallments?: InputMaybe<Scalars['String']['input']>;
  /** Number of instalments. 1 to 2 characters. */
  readonly totalNumberOfInstallments?: InputMaybe<Scalars['String']['input']>;
  /** Currency, ISO 4217 numeric. */
  readonly transactionCurrencyCode?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Extra information about the transaction (KLV). */
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  /** Date of the transaction. yyyyMMddTHH:mm:ss, UTC. */
  readonly transactionDate?: InputMaybe<Scalars['String']['input']>;
  /** Transaction id that the terminal chose; not unique over time. 1 to 255 characters. */
  readonly transactionId?: InputMaybe<Scalars['String']['input']>;
  /** Type of the debit or credit. 2 characters. */
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
  /** Type of the credit. Documented values: 0 none, 3 without interest, 5 with interest, 7 buy now, pay later. */
  readonly typeOfCredit?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Masked card number. 1 to 255 characters. */
  readonly voucherNumber?: InputMaybe<Scalars['String']['input']>;
};

/** State of a transaction. */
export type TransactionState =
  /** The answer of the wallet service is saved. */
  | 'ANSWERED'
  /** The terminal got a decline, and the money moved. */
  | 'CONTRADICTED'
  /** A call that moves nothing has no usable answer. A retry is sent again. */
  | 'FAILED'
  /** It was sent and has no usable answer. It may have been processed. */
  | 'IN_DOUBT'
  /** It is being processed. */
  | 'PENDING'
  /** An advice that was accepted. It is sent again until it is answered. */
  | 'QUEUED'
  /** The wallet service certainly did not process it. A backend’s retry is sent again. */
  | 'REFUSED'
  /** An advice that was accepted. Its wallet is not known yet. */
  | 'UNMATCHED';

/** Why a secret or an activation code is not valid. */
export type VerificationFailure =
  /** It was issued more than its lifetime ago. */
  | 'EXPIRED'
  /** It is none that the gateway issued for the card. */
  | 'INVALID'
  /** It was verified before. */
  | 'REPLAYED'
  /** A later one was issued for the card. */
  | 'SUPERSEDED';

/** The wallet that a card was put into. */
export type WalletProvider =
  /** Apple Pay, wallet id 103. */
  | 'APPLE_PAY'
  /** Google Pay, wallet id 216. */
  | 'GOOGLE_PAY'
  /** A merchant, wallet id 327. */
  | 'MERCHANT'
  /** Any other wallet. */
  | 'OTHER'
  /** Samsung Pay, wallet id 217. */
  | 'SAMSUNG_PAY';

export type ClientOutcomeFragment = { readonly status: string, readonly message: string, readonly customerId: number | null, readonly requestId: string | null, readonly replayed: boolean, readonly response: { readonly resultCode: number, readonly resultText: string | null, readonly balanceAmount: number | null, readonly actualBalance: number | null, readonly approvalAmount: number | null, readonly fields: Readonly<Record<string, unknown>> } };

export type ClientBalanceMutationVariables = Exact<{
  input: BalanceInput;
}>;


export type ClientBalanceMutation = { readonly balance: { readonly status: string, readonly message: string, readonly customerId: number | null, readonly requestId: string | null, readonly replayed: boolean, readonly response: { readonly resultCode: number, readonly resultText: string | null, readonly balanceAmount: number | null, readonly actualBalance: number | null, readonly approvalAmount: number | null, readonly fields: Readonly<Record<string, unknown>> } } };

export type ClientDeductMutationVariables = Exact<{
  input: DeductInput;
}>;


export type ClientDeductMutation = { readonly deduct: { readonly status: string, readonly message: string, readonly customerId: number | null, readonly requestId: string | null, readonly replayed: boolean, readonly response: { readonly resultCode: number, readonly resultText: string | null, readonly balanceAmount: number | null, readonly actualBalance: number | null, readonly approvalAmount: number | null, readonly fields: Readonly<Record<string, unknown>> } } };

export type ClientTransactMutationVariables = Exact<{
  input: TransactionInput;
}>;


export type ClientTransactMutation = { readonly transact: { readonly status: string, readonly message: string, readonly customerId: number | null, readonly requestId: string | null, readonly replayed: boolean, readonly response: { readonly resultCode: number, readonly resultText: string | null, readonly balanceAmount: number | null, readonly actualBalance: number | null, readonly approvalAmount: number | null, readonly fields: Readonly<Record<string, unknown>> } } };

export type ClientGenerateSecretMutationVariables = Exact<{
  cardId: Scalars['SafeInt']['input'];
}>;


export type ClientGenerateSecretMutation = { readonly generateProvisioningSecret: { readonly secret: string, readonly keyId: string, readonly expiresAt: string } };

export type DigitizationsSubscriptionVariables = Exact<{
  cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
}>;


export type DigitizationsSubscription = { readonly digitizationComplete: { readonly id: string, readonly type: EventType, readonly occurredAt: string, readonly programme: string, readonly cardId: number, readonly customerId: number, readonly wallet: WalletProvider, readonly walletId: string | null, readonly tokenReference: string, readonly tokenRequestorId: string | null, readonly deviceType: string | null, readonly panLastFour: string | null, readonly attemptId: string | null } };

export type EventsSubscriptionVariables = Exact<{
  types?: InputMaybe<ReadonlyArray<EventType> | EventType>;
  cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
}>;


export type EventsSubscription = { readonly events: { readonly id: string, readonly type: EventType, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> } };

export type NewestEventQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestEventQuery = { readonly events: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string } }> } };

export type TransactionQueryVariables = Exact<{
  requestId: Scalars['String']['input'];
}>;


export type TransactionQuery = { readonly transaction: { readonly requestId: string, readonly state: TransactionState, readonly default: boolean, readonly replyReason: ReplyReason | null, readonly methodName: string, readonly answer: Readonly<Record<string, unknown>> | null, readonly resultCode: number | null, readonly errorCode: ErrorCode | null, readonly originalRequestId: string | null, readonly attempt: number, readonly receivedAt: string, readonly claimedAt: string | null, readonly sentAt: string | null, readonly answeredAt: string | null, readonly settledAt: string | null } | null };

export type VerifyProvisioningSecretMutationVariables = Exact<{
  cardId: Scalars['SafeInt']['input'];
  secret: Scalars['String']['input'];
}>;


export type VerifyProvisioningSecretMutation = { readonly verifyProvisioningSecret: { readonly valid: boolean, readonly reason: VerificationFailure | null, readonly attemptId: string | null, readonly verifiedAt: string | null } };

/** Text of an operation, with the types of its result and variables. */
export type DocumentText<Result, Variables> = string & DocumentTypeDecoration<Result, Variables>;

export const ClientBalanceDocument = "mutation ClientBalance($input: BalanceInput!) {\n  balance(input: $input) {\n    ...ClientOutcome\n  }\n}\n\nfragment ClientOutcome on TransactionResult {\n  status\n  message\n  customerId\n  requestId\n  replayed\n  response {\n    resultCode\n    resultText\n    balanceAmount\n    actualBalance\n    approvalAmount\n    fields\n  }\n}" as DocumentText<ClientBalanceMutation, ClientBalanceMutationVariables>;
export const ClientDeductDocument = "mutation ClientDeduct($input: DeductInput!) {\n  deduct(input: $input) {\n    ...ClientOutcome\n  }\n}\n\nfragment ClientOutcome on TransactionResult {\n  status\n  message\n  customerId\n  requestId\n  replayed\n  response {\n    resultCode\n    resultText\n    balanceAmount\n    actualBalance\n    approvalAmount\n    fields\n  }\n}" as DocumentText<ClientDeductMutation, ClientDeductMutationVariables>;
export const ClientTransactDocument = "mutation ClientTransact($input: TransactionInput!) {\n  transact(input: $input) {\n    ...ClientOutcome\n  }\n}\n\nfragment ClientOutcome on TransactionResult {\n  status\n  message\n  customerId\n  requestId\n  replayed\n  response {\n    resultCode\n    resultText\n    balanceAmount\n    actualBalance\n    approvalAmount\n    fields\n  }\n}" as DocumentText<ClientTransactMutation, ClientTransactMutationVariables>;
export const ClientGenerateSecretDocument = "mutation ClientGenerateSecret($cardId: SafeInt!) {\n  generateProvisioningSecret(cardId: $cardId) {\n    secret\n    keyId\n    expiresAt\n  }\n}" as DocumentText<ClientGenerateSecretMutation, ClientGenerateSecretMutationVariables>;
export const DigitizationsDocument = "subscription Digitizations($cardId: SafeInt, $after: ID) {\n  digitizationComplete(cardId: $cardId, after: $after) {\n    id\n    type\n    occurredAt\n    programme\n    cardId\n    customerId\n    wallet\n    walletId\n    tokenReference\n    tokenRequestorId\n    deviceType\n    panLastFour\n    attemptId\n  }\n}" as DocumentText<DigitizationsSubscription, DigitizationsSubscriptionVariables>;
export const EventsDocument = "subscription Events($types: [EventType!], $cardId: SafeInt, $after: ID) {\n  events(types: $types, cardId: $cardId, after: $after) {\n    id\n    type\n    programme\n    cardId\n    occurredAt\n    recordedAt\n    data\n  }\n}" as DocumentText<EventsSubscription, EventsSubscriptionVariables>;
export const NewestEventDocument = "query NewestEvent {\n  events(first: 1) {\n    edges {\n      node {\n        id\n      }\n    }\n  }\n}" as DocumentText<NewestEventQuery, NewestEventQueryVariables>;
export const TransactionDocument = "query Transaction($requestId: String!) {\n  transaction(requestId: $requestId) {\n    requestId\n    state\n    default\n    replyReason\n    methodName\n    answer\n    resultCode\n    errorCode\n    originalRequestId\n    attempt\n    receivedAt\n    claimedAt\n    sentAt\n    answeredAt\n    settledAt\n  }\n}" as DocumentText<TransactionQuery, TransactionQueryVariables>;
export const VerifyProvisioningSecretDocument = "mutation VerifyProvisioningSecret($cardId: SafeInt!, $secret: String!) {\n  verifyProvisioningSecret(cardId: $cardId, secret: $secret) {\n    valid\n    reason\n    attemptId\n    verifiedAt\n  }\n}" as DocumentText<VerifyProvisioningSecretMutation, VerifyProvisioningSecretMutationVariables>;
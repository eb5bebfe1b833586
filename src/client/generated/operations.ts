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
  /** A sum of amounts: an integer, or the digits of one beyond ±(2^53-1) as a string */
  Total: { input: number | string; output: number | string; }
};

export type AddEndpointInput = {
  readonly programme: Scalars['String']['input'];
  /** https; where it leads must be public */
  readonly url: Scalars['String']['input'];
};

export type AddTerminalInput = {
  /** Networks (CIDR) and addresses that it may call from; none: from anywhere */
  readonly allowedAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Default: sha256 */
  readonly checksumAlgorithm?: InputMaybe<ChecksumAlgorithm>;
  /** As the processor gave it, at least 10 characters; never shown again */
  readonly password: Scalars['String']['input'];
  readonly programme: Scalars['String']['input'];
  /** 10 characters */
  readonly terminalId: Scalars['String']['input'];
};

/** The balance of a wallet. */
export type BalanceInput = {
  /** The card. Required of every caller with a key. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the terminal password. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** The end user. Required of every caller with a key. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative: Scalars['String']['input'];
  readonly passThrough?: InputMaybe<PassThroughInput>;
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Always 0 downstream, whatever is given. */
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The idempotency key, <card_id>_<timestamp digits>_<number>. Left out, it is derived from card, date and checksum, so that the same call gets the same one. */
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
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
};

export type BreakerState =
  /** Calls go through */
  | 'closed'
  /** One call is let through, to try */
  | 'half_open'
  /** Too many failed: calls are refused without being sent */
  | 'open';

export type CardInput = {
  /** Left out: as it was */
  readonly blocked?: InputMaybe<Scalars['Boolean']['input']>;
  readonly cardId: Scalars['SafeInt']['input'];
  /** Left out everywhere: as it was, else the first card */
  readonly default?: InputMaybe<Scalars['Boolean']['input']>;
  /** Left out: as it was; null: none */
  readonly trackingNumber?: InputMaybe<Scalars['String']['input']>;
};

/** Of the HMAC by which a terminal proves itself. */
export type ChecksumAlgorithm =
  | 'sha1'
  | 'sha256';

export type CreateKeyInput = {
  /** ISO 8601; left out: never */
  readonly expiresAt?: InputMaybe<Scalars['String']['input']>;
  /** What it is called: 1 to 64 letters, digits, . _ or - */
  readonly keyId: Scalars['String']['input'];
  /** Left out for operators, and for them only */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly role: Role;
  /** Client keys: binds it to these terminals */
  readonly terminalIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A debit authorisation. Amounts are in minor units. */
export type DeductInput = {
  /** The card. Required of every caller with a key. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the terminal password. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** The end user. Required of every caller with a key. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative: Scalars['String']['input'];
  readonly passThrough?: InputMaybe<PassThroughInput>;
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Amount in minor units. */
  readonly requestAmount: Scalars['SafeInt']['input'];
  /** The idempotency key, <card_id>_<timestamp digits>_<number>. Left out, it is derived from card, date and checksum, so that the same call gets the same one. */
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

/** How the card enters the TOTP key. */
export type Derivation =
  /** The shared key followed by the decimal card id */
  | 'append'
  /** HMAC-SHA-256(shared key, decimal card id) */
  | 'hmac'
  /** The shared key itself */
  | 'none';

/** All given conditions must hold. */
export type DigitizationFilter = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly state?: InputMaybe<DigitizationState>;
  /** When it was first reported */
  readonly time?: InputMaybe<TimeRangeInput>;
  readonly tokenReference?: InputMaybe<Scalars['String']['input']>;
};

/** The network reports what became of a token. */
export type DigitizationInput = {
  readonly cardId: Scalars['SafeInt']['input'];
  /** The network’s code of the device, for example 21 */
  readonly device?: InputMaybe<Scalars['ID']['input']>;
  /** The same, by its name in events */
  readonly deviceType?: InputMaybe<Scalars['ID']['input']>;
  /** The digitized card number. Nothing but its last four digits is kept */
  readonly digitizedPan?: InputMaybe<Scalars['String']['input']>;
  /** complete (the default), Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception */
  readonly event?: InputMaybe<Scalars['String']['input']>;
  /** Its last four digits, where the number is not told */
  readonly panLastFour?: InputMaybe<Scalars['String']['input']>;
  /** Why, in the network’s own code */
  readonly reasonCode?: InputMaybe<Scalars['ID']['input']>;
  /** The reporter’s own id of this report, which tells a repeat from a new one. Left out, a report that repeats the last one of its token is a repeat */
  readonly reportId?: InputMaybe<Scalars['ID']['input']>;
  /** The network’s unique reference of the token */
  readonly tokenReference: Scalars['String']['input'];
  /** The network’s number of who asked for the token */
  readonly tokenRequestorId: Scalars['ID']['input'];
  /** The network’s number of the wallet: 103, 216, 217, 327 … */
  readonly walletId: Scalars['ID']['input'];
};

export type DigitizationState =
  /** Completed, resumed or replaced */
  | 'active'
  /** Removed, or removed from its device */
  | 'deleted'
  /** The activation came to nothing */
  | 'exception'
  /** Suspended */
  | 'stopped';

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

export type OtpAlgorithm =
  | 'sha1'
  | 'sha256'
  | 'sha512';

/** Members of a JSON envelope that the gateway does not know and hands on untouched. */
export type PassThroughInput = {
  /** Members beside `request`. */
  readonly envelope?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Members of `request`. */
  readonly request?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** All given conditions must hold. */
export type ProvisioningAttemptFilter = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly state?: InputMaybe<ProvisioningAttemptState>;
  /** When the secret was issued */
  readonly time?: InputMaybe<TimeRangeInput>;
};

export type ProvisioningAttemptState =
  /** A token authorization took it */
  | 'authorized'
  /** The token authorization was declined */
  | 'declined'
  /** The network reported the digitization as complete */
  | 'digitized'
  /** Not verified, or not authorized, in time */
  | 'expired'
  /** A secret was issued */
  | 'issued'
  /** A later secret was issued for the card */
  | 'superseded'
  /** The secret was verified */
  | 'verified';

/** What is left out stays as it is, or is the default. */
export type PutProgrammeInput = {
  readonly algorithm?: InputMaybe<OtpAlgorithm>;
  readonly derivation?: InputMaybe<Derivation>;
  readonly digits?: InputMaybe<Scalars['Int']['input']>;
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly programme: Scalars['String']['input'];
  readonly stepSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly validitySeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly verifier?: InputMaybe<Verifier>;
};

export type PutWalletInput = {
  /** Left out: as it was. Client keys may block only */
  readonly blocked?: InputMaybe<Scalars['Boolean']['input']>;
  /** The cards of the wallet from now on; left out: as they were. Client keys leave out no card */
  readonly cards?: InputMaybe<ReadonlyArray<CardInput>>;
  readonly customerId: Scalars['SafeInt']['input'];
  /** Client keys: their own, and may be left out */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly reference: Scalars['String']['input'];
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

export type Role =
  /** Backends: transactions and wallets of a programme */
  | 'client'
  /** Backends of apps: provisioning secrets and events of a programme */
  | 'integrator'
  /** The card network’s side and the SDK’s back end */
  | 'network'
  /** Whoever runs the gateway: everything but transactions */
  | 'operator';

export type RotateTerminalPasswordInput = {
  /** How long the former one is taken too; default: setting `terminals.passwordOverlap` */
  readonly overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The new one, at least 10 characters */
  readonly password: Scalars['String']['input'];
  readonly terminalId: Scalars['String']['input'];
};

/** A call to try. Terminal and wallet are those that the sandbox was seeded with. */
export type SandboxCallInput = {
  readonly methodName: SandboxMethod;
  readonly narrative: Scalars['String']['input'];
  /** Wallet reference */
  readonly reference: Scalars['String']['input'];
  /** Minor units; Balance takes none */
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly terminalId: Scalars['String']['input'];
  /** By the names of the JSON door */
  readonly transactionData?: InputMaybe<Scalars['JSONObject']['input']>;
  /** yyyyMMddTHH:mm:ss, UTC */
  readonly transactionDate: Scalars['String']['input'];
  readonly transactionId: Scalars['String']['input'];
  /** Two characters; default 00 */
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
};

export type SandboxMethod =
  | 'Balance'
  | 'Deduct';

/** What is left out stays as it is. */
export type SetTerminalInput = {
  /** Networks (CIDR) and addresses that it may call from; an empty list: from anywhere */
  readonly allowedAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly checksumAlgorithm?: InputMaybe<ChecksumAlgorithm>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly terminalId: Scalars['String']['input'];
};

export type SharedKeyState =
  /** Issues and verifies; of several, the one added last issues */
  | 'active'
  /** Neither, for ever */
  | 'retired'
  /** Verifies, no longer issues */
  | 'retiring';

export type StatsSpan =
  /** In stretches of 2 hours */
  | 'DAYS_7'
  /** In stretches of 15 minutes */
  | 'HOURS_24'
  /** In stretches of a minute */
  | 'MINUTES_15';

/** A span of time. */
export type TimeRangeInput = {
  /** ISO 8601, inclusive */
  readonly from?: InputMaybe<Scalars['String']['input']>;
  /** ISO 8601, exclusive */
  readonly to?: InputMaybe<Scalars['String']['input']>;
};

/** The network asks whether a token may be made of a card. */
export type TokenAuthorizationInput = {
  readonly cardId: Scalars['SafeInt']['input'];
  /** The network’s code of the device, for example 21 */
  readonly device?: InputMaybe<Scalars['ID']['input']>;
  /** The same, by its name in events */
  readonly deviceType?: InputMaybe<Scalars['ID']['input']>;
  /** Where the wallet has the card number from; card_added_via_application for the app’s own */
  readonly panSource?: InputMaybe<Scalars['String']['input']>;
  /** GREEN, YELLOW, ORANGE or RED */
  readonly path?: InputMaybe<Scalars['String']['input']>;
  /** Of the wallet: Approve, Decline or Require_additional_authentication */
  readonly recommendation?: InputMaybe<Scalars['String']['input']>;
  /** The network’s unique reference of the token; idempotency key */
  readonly tokenReference: Scalars['String']['input'];
  /** The network’s number of who asks for the token */
  readonly tokenRequestorId: Scalars['ID']['input'];
  /** The network’s number of the wallet: 103, 216, 217, 327 … */
  readonly walletId: Scalars['ID']['input'];
};

export type TokenDecision =
  /** The token may be made; final for this token reference */
  | 'APPROVED'
  /** No token; final for this token reference */
  | 'DECLINED'
  /** The cardholder must authenticate in another way; decided anew when asked again */
  | 'REQUIRE_ADDITIONAL_AUTHENTICATION';

/** Extra transaction information (KLV); all values are strings. */
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
  /** When the call was received */
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
  /** Content of the message (KLV). */
  readonly messageData?: InputMaybe<TransactionDataInput>;
  /** Name of the message, for example digitization.complete. 1 to 255 characters. */
  readonly messageName?: InputMaybe<Scalars['String']['input']>;
  readonly methodName: Scalars['String']['input'];
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative?: InputMaybe<Scalars['String']['input']>;
  /** Parameters of the other methods and of methods added by configuration, by their snake-case names. */
  readonly parameters?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly passThrough?: InputMaybe<PassThroughInput>;
  /** Encrypted PIN block; forwarded, never stored. 1 to 16 characters. */
  readonly pinBlock?: InputMaybe<Scalars['String']['input']>;
  /** Wallet reference. 1 to 255 characters. */
  readonly reference?: InputMaybe<Scalars['String']['input']>;
  /** Transaction date of the original. yyyyMMddTHH:mm:ss, UTC. */
  readonly referenceDate?: InputMaybe<Scalars['String']['input']>;
  /** Transaction id of the original. 1 to 255 characters. */
  readonly referenceId?: InputMaybe<Scalars['String']['input']>;
  /** Amount in minor units. */
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The idempotency key, <card_id>_<timestamp digits>_<number>. Left out, it is derived from card, date and checksum, so that the same call gets the same one. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** Reason for which the card was stopped. Documented values: 1 lost, 2 stolen, 3 pending query, 4 consolidation, 5 inactive, 6 PIN tries exceeded, 7 suspected fraud, 8 replaced, 9 to be re-issued, 10 scheduled stop, 11 offline PIN attempts exceeded. */
  readonly stopReason?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Terminal that makes the call. 10 characters. */
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  /** Extra information about the transaction (KLV). */
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  /** Date of the transaction. yyyyMMddTHH:mm:ss, UTC. */
  readonly transactionDate?: InputMaybe<Scalars['String']['input']>;
  /** Transaction id that the terminal chose; not unique over time. 1 to 255 characters. */
  readonly transactionId?: InputMaybe<Scalars['String']['input']>;
  /** Type of the debit or credit, 2 characters. */
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
  /** Masked card number. 1 to 255 characters. */
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
  /** An advice, accepted; its wallet is not known yet */
  | 'unmatched';

/** Who verifies secrets. */
export type Verifier =
  /** The SDK’s back end by itself; an issued attempt is enough */
  | 'external'
  /** This gateway; a token authorization needs a verified attempt */
  | 'gateway';

export type WalletProvider =
  /** Wallet id 103 */
  | 'APPLE_PAY'
  /** Wallet id 216 */
  | 'GOOGLE_PAY'
  /** Wallet id 327 */
  | 'MERCHANT'
  /** Every other one */
  | 'OTHER'
  /** Wallet id 217 */
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


export type DigitizationsSubscription = { readonly digitizationComplete: { readonly id: string, readonly type: string, readonly occurredAt: string, readonly programme: string, readonly cardId: number, readonly customerId: number, readonly wallet: WalletProvider, readonly walletId: string | null, readonly tokenReference: string, readonly tokenRequestorId: string | null, readonly deviceType: string | null, readonly panLastFour: string | null, readonly attemptId: string | null } };

export type TransactionQueryVariables = Exact<{
  requestId: Scalars['String']['input'];
}>;


export type TransactionQuery = { readonly transaction: { readonly requestId: string, readonly state: TransactionState, readonly default: boolean, readonly defaultReason: string | null, readonly methodName: string, readonly answer: Readonly<Record<string, unknown>> | null, readonly resultCode: number | null, readonly errorCode: string | null, readonly originalRequestId: string | null, readonly attempt: number, readonly receivedAt: string, readonly claimedAt: string | null, readonly sentAt: string | null, readonly answeredAt: string | null, readonly settledAt: string | null } | null };

export type VerifyProvisioningSecretMutationVariables = Exact<{
  cardId: Scalars['SafeInt']['input'];
  secret: Scalars['String']['input'];
}>;


export type VerifyProvisioningSecretMutation = { readonly verifyProvisioningSecret: { readonly valid: boolean, readonly reason: string | null, readonly attemptId: string | null, readonly verifiedAt: string | null } };

export const ClientOutcomeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClientOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultText"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAmount"}},{"kind":"Field","name":{"kind":"Name","value":"actualBalance"}},{"kind":"Field","name":{"kind":"Name","value":"approvalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<ClientOutcomeFragment, unknown>;
export const ClientBalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClientBalance"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BalanceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClientOutcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClientOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultText"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAmount"}},{"kind":"Field","name":{"kind":"Name","value":"actualBalance"}},{"kind":"Field","name":{"kind":"Name","value":"approvalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<ClientBalanceMutation, ClientBalanceMutationVariables>;
export const ClientDeductDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClientDeduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeductInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClientOutcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClientOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultText"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAmount"}},{"kind":"Field","name":{"kind":"Name","value":"actualBalance"}},{"kind":"Field","name":{"kind":"Name","value":"approvalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<ClientDeductMutation, ClientDeductMutationVariables>;
export const ClientTransactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClientTransact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClientOutcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClientOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultText"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAmount"}},{"kind":"Field","name":{"kind":"Name","value":"actualBalance"}},{"kind":"Field","name":{"kind":"Name","value":"approvalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<ClientTransactMutation, ClientTransactMutationVariables>;
export const ClientGenerateSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClientGenerateSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"generateProvisioningSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}}]} as unknown as DocumentNode<ClientGenerateSecretMutation, ClientGenerateSecretMutationVariables>;
export const DigitizationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Digitizations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"digitizationComplete"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"wallet"}},{"kind":"Field","name":{"kind":"Name","value":"walletId"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"tokenRequestorId"}},{"kind":"Field","name":{"kind":"Name","value":"deviceType"}},{"kind":"Field","name":{"kind":"Name","value":"panLastFour"}},{"kind":"Field","name":{"kind":"Name","value":"attemptId"}}]}}]}}]} as unknown as DocumentNode<DigitizationsSubscription, DigitizationsSubscriptionVariables>;
export const TransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"defaultReason"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"originalRequestId"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"claimedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}},{"kind":"Field","name":{"kind":"Name","value":"settledAt"}}]}}]}}]} as unknown as DocumentNode<TransactionQuery, TransactionQueryVariables>;
export const VerifyProvisioningSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"VerifyProvisioningSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"secret"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verifyProvisioningSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}},{"kind":"Argument","name":{"kind":"Name","value":"secret"},"value":{"kind":"Variable","name":{"kind":"Name","value":"secret"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"valid"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"attemptId"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedAt"}}]}}]}}]} as unknown as DocumentNode<VerifyProvisioningSecretMutation, VerifyProvisioningSecretMutationVariables>;
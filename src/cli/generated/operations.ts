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

export type OperatorSessionQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorSessionQuery = { readonly operatorSession: { readonly keyId: string, readonly version: string, readonly sandbox: boolean } };

export type StatsQueryVariables = Exact<{
  span?: InputMaybe<StatsSpan>;
}>;


export type StatsQuery = { readonly stats: { readonly at: string, readonly bucketSeconds: number, readonly count: number, readonly approved: number, readonly declined: number, readonly refused: number, readonly inDoubt: number, readonly contradicted: number, readonly open: number, readonly perSecond: number, readonly latencyP50Ms: number | null, readonly latencyP99Ms: number | null, readonly openNow: { readonly pending: number, readonly inDoubt: number, readonly queued: number, readonly unmatched: number, readonly contradicted: number }, readonly routes: ReadonlyArray<{ readonly route: string, readonly breaker: BreakerState, readonly concurrent: number, readonly queued: number, readonly late: number, readonly clockDriftMs: number | null }>, readonly buckets: ReadonlyArray<{ readonly from: string, readonly count: number, readonly approved: number, readonly declined: number, readonly refused: number, readonly inDoubt: number, readonly contradicted: number, readonly open: number, readonly latencyP50Ms: number | null, readonly latencyP99Ms: number | null }> } };

export type LiveRowFragment = { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly requestAmount: number | null, readonly currency: string | null, readonly resultCode: number | null, readonly default: boolean, readonly toldResultCode: number | null, readonly receivedAt: string, readonly answeredAt: string | null };

export type LivePageQueryVariables = Exact<{
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type LivePageQuery = { readonly transactions: { readonly edges: ReadonlyArray<{ readonly node: { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly requestAmount: number | null, readonly currency: string | null, readonly resultCode: number | null, readonly default: boolean, readonly toldResultCode: number | null, readonly receivedAt: string, readonly answeredAt: string | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type LiveTransactionsSubscriptionVariables = Exact<{
  terminalId?: InputMaybe<Scalars['String']['input']>;
}>;


export type LiveTransactionsSubscription = { readonly transactionSaved: { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly requestAmount: number | null, readonly currency: string | null, readonly resultCode: number | null, readonly default: boolean, readonly toldResultCode: number | null, readonly receivedAt: string, readonly answeredAt: string | null } };

export type TransactionPageQueryVariables = Exact<{
  requestId: Scalars['String']['input'];
}>;


export type TransactionPageQuery = { readonly transaction: { readonly defaultReason: string | null, readonly errorCode: string | null, readonly effect: string, readonly door: string, readonly programme: string, readonly customerId: number | null, readonly cardId: number | null, readonly transactionId: string | null, readonly transactionDate: string | null, readonly referenceId: string | null, readonly referenceDate: string | null, readonly route: string, readonly attempt: number, readonly request: Readonly<Record<string, unknown>>, readonly answer: Readonly<Record<string, unknown>> | null, readonly rawAnswer: string | null, readonly originalRequestId: string | null, readonly claimedAt: string | null, readonly sentAt: string | null, readonly settledAt: string | null, readonly nextAttemptAt: string | null, readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly requestAmount: number | null, readonly currency: string | null, readonly resultCode: number | null, readonly default: boolean, readonly toldResultCode: number | null, readonly receivedAt: string, readonly answeredAt: string | null, readonly klv: ReadonlyArray<{ readonly key: string, readonly name: string, readonly title: string | null, readonly value: string }>, readonly linked: ReadonlyArray<{ readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly requestAmount: number | null, readonly currency: string | null, readonly resultCode: number | null, readonly default: boolean, readonly toldResultCode: number | null, readonly receivedAt: string, readonly answeredAt: string | null }> } | null };

export type AttemptLineFragment = { readonly id: string, readonly state: ProvisioningAttemptState, readonly programme: string, readonly cardId: number, readonly customerId: number, readonly keyId: string, readonly issuedAt: string, readonly verifiedAt: string | null, readonly authorizedAt: string | null, readonly digitizedAt: string | null, readonly tokenReference: string | null, readonly walletId: string | null };

export type ProvisioningPageQueryVariables = Exact<{
  filter?: InputMaybe<ProvisioningAttemptFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ProvisioningPageQuery = { readonly provisioningAttempts: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly state: ProvisioningAttemptState, readonly programme: string, readonly cardId: number, readonly customerId: number, readonly keyId: string, readonly issuedAt: string, readonly verifiedAt: string | null, readonly authorizedAt: string | null, readonly digitizedAt: string | null, readonly tokenReference: string | null, readonly walletId: string | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ProvisioningFunnelQueryVariables = Exact<{
  filter?: InputMaybe<ProvisioningAttemptFilter>;
}>;


export type ProvisioningFunnelQuery = { readonly provisioningFunnel: { readonly issued: number, readonly verified: number, readonly authorized: number, readonly digitized: number, readonly expired: number, readonly superseded: number, readonly declined: number } };

export type AttemptPageQueryVariables = Exact<{
  attemptId: Scalars['ID']['input'];
}>;


export type AttemptPageQuery = { readonly provisioningAttempt: { readonly expiresAt: string, readonly wrongCodes: number | null, readonly driftSteps: number | null, readonly id: string, readonly state: ProvisioningAttemptState, readonly programme: string, readonly cardId: number, readonly customerId: number, readonly keyId: string, readonly issuedAt: string, readonly verifiedAt: string | null, readonly authorizedAt: string | null, readonly digitizedAt: string | null, readonly tokenReference: string | null, readonly walletId: string | null, readonly history: ReadonlyArray<{ readonly at: string, readonly actor: string, readonly from: ProvisioningAttemptState | null, readonly to: ProvisioningAttemptState, readonly reason: string | null }> } | null };

export type EventPageQueryVariables = Exact<{
  eventId: Scalars['ID']['input'];
  filter?: InputMaybe<DeliveryFilter>;
}>;


export type EventPageQuery = { readonly event: { readonly id: string, readonly type: string, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> } | null, readonly deliveries: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly eventId: string, readonly eventType: string, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly tries: number, readonly nextAttemptAt: string | null, readonly createdAt: string } }>, readonly pageInfo: { readonly hasNextPage: boolean } } };

export type SandboxCallQueryVariables = Exact<{
  input: SandboxCallInput;
}>;


export type SandboxCallQuery = { readonly sandboxCall: { readonly xml: string, readonly json: string, readonly variables: Readonly<Record<string, unknown>>, readonly clientKey: string, readonly requestId: string, readonly checksum: { readonly key: string, readonly mac: string, readonly parts: ReadonlyArray<{ readonly name: string, readonly text: string }> }, readonly signature: { readonly key: string, readonly mac: string, readonly parts: ReadonlyArray<{ readonly name: string, readonly text: string }> } } };

export type AttemptsOfCardQueryVariables = Exact<{
  cardId: Scalars['SafeInt']['input'];
}>;


export type AttemptsOfCardQuery = { readonly provisioningAttempts: { readonly edges: ReadonlyArray<{ readonly node: { readonly attemptId: string, readonly state: ProvisioningAttemptState, readonly tokenReference: string | null, readonly history: ReadonlyArray<{ readonly at: string, readonly actor: string, readonly from: ProvisioningAttemptState | null, readonly to: ProvisioningAttemptState, readonly reason: string | null }> } }> } };

export type ProgrammeFieldsFragment = { readonly programme: string, readonly name: string, readonly digits: number, readonly algorithm: OtpAlgorithm, readonly derivation: Derivation, readonly stepSeconds: number, readonly validitySeconds: number, readonly verifier: Verifier };

export type SharedKeyFieldsFragment = { readonly keyId: string, readonly state: SharedKeyState, readonly createdAt: string, readonly changedAt: string };

export type ProgrammesQueryVariables = Exact<{ [key: string]: never; }>;


export type ProgrammesQuery = { readonly programmes: { readonly edges: ReadonlyArray<{ readonly node: { readonly programme: string, readonly name: string, readonly digits: number, readonly algorithm: OtpAlgorithm, readonly derivation: Derivation, readonly stepSeconds: number, readonly validitySeconds: number, readonly verifier: Verifier, readonly sharedKeys: ReadonlyArray<{ readonly keyId: string, readonly state: SharedKeyState, readonly createdAt: string, readonly changedAt: string }> } }> } };

export type PutProgrammeMutationVariables = Exact<{
  input: PutProgrammeInput;
}>;


export type PutProgrammeMutation = { readonly putProgramme: { readonly programme: string, readonly name: string, readonly digits: number, readonly algorithm: OtpAlgorithm, readonly derivation: Derivation, readonly stepSeconds: number, readonly validitySeconds: number, readonly verifier: Verifier } };

export type SetSharedKeyStateMutationVariables = Exact<{
  programme: Scalars['String']['input'];
  keyId: Scalars['String']['input'];
  state: SharedKeyState;
}>;


export type SetSharedKeyStateMutation = { readonly setSharedKeyState: { readonly keyId: string, readonly state: SharedKeyState, readonly createdAt: string, readonly changedAt: string } };

export type TerminalFieldsFragment = { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly formerPasswordUntil: string | null, readonly createdAt: string | null };

export type TerminalsQueryVariables = Exact<{
  programme?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type TerminalsQuery = { readonly terminals: { readonly edges: ReadonlyArray<{ readonly node: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly formerPasswordUntil: string | null, readonly createdAt: string | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TerminalQueryVariables = Exact<{
  terminalId: Scalars['String']['input'];
}>;


export type TerminalQuery = { readonly terminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly formerPasswordUntil: string | null, readonly createdAt: string | null } | null };

export type AddTerminalMutationVariables = Exact<{
  input: AddTerminalInput;
}>;


export type AddTerminalMutation = { readonly addTerminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly formerPasswordUntil: string | null, readonly createdAt: string | null } };

export type SetTerminalMutationVariables = Exact<{
  input: SetTerminalInput;
}>;


export type SetTerminalMutation = { readonly setTerminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly formerPasswordUntil: string | null, readonly createdAt: string | null } };

export type RotateTerminalPasswordMutationVariables = Exact<{
  input: RotateTerminalPasswordInput;
}>;


export type RotateTerminalPasswordMutation = { readonly rotateTerminalPassword: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly formerPasswordUntil: string | null, readonly createdAt: string | null } };

export type DisableTerminalMutationVariables = Exact<{
  terminalId: Scalars['String']['input'];
}>;


export type DisableTerminalMutation = { readonly disableTerminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly formerPasswordUntil: string | null, readonly createdAt: string | null } };

export type EnableTerminalMutationVariables = Exact<{
  terminalId: Scalars['String']['input'];
}>;


export type EnableTerminalMutation = { readonly enableTerminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly formerPasswordUntil: string | null, readonly createdAt: string | null } };

export type WalletFieldsFragment = { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> };

export type WalletsQueryVariables = Exact<{
  programme?: InputMaybe<Scalars['String']['input']>;
  customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  blocked?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type WalletsQuery = { readonly wallets: { readonly edges: ReadonlyArray<{ readonly node: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type WalletQueryVariables = Exact<{
  reference: Scalars['String']['input'];
}>;


export type WalletQuery = { readonly wallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } | null };

export type PutWalletMutationVariables = Exact<{
  input: PutWalletInput;
}>;


export type PutWalletMutation = { readonly putWallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } };

export type BlockWalletMutationVariables = Exact<{
  reference: Scalars['String']['input'];
  cardId?: InputMaybe<Scalars['SafeInt']['input']>;
}>;


export type BlockWalletMutation = { readonly blockWallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } };

export type UnblockWalletMutationVariables = Exact<{
  reference: Scalars['String']['input'];
  cardId?: InputMaybe<Scalars['SafeInt']['input']>;
}>;


export type UnblockWalletMutation = { readonly unblockWallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } };

export type MoveWalletMutationVariables = Exact<{
  reference: Scalars['String']['input'];
  programme: Scalars['String']['input'];
}>;


export type MoveWalletMutation = { readonly moveWallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } };

export type MoveCardMutationVariables = Exact<{
  cardId: Scalars['SafeInt']['input'];
  reference: Scalars['String']['input'];
}>;


export type MoveCardMutation = { readonly moveCard: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } };

export type KeyFieldsFragment = { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean };

export type KeysQueryVariables = Exact<{
  programme?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type KeysQuery = { readonly keys: { readonly edges: ReadonlyArray<{ readonly node: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type KeyQueryVariables = Exact<{
  keyId: Scalars['String']['input'];
}>;


export type KeyQuery = { readonly key: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean } | null };

export type CreateKeyMutationVariables = Exact<{
  input: CreateKeyInput;
}>;


export type CreateKeyMutation = { readonly createKey: { readonly secret: string, readonly key: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean } } };

export type SetKeyExpiryMutationVariables = Exact<{
  keyId: Scalars['String']['input'];
  expiresAt?: InputMaybe<Scalars['String']['input']>;
}>;


export type SetKeyExpiryMutation = { readonly setKeyExpiry: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean } };

export type RevokeKeyMutationVariables = Exact<{
  keyId: Scalars['String']['input'];
}>;


export type RevokeKeyMutation = { readonly revokeKey: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean } };

export type AuditLogQueryVariables = Exact<{
  actor?: InputMaybe<Scalars['String']['input']>;
  action?: InputMaybe<Scalars['String']['input']>;
  subject?: InputMaybe<Scalars['String']['input']>;
  time?: InputMaybe<TimeRangeInput>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuditLogQuery = { readonly auditLog: { readonly edges: ReadonlyArray<{ readonly node: { readonly at: string, readonly actor: string, readonly action: string, readonly subject: string, readonly reason: string, readonly before: Readonly<Record<string, unknown>> | null, readonly after: Readonly<Record<string, unknown>> | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TransactionLineFragment = { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly defaultReason: string | null, readonly errorCode: string | null, readonly toldResultCode: number | null, readonly receivedAt: string };

export type TransactionsQueryVariables = Exact<{
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type TransactionsQuery = { readonly transactions: { readonly edges: ReadonlyArray<{ readonly node: { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly defaultReason: string | null, readonly errorCode: string | null, readonly toldResultCode: number | null, readonly receivedAt: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TransactionInFullQueryVariables = Exact<{
  requestId: Scalars['String']['input'];
}>;


export type TransactionInFullQuery = { readonly transaction: { readonly default: boolean, readonly answer: Readonly<Record<string, unknown>> | null, readonly route: string, readonly door: string, readonly attempt: number, readonly claimedAt: string | null, readonly sentAt: string | null, readonly answeredAt: string | null, readonly settledAt: string | null, readonly nextAttemptAt: string | null, readonly originalRequestId: string | null, readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly defaultReason: string | null, readonly errorCode: string | null, readonly toldResultCode: number | null, readonly receivedAt: string, readonly linked: ReadonlyArray<{ readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly defaultReason: string | null, readonly errorCode: string | null, readonly toldResultCode: number | null, readonly receivedAt: string }> } | null };

export type SettleTransactionMutationVariables = Exact<{
  requestId: Scalars['String']['input'];
  resultCode: Scalars['SafeInt']['input'];
  reason: Scalars['String']['input'];
}>;


export type SettleTransactionMutation = { readonly settleTransaction: { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly defaultReason: string | null, readonly errorCode: string | null, readonly toldResultCode: number | null, readonly receivedAt: string } };

export type SendTransactionMutationVariables = Exact<{
  requestId: Scalars['String']['input'];
}>;


export type SendTransactionMutation = { readonly sendTransaction: { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly defaultReason: string | null, readonly errorCode: string | null, readonly toldResultCode: number | null, readonly receivedAt: string } };

export type ReconciliationQueryVariables = Exact<{
  day: Scalars['String']['input'];
}>;


export type ReconciliationQuery = { readonly reconciliation: ReadonlyArray<{ readonly terminalId: string, readonly route: string, readonly methodName: string, readonly currency: string | null, readonly count: number, readonly amount: number | string, readonly approved: number, readonly approvedAmount: number | string, readonly declined: number, readonly declinedAmount: number | string, readonly refused: number, readonly inDoubt: number, readonly inDoubtAmount: number | string, readonly contradicted: number, readonly contradictedAmount: number | string, readonly open: number }> };

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

export type EndpointQueryVariables = Exact<{
  endpointId: Scalars['ID']['input'];
}>;


export type EndpointQuery = { readonly endpoint: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly formerSecretUntil: string | null, readonly createdAt: string } | null };

export const LiveRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LiveRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"toldResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]} as unknown as DocumentNode<LiveRowFragment, unknown>;
export const AttemptLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttemptLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttempt"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedAt"}},{"kind":"Field","name":{"kind":"Name","value":"authorizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"digitizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"walletId"}}]}}]} as unknown as DocumentNode<AttemptLineFragment, unknown>;
export const ProgrammeFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgrammeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Programme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"digits"}},{"kind":"Field","name":{"kind":"Name","value":"algorithm"}},{"kind":"Field","name":{"kind":"Name","value":"derivation"}},{"kind":"Field","name":{"kind":"Name","value":"stepSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"validitySeconds"}},{"kind":"Field","name":{"kind":"Name","value":"verifier"}}]}}]} as unknown as DocumentNode<ProgrammeFieldsFragment, unknown>;
export const SharedKeyFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SharedKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<SharedKeyFieldsFragment, unknown>;
export const TerminalFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"formerPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<TerminalFieldsFragment, unknown>;
export const WalletFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<WalletFieldsFragment, unknown>;
export const KeyFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}}]}}]} as unknown as DocumentNode<KeyFieldsFragment, unknown>;
export const TransactionLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"defaultReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"toldResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}}]}}]} as unknown as DocumentNode<TransactionLineFragment, unknown>;
export const OutcomeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<OutcomeFragment, unknown>;
export const EndpointFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"formerSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EndpointFieldsFragment, unknown>;
export const DeliveryFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"tries"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DeliveryFieldsFragment, unknown>;
export const EventFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventFieldsFragment, unknown>;
export const OperatorSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OperatorSession"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operatorSession"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"sandbox"}}]}}]}}]} as unknown as DocumentNode<OperatorSessionQuery, OperatorSessionQueryVariables>;
export const StatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Stats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"span"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatsSpan"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"span"},"value":{"kind":"Variable","name":{"kind":"Name","value":"span"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"bucketSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"approved"}},{"kind":"Field","name":{"kind":"Name","value":"declined"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"inDoubt"}},{"kind":"Field","name":{"kind":"Name","value":"contradicted"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"perSecond"}},{"kind":"Field","name":{"kind":"Name","value":"latencyP50Ms"}},{"kind":"Field","name":{"kind":"Name","value":"latencyP99Ms"}},{"kind":"Field","name":{"kind":"Name","value":"openNow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pending"}},{"kind":"Field","name":{"kind":"Name","value":"inDoubt"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"unmatched"}},{"kind":"Field","name":{"kind":"Name","value":"contradicted"}}]}},{"kind":"Field","name":{"kind":"Name","value":"routes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"}},{"kind":"Field","name":{"kind":"Name","value":"breaker"}},{"kind":"Field","name":{"kind":"Name","value":"concurrent"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"late"}},{"kind":"Field","name":{"kind":"Name","value":"clockDriftMs"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"approved"}},{"kind":"Field","name":{"kind":"Name","value":"declined"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"inDoubt"}},{"kind":"Field","name":{"kind":"Name","value":"contradicted"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"latencyP50Ms"}},{"kind":"Field","name":{"kind":"Name","value":"latencyP99Ms"}}]}}]}}]}}]} as unknown as DocumentNode<StatsQuery, StatsQueryVariables>;
export const LivePageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LivePage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LiveRow"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LiveRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"toldResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]} as unknown as DocumentNode<LivePageQuery, LivePageQueryVariables>;
export const LiveTransactionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LiveTransactions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionSaved"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"terminalId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LiveRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LiveRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"toldResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]} as unknown as DocumentNode<LiveTransactionsSubscription, LiveTransactionsSubscriptionVariables>;
export const TransactionPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TransactionPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LiveRow"}},{"kind":"Field","name":{"kind":"Name","value":"defaultReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"door"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"transactionDate"}},{"kind":"Field","name":{"kind":"Name","value":"referenceId"}},{"kind":"Field","name":{"kind":"Name","value":"referenceDate"}},{"kind":"Field","name":{"kind":"Name","value":"route"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"request"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"rawAnswer"}},{"kind":"Field","name":{"kind":"Name","value":"originalRequestId"}},{"kind":"Field","name":{"kind":"Name","value":"claimedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"settledAt"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"klv"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"linked"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LiveRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LiveRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"toldResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]} as unknown as DocumentNode<TransactionPageQuery, TransactionPageQueryVariables>;
export const ProvisioningPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProvisioningPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttemptFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"provisioningAttempts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AttemptLine"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttemptLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttempt"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedAt"}},{"kind":"Field","name":{"kind":"Name","value":"authorizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"digitizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"walletId"}}]}}]} as unknown as DocumentNode<ProvisioningPageQuery, ProvisioningPageQueryVariables>;
export const ProvisioningFunnelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProvisioningFunnel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttemptFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"provisioningFunnel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issued"}},{"kind":"Field","name":{"kind":"Name","value":"verified"}},{"kind":"Field","name":{"kind":"Name","value":"authorized"}},{"kind":"Field","name":{"kind":"Name","value":"digitized"}},{"kind":"Field","name":{"kind":"Name","value":"expired"}},{"kind":"Field","name":{"kind":"Name","value":"superseded"}},{"kind":"Field","name":{"kind":"Name","value":"declined"}}]}}]}}]} as unknown as DocumentNode<ProvisioningFunnelQuery, ProvisioningFunnelQueryVariables>;
export const AttemptPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AttemptPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"attemptId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"provisioningAttempt"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"attemptId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"attemptId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AttemptLine"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"wrongCodes"}},{"kind":"Field","name":{"kind":"Name","value":"driftSteps"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"actor"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttemptLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttempt"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedAt"}},{"kind":"Field","name":{"kind":"Name","value":"authorizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"digitizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"walletId"}}]}}]} as unknown as DocumentNode<AttemptPageQuery, AttemptPageQueryVariables>;
export const EventPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EventPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DeliveryFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"event"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"tries"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EventPageQuery, EventPageQueryVariables>;
export const SandboxCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SandboxCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SandboxCallInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sandboxCall"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"xml"}},{"kind":"Field","name":{"kind":"Name","value":"json"}},{"kind":"Field","name":{"kind":"Name","value":"variables"}},{"kind":"Field","name":{"kind":"Name","value":"clientKey"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"checksum"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mac"}}]}},{"kind":"Field","name":{"kind":"Name","value":"signature"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mac"}}]}}]}}]}}]} as unknown as DocumentNode<SandboxCallQuery, SandboxCallQueryVariables>;
export const AttemptsOfCardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AttemptsOfCard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"provisioningAttempts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"attemptId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"actor"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<AttemptsOfCardQuery, AttemptsOfCardQueryVariables>;
export const ProgrammesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Programmes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programmes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgrammeFields"}},{"kind":"Field","name":{"kind":"Name","value":"sharedKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SharedKeyFields"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgrammeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Programme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"digits"}},{"kind":"Field","name":{"kind":"Name","value":"algorithm"}},{"kind":"Field","name":{"kind":"Name","value":"derivation"}},{"kind":"Field","name":{"kind":"Name","value":"stepSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"validitySeconds"}},{"kind":"Field","name":{"kind":"Name","value":"verifier"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SharedKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<ProgrammesQuery, ProgrammesQueryVariables>;
export const PutProgrammeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PutProgramme"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PutProgrammeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"putProgramme"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgrammeFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgrammeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Programme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"digits"}},{"kind":"Field","name":{"kind":"Name","value":"algorithm"}},{"kind":"Field","name":{"kind":"Name","value":"derivation"}},{"kind":"Field","name":{"kind":"Name","value":"stepSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"validitySeconds"}},{"kind":"Field","name":{"kind":"Name","value":"verifier"}}]}}]} as unknown as DocumentNode<PutProgrammeMutation, PutProgrammeMutationVariables>;
export const SetSharedKeyStateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetSharedKeyState"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"programme"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKeyState"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setSharedKeyState"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"programme"},"value":{"kind":"Variable","name":{"kind":"Name","value":"programme"}}},{"kind":"Argument","name":{"kind":"Name","value":"keyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}}},{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SharedKeyFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SharedKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<SetSharedKeyStateMutation, SetSharedKeyStateMutationVariables>;
export const TerminalsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Terminals"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"programme"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"programme"},"value":{"kind":"Variable","name":{"kind":"Name","value":"programme"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"formerPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<TerminalsQuery, TerminalsQueryVariables>;
export const TerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Terminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"terminalId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"formerPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<TerminalQuery, TerminalQueryVariables>;
export const AddTerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddTerminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddTerminalInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addTerminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"formerPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<AddTerminalMutation, AddTerminalMutationVariables>;
export const SetTerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetTerminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetTerminalInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setTerminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"formerPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<SetTerminalMutation, SetTerminalMutationVariables>;
export const RotateTerminalPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateTerminalPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RotateTerminalPasswordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateTerminalPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"formerPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RotateTerminalPasswordMutation, RotateTerminalPasswordMutationVariables>;
export const DisableTerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DisableTerminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"disableTerminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"terminalId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"formerPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DisableTerminalMutation, DisableTerminalMutationVariables>;
export const EnableTerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EnableTerminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"enableTerminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"terminalId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"formerPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EnableTerminalMutation, EnableTerminalMutationVariables>;
export const WalletsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Wallets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"programme"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"customerId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"blocked"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"programme"},"value":{"kind":"Variable","name":{"kind":"Name","value":"programme"}}},{"kind":"Argument","name":{"kind":"Name","value":"customerId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"customerId"}}},{"kind":"Argument","name":{"kind":"Name","value":"blocked"},"value":{"kind":"Variable","name":{"kind":"Name","value":"blocked"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<WalletsQuery, WalletsQueryVariables>;
export const WalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Wallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reference"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"reference"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reference"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<WalletQuery, WalletQueryVariables>;
export const PutWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PutWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PutWalletInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"putWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<PutWalletMutation, PutWalletMutationVariables>;
export const BlockWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BlockWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reference"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"blockWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"reference"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reference"}}},{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<BlockWalletMutation, BlockWalletMutationVariables>;
export const UnblockWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnblockWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reference"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unblockWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"reference"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reference"}}},{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<UnblockWalletMutation, UnblockWalletMutationVariables>;
export const MoveWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MoveWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reference"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"programme"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moveWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"reference"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reference"}}},{"kind":"Argument","name":{"kind":"Name","value":"programme"},"value":{"kind":"Variable","name":{"kind":"Name","value":"programme"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<MoveWalletMutation, MoveWalletMutationVariables>;
export const MoveCardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MoveCard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reference"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moveCard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}},{"kind":"Argument","name":{"kind":"Name","value":"reference"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reference"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<MoveCardMutation, MoveCardMutationVariables>;
export const KeysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Keys"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"programme"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keys"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"programme"},"value":{"kind":"Variable","name":{"kind":"Name","value":"programme"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}}]}}]} as unknown as DocumentNode<KeysQuery, KeysQueryVariables>;
export const KeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Key"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"keyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}}]}}]} as unknown as DocumentNode<KeyQuery, KeyQueryVariables>;
export const CreateKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}}]}}]} as unknown as DocumentNode<CreateKeyMutation, CreateKeyMutationVariables>;
export const SetKeyExpiryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetKeyExpiry"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expiresAt"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setKeyExpiry"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"keyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}}},{"kind":"Argument","name":{"kind":"Name","value":"expiresAt"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expiresAt"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}}]}}]} as unknown as DocumentNode<SetKeyExpiryMutation, SetKeyExpiryMutationVariables>;
export const RevokeKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"keyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}}]}}]} as unknown as DocumentNode<RevokeKeyMutation, RevokeKeyMutationVariables>;
export const AuditLogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AuditLog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"actor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"action"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"subject"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"time"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TimeRangeInput"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditLog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"actor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"actor"}}},{"kind":"Argument","name":{"kind":"Name","value":"action"},"value":{"kind":"Variable","name":{"kind":"Name","value":"action"}}},{"kind":"Argument","name":{"kind":"Name","value":"subject"},"value":{"kind":"Variable","name":{"kind":"Name","value":"subject"}}},{"kind":"Argument","name":{"kind":"Name","value":"time"},"value":{"kind":"Variable","name":{"kind":"Name","value":"time"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"actor"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<AuditLogQuery, AuditLogQueryVariables>;
export const TransactionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transactions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionLine"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"defaultReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"toldResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}}]}}]} as unknown as DocumentNode<TransactionsQuery, TransactionsQueryVariables>;
export const TransactionInFullDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TransactionInFull"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionLine"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"route"}},{"kind":"Field","name":{"kind":"Name","value":"door"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"claimedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}},{"kind":"Field","name":{"kind":"Name","value":"settledAt"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"originalRequestId"}},{"kind":"Field","name":{"kind":"Name","value":"linked"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionLine"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"defaultReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"toldResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}}]}}]} as unknown as DocumentNode<TransactionInFullQuery, TransactionInFullQueryVariables>;
export const SettleTransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SettleTransaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"resultCode"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"settleTransaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}},{"kind":"Argument","name":{"kind":"Name","value":"resultCode"},"value":{"kind":"Variable","name":{"kind":"Name","value":"resultCode"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionLine"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"defaultReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"toldResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}}]}}]} as unknown as DocumentNode<SettleTransactionMutation, SettleTransactionMutationVariables>;
export const SendTransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendTransaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendTransaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionLine"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"defaultReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"toldResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}}]}}]} as unknown as DocumentNode<SendTransactionMutation, SendTransactionMutationVariables>;
export const ReconciliationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Reconciliation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"day"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reconciliation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"day"},"value":{"kind":"Variable","name":{"kind":"Name","value":"day"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"route"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"approved"}},{"kind":"Field","name":{"kind":"Name","value":"approvedAmount"}},{"kind":"Field","name":{"kind":"Name","value":"declined"}},{"kind":"Field","name":{"kind":"Name","value":"declinedAmount"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"inDoubt"}},{"kind":"Field","name":{"kind":"Name","value":"inDoubtAmount"}},{"kind":"Field","name":{"kind":"Name","value":"contradicted"}},{"kind":"Field","name":{"kind":"Name","value":"contradictedAmount"}},{"kind":"Field","name":{"kind":"Name","value":"open"}}]}}]}}]} as unknown as DocumentNode<ReconciliationQuery, ReconciliationQueryVariables>;
export const BalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Balance"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BalanceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<BalanceMutation, BalanceMutationVariables>;
export const DeductDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Deduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeductInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<DeductMutation, DeductMutationVariables>;
export const TransactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Transact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<TransactMutation, TransactMutationVariables>;
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
export const EndpointDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Endpoint"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"endpointId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"formerSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EndpointQuery, EndpointQueryVariables>;
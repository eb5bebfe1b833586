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
  /** A point in time after RFC 3339, written in UTC with milliseconds: 2026-01-31T12:00:00.000Z. */
  DateTime: { input: string; output: string; }
  /** A JSON object whose members depend on the case. */
  JSONObject: { input: Readonly<Record<string, unknown>>; output: Readonly<Record<string, unknown>>; }
  /** An integer within ±(2^53-1), which every JSON parser reads exactly. */
  SafeInt: { input: number; output: number; }
  /** A sum of amounts: an integer, or a string of digits where the sum is beyond ±(2^53-1). */
  Total: { input: number | string; output: number | string; }
};

/** A new endpoint. */
export type AddEndpointInput = {
  /** Short name of its programme. */
  readonly programme: Scalars['String']['input'];
  /** The https address that events are posted to. It must be public. */
  readonly url: Scalars['String']['input'];
};

/** A new terminal. */
export type AddTerminalInput = {
  /** Networks (CIDR) and addresses that it may call from. Left out: from anywhere. */
  readonly allowedAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Hash function of its checksums. Default: SHA256. */
  readonly checksumAlgorithm?: InputMaybe<ChecksumAlgorithm>;
  /** Client certificates, one of which its calls need: sha256:FINGERPRINT or subject:NAME. Left out: none. */
  readonly clientCertificates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Password from the processor, at least 10 characters. It is never shown again. */
  readonly password: Scalars['String']['input'];
  /** Short name of its programme. */
  readonly programme: Scalars['String']['input'];
  /** Terminal id, 10 characters. */
  readonly terminalId: Scalars['String']['input'];
};

/** Input of AdministrativeMessage. Carries a tokenisation or 3-D Secure message. */
export type AdministrativeMessageInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Content of the message (KLV). */
  readonly messageData?: InputMaybe<TransactionDataInput>;
  /** Name of the message, for example digitization.complete. 1 to 255 characters. */
  readonly messageName: Scalars['String']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Idempotency key: <card id>_<digits of the time>_<number>. Left out, the gateway derives it from card, date and checksum, so that the same call gets the same key. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** Terminal that makes the call. 10 characters. */
  readonly terminalId: Scalars['String']['input'];
  /** Date of the transaction. yyyyMMddTHH:mm:ss, UTC. */
  readonly transactionDate: Scalars['String']['input'];
  /** Transaction id that the terminal chose; not unique over time. 1 to 255 characters. */
  readonly transactionId: Scalars['String']['input'];
};

/** A range of amounts in minor units. Give its begin, its end or both. */
export type AmountRangeInput = {
  /** Least amount, inclusive. */
  readonly from?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Greatest amount, inclusive. */
  readonly to?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** Conditions on approvals. All given ones must hold. */
export type ApprovalFilter = {
  /** State now. */
  readonly state?: InputMaybe<ApprovalState>;
};

/** State of an approval. */
export type ApprovalState =
  /** The person who asked may send the same call again, once. */
  | 'APPROVED'
  /** The command line made the change at once, with --break-glass. */
  | 'BYPASSED'
  /** Nobody decided in time, or the approved change was not made in time. */
  | 'EXPIRED'
  /** It waits for a second person. */
  | 'PENDING'
  /** A second person rejected it, or the person who asked withdrew it. */
  | 'REJECTED'
  /** The change was made. */
  | 'USED';

/** The approval to give. */
export type ApproveRequestInput = {
  /** Id of the approval. */
  readonly id: Scalars['ID']['input'];
  /** Reason, at most 500 characters. The audit log keeps it. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
};

/** A kind of change that breaks the audit log. */
export type AuditBreakKind =
  /** The gateway did not write it. */
  | 'ADDED'
  /** It was changed, or its place in the chain was. */
  | 'CHANGED'
  /** The end of the log is missing from here on. */
  | 'CUT_OFF'
  /** It was moved to another place. */
  | 'MOVED'
  /** It was removed. */
  | 'REMOVED';

/** Conditions on entries of the audit log. All given ones must hold. */
export type AuditFilter = {
  /** Action. */
  readonly action?: InputMaybe<Scalars['String']['input']>;
  /** Actor. */
  readonly actor?: InputMaybe<Scalars['String']['input']>;
  /** Subject of the action. */
  readonly subject?: InputMaybe<Scalars['String']['input']>;
  /** When it happened. */
  readonly time?: InputMaybe<TimeRangeInput>;
};

/** A head of the hash chain over the audit log that was published before. */
export type AuditHeadInput = {
  /** Hash of its last entry. */
  readonly hash: Scalars['String']['input'];
  /** Position of its last entry. */
  readonly position: Scalars['SafeInt']['input'];
};

/** A place in the hash chain over the audit log. */
export type AuditPlaceInput = {
  /** Hash of this entry. Left out, it is the stored one. */
  readonly hash?: InputMaybe<Scalars['String']['input']>;
  /** Position of an entry. */
  readonly position: Scalars['SafeInt']['input'];
};

/** Input of Balance. Retrieves the balance of a wallet. */
export type BalanceInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
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

/** The wallet or card to block. */
export type BlockWalletInput = {
  /** Card id: this card only. Left out: the whole wallet. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Wallet reference. */
  readonly reference: Scalars['String']['input'];
};

/** Input of BrazilianInstallmentSettled. Reports that an instalment was settled in Brazil. */
export type BrazilianInstallmentSettledInput = {
  /** Airport fee in minor units. */
  readonly airportFeeAmount: Scalars['SafeInt']['input'];
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Down payment in minor units. */
  readonly downPaymentAmount: Scalars['SafeInt']['input'];
  /** Amount of this instalment in minor units. */
  readonly installmentPaymentAmount: Scalars['SafeInt']['input'];
  /** Number of this instalment. 1 to 2 characters. */
  readonly installmentPaymentNumber: Scalars['String']['input'];
  /** Sum of all instalments in minor units. */
  readonly installmentPaymentTotalAmount: Scalars['SafeInt']['input'];
  /** Type of the instalments. Documented values: 403 with interest, 407 without interest, 410 CrediDolar, 488 IATA. */
  readonly installmentPaymentType: Scalars['SafeInt']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Transaction date of the original. yyyyMMddTHH:mm:ss, UTC. */
  readonly referenceDate: Scalars['String']['input'];
  /** Transaction id of the original. 1 to 255 characters. */
  readonly referenceId: Scalars['String']['input'];
  /** Idempotency key: <card id>_<digits of the time>_<number>. Left out, the gateway derives it from card, date and checksum, so that the same call gets the same key. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** Terminal that makes the call. 10 characters. */
  readonly terminalId: Scalars['String']['input'];
  /** Number of instalments. 1 to 2 characters. */
  readonly totalInstallments: Scalars['String']['input'];
};

/** Whether calls of a route are sent. */
export type BreakerState =
  /** Calls are sent. */
  | 'CLOSED'
  /** One call is sent as a trial. */
  | 'HALF_OPEN'
  /** Too many calls failed. Calls are refused and not sent. */
  | 'OPEN';

/** A card of a wallet to create or change. */
export type CardInput = {
  /** True closes the card for money. Left out, it keeps its value. */
  readonly blocked?: InputMaybe<Scalars['Boolean']['input']>;
  /** Card id. */
  readonly cardId: Scalars['SafeInt']['input'];
  /** True for the card of calls that name no card. Left out for all cards, it stays as it is, else it is the first card. */
  readonly default?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tracking number (KLV 002). Left out, it keeps its value; null removes it. */
  readonly trackingNumber?: InputMaybe<Scalars['String']['input']>;
};

/** The interface that a call came through. */
export type Channel =
  /** The gateway itself made the call. */
  | 'GATEWAY'
  /** GraphQL. */
  | 'GRAPHQL'
  /** The JSON interface. */
  | 'JSON'
  /** The XML-RPC interface. */
  | 'XMLRPC';

/** The hash function of the HMAC by which a terminal proves itself. */
export type ChecksumAlgorithm =
  /** HMAC-SHA-1, for old terminals. */
  | 'SHA1'
  /** HMAC-SHA-256. */
  | 'SHA256';

/** A new key. */
export type CreateKeyInput = {
  /** Client certificates, one of which its callers need: sha256:FINGERPRINT or subject:NAME. Left out: none. */
  readonly clientCertificates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** GraphQL documents that the key may send. Default: ANY. */
  readonly documents?: InputMaybe<DocumentPolicy>;
  /** When the key expires. Left out: never. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Name of the key: 1 to 64 letters, digits, dots, underscores or hyphens. */
  readonly keyId: Scalars['String']['input'];
  /** Short name of its programme. Leave it out for the roles of people only. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** Role of the key. It decides on the operations that the key may use. */
  readonly role: Role;
  /** Binds a client key to these terminals. */
  readonly terminalIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** Input of DeductAdjustment. Corrects an earlier debit, for example after settlement or a change of the exchange rate. */
export type DeductAdjustmentInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative: Scalars['String']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Transaction date of the original. yyyyMMddTHH:mm:ss, UTC. */
  readonly referenceDate: Scalars['String']['input'];
  /** Transaction id of the original. 1 to 255 characters. */
  readonly referenceId: Scalars['String']['input'];
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
};

/** Input of Deduct. Authorises a debit of a wallet. */
export type DeductInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
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

/** Input of DeductReversal. Undoes a Deduct. */
export type DeductReversalInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative: Scalars['String']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Transaction date of the original. yyyyMMddTHH:mm:ss, UTC. */
  readonly referenceDate: Scalars['String']['input'];
  /** Transaction id of the original. 1 to 255 characters. */
  readonly referenceId: Scalars['String']['input'];
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
};

/** Why an attempt to deliver failed. */
export type DeliveryFailure =
  /** The host name leads to an address that webhooks must not reach. */
  | 'ADDRESS_REFUSED'
  /** The answer was no HTTP. */
  | 'ANSWER_UNREADABLE'
  /** The certificate of the receiver is not valid. */
  | 'CERTIFICATE_REFUSED'
  /** The connection could not be made, or broke. */
  | 'CONNECTION_FAILED'
  /** The receiver answered 410. Its endpoint is disabled. */
  | 'GONE'
  /** The receiver answered with another status than 2xx. */
  | 'HTTP_STATUS'
  /** The receiver answered with a redirect. It is not followed. */
  | 'REDIRECT'
  /** There was no answer in time. */
  | 'TIMEOUT'
  /** The host name leads to no address. */
  | 'UNRESOLVED';

/** Conditions on deliveries. All given ones must hold. */
export type DeliveryFilter = {
  /** Id of the endpoint. */
  readonly endpointId?: InputMaybe<Scalars['ID']['input']>;
  /** Id of the event. */
  readonly eventId?: InputMaybe<Scalars['ID']['input']>;
  /** Type of the event. */
  readonly eventType?: InputMaybe<EventType>;
  /** Short name of the programme of the endpoint. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** State of the delivery. */
  readonly state?: InputMaybe<DeliveryState>;
  /** When the gateway recorded the event. */
  readonly time?: InputMaybe<TimeRangeInput>;
};

/** State of a delivery. */
export type DeliveryState =
  /** No attempt is left. An operator can resend it. */
  | 'DEAD'
  /** The receiver answered 2xx. */
  | 'DELIVERED'
  /** It is sent now or at its next attempt. */
  | 'PENDING';

/** How the card enters the TOTP key. */
export type Derivation =
  /** The key is the shared key followed by the decimal card id. */
  | 'APPEND'
  /** The key is HMAC-SHA-256(shared key, decimal card id). */
  | 'HMAC'
  /** The key is the shared key itself. */
  | 'NONE';

/** Conditions on digitized cards. All given ones must hold. */
export type DigitizationFilter = {
  /** Card id. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Short name of the programme of the card. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** State of the token. */
  readonly state?: InputMaybe<DigitizationState>;
  /** When the first report came. */
  readonly time?: InputMaybe<TimeRangeInput>;
  /** Unique reference of the token at the network. */
  readonly tokenReference?: InputMaybe<Scalars['String']['input']>;
};

/** A report of the network about a token. */
export type DigitizationInput = {
  /** Card id. */
  readonly cardId: Scalars['SafeInt']['input'];
  /** Code of the device at the network, for example 21. */
  readonly device?: InputMaybe<Scalars['ID']['input']>;
  /** The same as `device`, under its name in events. */
  readonly deviceType?: InputMaybe<Scalars['ID']['input']>;
  /** The digitized card number. Only its last four digits are kept. */
  readonly digitizedPan?: InputMaybe<Scalars['String']['input']>;
  /** The network’s word for what happened: complete (the default), Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception. */
  readonly event?: InputMaybe<Scalars['String']['input']>;
  /** Last four digits of the digitized card number, instead of the number. */
  readonly panLastFour?: InputMaybe<Scalars['String']['input']>;
  /** Reason code of the network. */
  readonly reasonCode?: InputMaybe<Scalars['ID']['input']>;
  /** The reporter’s id of this report. A report with the same id is a repeat. Without an id, a report equal to the last one of its token is a repeat. */
  readonly reportId?: InputMaybe<Scalars['ID']['input']>;
  /** Unique reference of the token at the network. */
  readonly tokenReference: Scalars['String']['input'];
  /** Number of the token requestor at the network. */
  readonly tokenRequestorId: Scalars['ID']['input'];
  /** Number of the wallet at the network: 103, 216, 217, 327 … */
  readonly walletId: Scalars['ID']['input'];
};

/** State of a digitized card. */
export type DigitizationState =
  /** It was completed, resumed or replaced. */
  | 'ACTIVE'
  /** It was deleted, or deleted from its device. */
  | 'DELETED'
  /** Its activation failed. */
  | 'EXCEPTION'
  /** It is suspended. */
  | 'STOPPED';

/** The endpoint to disable. */
export type DisableEndpointInput = {
  /** Id of the endpoint. */
  readonly endpointId: Scalars['ID']['input'];
};

/** The terminal to disable. */
export type DisableTerminalInput = {
  /** Terminal id, 10 characters. */
  readonly terminalId: Scalars['String']['input'];
};

/** Conditions on registered documents. All given ones must hold. */
export type DocumentFilter = {
  /** First characters of the id, or a part of the text of the document. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

/** GraphQL documents that a key may send. */
export type DocumentPolicy =
  /** Any document that fits the schema. */
  | 'ANY'
  /** Only registered documents, by their id or with their exact text. */
  | 'PERSISTED';

/** The effect of a method. */
export type Effect =
  /** It reports what has happened. It is never declined. */
  | 'ADVICE'
  /** It moves or holds money. */
  | 'MONEY'
  /** It only asks. */
  | 'NONE'
  /** Everything else. */
  | 'STATE';

/** The endpoint to enable. */
export type EnableEndpointInput = {
  /** Id of the endpoint. */
  readonly endpointId: Scalars['ID']['input'];
};

/** The terminal to enable. */
export type EnableTerminalInput = {
  /** Terminal id, 10 characters. */
  readonly terminalId: Scalars['String']['input'];
};

/** Why an endpoint is disabled. */
export type EndpointDisabledReason =
  /** No delivery succeeded for too long. */
  | 'FAILING'
  /** The receiver answered HTTP 410. */
  | 'GONE'
  /** An operator disabled it. */
  | 'OPERATOR';

/** Conditions on endpoints. All given ones must hold. */
export type EndpointFilter = {
  /** True: disabled endpoints only. False: enabled ones only. */
  readonly disabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Short name of the programme. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** First characters of the id, or a part of the address. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
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

/** Conditions on events. All given ones must hold. */
export type EventFilter = {
  /** The card that it is about. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Id of the event. */
  readonly eventId?: InputMaybe<Scalars['ID']['input']>;
  /** Short name of the programme. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** When the gateway recorded it. */
  readonly time?: InputMaybe<TimeRangeInput>;
  /** Type of the event. */
  readonly type?: InputMaybe<EventType>;
  /** Types of the event: one of these. */
  readonly types?: InputMaybe<ReadonlyArray<EventType>>;
};

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

/** Conditions on keys. All given ones must hold. */
export type KeyFilter = {
  /** Short name of the programme. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** Role of the key. */
  readonly role?: InputMaybe<Role>;
  /** First characters of the name of the key. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

/** A KLV entry beyond the named ones of TransactionDataInput. */
export type KlvEntryInput = {
  /** KLV key ("010"), its documented name ("conversion_rate"), or a name of your own. */
  readonly key: Scalars['String']['input'];
  /** The value. */
  readonly value: Scalars['String']['input'];
};

/** Input of LoadAdjustment. Corrects a credit later, or reports a refund or chargeback. */
export type LoadAdjustmentInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative: Scalars['String']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Transaction date of the original. yyyyMMddTHH:mm:ss, UTC. */
  readonly referenceDate: Scalars['String']['input'];
  /** Transaction id of the original. 1 to 255 characters. */
  readonly referenceId: Scalars['String']['input'];
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
};

/** Input of LoadAuth. Authorises a credit to a wallet. */
export type LoadAuthInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
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
  /** Type of the credit. 2 characters. Documented values: 20 refund, 26 original credit (Visa OCT), 28 MoneySend payment. */
  readonly transactionType: Scalars['String']['input'];
};

/** Input of LoadAuthReversal. Undoes a LoadAuth. */
export type LoadAuthReversalInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative: Scalars['String']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Transaction date of the original. yyyyMMddTHH:mm:ss, UTC. */
  readonly referenceDate: Scalars['String']['input'];
  /** Transaction id of the original. 1 to 255 characters. */
  readonly referenceId: Scalars['String']['input'];
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
};

/** Input of LoadReversal. Undoes a load, wholly or in part. */
export type LoadReversalInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Description of the terminal or the merchant. 1 to 255 characters. */
  readonly narrative: Scalars['String']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Transaction date of the original. yyyyMMddTHH:mm:ss, UTC. */
  readonly referenceDate: Scalars['String']['input'];
  /** Transaction id of the original. 1 to 255 characters. */
  readonly referenceId: Scalars['String']['input'];
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
};

/** Input of MexicanInstallmentSettled. Reports that an instalment was settled in Mexico. */
export type MexicanInstallmentSettledInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Grace period in months. */
  readonly gracePeriod: Scalars['SafeInt']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Transaction date of the original. yyyyMMddTHH:mm:ss, UTC. */
  readonly referenceDate: Scalars['String']['input'];
  /** Transaction id of the original. 1 to 255 characters. */
  readonly referenceId: Scalars['String']['input'];
  /** Idempotency key: <card id>_<digits of the time>_<number>. Left out, the gateway derives it from card, date and checksum, so that the same call gets the same key. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** Terminal that makes the call. 10 characters. */
  readonly terminalId: Scalars['String']['input'];
  /** Number of instalments. 1 to 2 characters. */
  readonly totalNumberOfInstallments: Scalars['String']['input'];
  /** Currency, ISO 4217 numeric. */
  readonly transactionCurrencyCode: Scalars['SafeInt']['input'];
  /** Type of the credit. Documented values: 0 none, 3 without interest, 5 with interest, 7 buy now, pay later. */
  readonly typeOfCredit: Scalars['SafeInt']['input'];
};

/** A card and its new wallet. */
export type MoveCardInput = {
  /** Card id. */
  readonly cardId: Scalars['SafeInt']['input'];
  /** Reference of the new wallet. */
  readonly reference: Scalars['String']['input'];
};

/** A wallet and its new programme. */
export type MoveWalletInput = {
  /** Short name of the new programme. */
  readonly programme: Scalars['String']['input'];
  /** Wallet reference. */
  readonly reference: Scalars['String']['input'];
};

/** The hash function of one-time passwords. */
export type OtpAlgorithm =
  /** HMAC-SHA-1. */
  | 'SHA1'
  /** HMAC-SHA-256. */
  | 'SHA256'
  /** HMAC-SHA-512. */
  | 'SHA512';

/** An action that a role allows. The description of each field names its roles. */
export type Permission =
  /** To call transactions. */
  | 'CALL_TRANSACTIONS'
  /** To approve and reject changes of others that the role may make. */
  | 'DECIDE_APPROVALS'
  /** To issue provisioning secrets. */
  | 'ISSUE_SECRETS'
  /** To register and remove GraphQL documents. */
  | 'MANAGE_DOCUMENTS'
  /** To change and test webhook endpoints. */
  | 'MANAGE_ENDPOINTS'
  /** To make, change and revoke keys of programmes. */
  | 'MANAGE_KEYS'
  /** To change programmes. */
  | 'MANAGE_PROGRAMMES'
  /** To change the states of shared keys. */
  | 'MANAGE_SHARED_KEYS'
  /** To make, change and revoke keys of the roles auditor, settler, custodian, operator. */
  | 'MANAGE_STAFF_KEYS'
  /** To change terminals and their passwords. */
  | 'MANAGE_TERMINALS'
  /** To block and move wallets and cards. */
  | 'MANAGE_WALLETS'
  /** To read statistics, refused calls and reconciliations, follow transactions, search. */
  | 'MONITOR'
  /** To delete old transactions and audit entries. */
  | 'PURGE'
  /** To add and change wallets. */
  | 'PUT_WALLETS'
  /** To read approvals of changes that the role may make, or may read. */
  | 'READ_APPROVALS'
  /** To read the audit log. */
  | 'READ_AUDIT_LOG'
  /** To read programmes, terminals, keys and registered documents. */
  | 'READ_DIRECTORY'
  /** To read and follow events, endpoints and deliveries. */
  | 'READ_EVENTS'
  /** To read the provisioning funnel. */
  | 'READ_FUNNEL'
  /** To read objects by global id, each with the permission of its type. */
  | 'READ_NODES'
  /** To read provisioning attempts and digitizations. */
  | 'READ_PROVISIONING'
  /** To read transactions. */
  | 'READ_TRANSACTIONS'
  /** To read wallets and cards. */
  | 'READ_WALLETS'
  /** To authorize tokens and report digitizations. */
  | 'REPORT_DIGITIZATIONS'
  /** To send events and deliveries again. */
  | 'RESEND'
  /** To settle transactions, and send waiting advices. */
  | 'SETTLE'
  /** To sign in to the console, and export the lists that the role reads. */
  | 'SIGN_IN'
  /** To verify provisioning secrets, issue and verify activation codes. */
  | 'VERIFY_SECRETS';

/** Conditions on programmes. All given ones must hold. */
export type ProgrammeFilter = {
  /** First characters of the short name or of the name, in any case. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

/** Conditions on provisioning attempts. All given ones must hold. */
export type ProvisioningAttemptFilter = {
  /** Card id. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Short name of the programme. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** State of the attempt. */
  readonly state?: InputMaybe<ProvisioningAttemptState>;
  /** When the secret was issued. */
  readonly time?: InputMaybe<TimeRangeInput>;
  /** Reference of the token that used it. */
  readonly tokenReference?: InputMaybe<Scalars['String']['input']>;
};

/** State of a provisioning attempt. */
export type ProvisioningAttemptState =
  /** A token authorization used it. */
  | 'AUTHORIZED'
  /** The token authorization was declined. */
  | 'DECLINED'
  /** The network reported the digitization as complete. */
  | 'DIGITIZED'
  /** It was not verified or not authorized in time. */
  | 'EXPIRED'
  /** A secret was issued. */
  | 'ISSUED'
  /** A later secret was issued for the card. */
  | 'SUPERSEDED'
  /** The secret was verified. */
  | 'VERIFIED';

/** The audit entries to delete. */
export type PurgeAuditLogInput = {
  /** Those before this time; a day ago or earlier. */
  readonly before: Scalars['DateTime']['input'];
  /** Reason, at most 500 characters. The audit log keeps it. */
  readonly reason: Scalars['String']['input'];
};

/** The transactions to delete. */
export type PurgeTransactionsInput = {
  /** Those received before this time; 32 days ago or earlier. */
  readonly before: Scalars['DateTime']['input'];
  /** Reason, at most 500 characters. The audit log keeps it. */
  readonly reason: Scalars['String']['input'];
};

/** A programme to create or change. A field that is left out keeps its value, or gets its default. */
export type PutProgrammeInput = {
  /** Hash function of one-time passwords. */
  readonly algorithm?: InputMaybe<OtpAlgorithm>;
  /** Currency of its amounts, ISO 4217 alphabetic (EUR). */
  readonly currency?: InputMaybe<Scalars['String']['input']>;
  /** How the card enters the TOTP key. */
  readonly derivation?: InputMaybe<Derivation>;
  /** Digits of a one-time password, 1 to 8. */
  readonly digits?: InputMaybe<Scalars['Int']['input']>;
  /** Name for people. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Short name of the programme. */
  readonly programme: Scalars['String']['input'];
  /** Length of a TOTP time step in seconds. */
  readonly stepSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Lifetime of a secret in seconds, counted from its issue. */
  readonly validitySeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The system that verifies secrets. */
  readonly verifier?: InputMaybe<Verifier>;
};

/** A wallet to create or change. */
export type PutWalletInput = {
  /** True closes the wallet for money. Left out, it keeps its value. A client key lifts no block. */
  readonly blocked?: InputMaybe<Scalars['Boolean']['input']>;
  /** All cards of the wallet. Left out, they stay as they are. A client key leaves out no card. */
  readonly cards?: InputMaybe<ReadonlyArray<CardInput>>;
  /** Customer id. */
  readonly customerId: Scalars['SafeInt']['input'];
  /** Short name of its programme. A client key may leave it out, and may give its own only. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** Wallet reference. */
  readonly reference: Scalars['String']['input'];
};

/** Conditions on refused calls. All given ones must hold. */
export type RefusedCallFilter = {
  /** IP address of the caller. */
  readonly address?: InputMaybe<Scalars['String']['input']>;
  /** The interface that the call came through. */
  readonly channel?: InputMaybe<Channel>;
  /** The error that the caller got. */
  readonly code?: InputMaybe<ErrorCode>;
  /** Name of the key. */
  readonly keyId?: InputMaybe<Scalars['String']['input']>;
  /** Short name of the programme. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** Terminal that the caller names. */
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  /** When the last call of the entry came. */
  readonly time?: InputMaybe<TimeRangeInput>;
};

/** GraphQL documents to register. */
export type RegisterDocumentsInput = {
  /** The texts of the documents, 1 to 100. Each must fit the schema. */
  readonly texts: ReadonlyArray<Scalars['String']['input']>;
};

/** The approval to reject. */
export type RejectRequestInput = {
  /** Id of the approval. */
  readonly id: Scalars['ID']['input'];
  /** Reason, at most 500 characters. The audit log keeps it. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
};

/** The document to remove. */
export type RemoveDocumentInput = {
  /** Id of the document. */
  readonly documentId: Scalars['ID']['input'];
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

/** The events to send again. Give `time`, `undelivered` or both. */
export type ResendDeliveriesInput = {
  /** Id of the endpoint. Default: every enabled endpoint. */
  readonly endpointId?: InputMaybe<Scalars['ID']['input']>;
  /** Short name of the programme. Default: every programme. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** When the gateway recorded the events. */
  readonly time?: InputMaybe<TimeRangeInput>;
  /** True: only events that an endpoint has not accepted yet. */
  readonly undelivered?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The delivery to send again. */
export type ResendDeliveryInput = {
  /** Id of the delivery. */
  readonly deliveryId: Scalars['ID']['input'];
};

/** The event to send again. */
export type ResendEventInput = {
  /** Id of the endpoint. Default: every enabled endpoint of the programme of the event. */
  readonly endpointId?: InputMaybe<Scalars['ID']['input']>;
  /** Id of the event. */
  readonly eventId: Scalars['ID']['input'];
};

/** The key to revoke. */
export type RevokeKeyInput = {
  /** Name of the key. */
  readonly keyId: Scalars['String']['input'];
};

/** The role of a key or a person. It decides what they may do. */
export type Role =
  /** People who read everything and change nothing. */
  | 'AUDITOR'
  /** Backends: transactions and wallets of a programme. */
  | 'CLIENT'
  /** People who make keys, passwords, shared keys and programmes. They do not see payments. */
  | 'CUSTODIAN'
  /** Back ends of apps: provisioning secrets and events of a programme. */
  | 'INTEGRATOR'
  /** The card network and the back end of the SDK. */
  | 'NETWORK'
  /** The people who run the gateway: everything except calls of transactions. */
  | 'OPERATOR'
  /** People who read everything and settle transactions. */
  | 'SETTLER';

/** The endpoint that gets a new secret. */
export type RotateEndpointSecretInput = {
  /** Id of the endpoint. */
  readonly endpointId: Scalars['ID']['input'];
};

/** A new password for a terminal. */
export type RotateTerminalPasswordInput = {
  /** Seconds for which the previous password still works. Default: setting `terminals.passwordOverlap`. */
  readonly overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The new password, at least 10 characters. */
  readonly password: Scalars['String']['input'];
  /** Terminal id, 10 characters. */
  readonly terminalId: Scalars['String']['input'];
};

/** A call to compose. Terminal and wallet are those of the sandbox. */
export type SandboxCallInput = {
  /** The method. */
  readonly methodName: SandboxMethod;
  /** Description of the terminal or the merchant. */
  readonly narrative: Scalars['String']['input'];
  /** Wallet reference. */
  readonly reference: Scalars['String']['input'];
  /** Amount in minor units. Balance takes none. */
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Terminal id. */
  readonly terminalId: Scalars['String']['input'];
  /** Extra information (KLV) by its names in JSON. All values are strings. */
  readonly transactionData?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Date of the transaction, yyyyMMddTHH:mm:ss in UTC. */
  readonly transactionDate: Scalars['String']['input'];
  /** Transaction id that the terminal chose. */
  readonly transactionId: Scalars['String']['input'];
  /** Type of the debit, two characters. Default: 00. */
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
};

/** The methods that the sandbox composes. */
export type SandboxMethod =
  /** The balance of a wallet. */
  | 'BALANCE'
  /** A debit of a wallet. */
  | 'DEDUCT';

/** The advice to send. */
export type SendTransactionInput = {
  /** Idempotency key of the call. */
  readonly requestId: Scalars['String']['input'];
};

/** A key and the client certificates that it is bound to. */
export type SetKeyCertificatesInput = {
  /** Client certificates, one of which its callers need: sha256:FINGERPRINT or subject:NAME. An empty list: none. */
  readonly clientCertificates: ReadonlyArray<Scalars['String']['input']>;
  /** Name of the key. */
  readonly keyId: Scalars['String']['input'];
};

/** A key and the GraphQL documents that it may send. */
export type SetKeyDocumentsInput = {
  /** GraphQL documents that the key may send. */
  readonly documents: DocumentPolicy;
  /** Name of the key. */
  readonly keyId: Scalars['String']['input'];
};

/** A key and when it expires. */
export type SetKeyExpiryInput = {
  /** When the key expires. Null: never. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Name of the key. */
  readonly keyId: Scalars['String']['input'];
};

/** A new state for a shared key. */
export type SetSharedKeyStateInput = {
  /** Id of the key within its programme. */
  readonly keyId: Scalars['String']['input'];
  /** Short name of the programme. */
  readonly programme: Scalars['String']['input'];
  /** The new state. */
  readonly state: SharedKeyState;
};

/** Changes of a terminal. A field that is left out keeps its value. */
export type SetTerminalInput = {
  /** Networks (CIDR) and addresses that it may call from. An empty list: from anywhere. */
  readonly allowedAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Hash function of its checksums. */
  readonly checksumAlgorithm?: InputMaybe<ChecksumAlgorithm>;
  /** Client certificates, one of which its calls need: sha256:FINGERPRINT or subject:NAME. An empty list: none. */
  readonly clientCertificates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Short name of its new programme. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** Terminal id, 10 characters. */
  readonly terminalId: Scalars['String']['input'];
};

/** A transaction and its outcome. */
export type SettleTransactionInput = {
  /** Why, for the audit log. */
  readonly reason: Scalars['String']['input'];
  /** Idempotency key of the call. */
  readonly requestId: Scalars['String']['input'];
  /** Result code: 1 approved, negative declined. */
  readonly resultCode: Scalars['SafeInt']['input'];
};

/** The use of a shared key. */
export type SharedKeyState =
  /** Issues and verifies secrets. The newest active key issues. */
  | 'ACTIVE'
  /** Neither issues nor verifies. This state is final. */
  | 'RETIRED'
  /** Verifies secrets and issues none. */
  | 'RETIRING';

/** A span of time up to now. */
export type StatsSpan =
  /** The last 7 days, in buckets of 2 hours. */
  | 'DAYS_7'
  /** The last 24 hours, in buckets of 15 minutes. */
  | 'HOURS_24'
  /** The last 15 minutes, in buckets of a minute. */
  | 'MINUTES_15';

/** Input of Stop. Reports that a card was stopped. */
export type StopInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Idempotency key: <card id>_<digits of the time>_<number>. Left out, the gateway derives it from card, date and checksum, so that the same call gets the same key. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** Reason for which the card was stopped. Documented values: 1 lost, 2 stolen, 3 pending query, 4 consolidation, 5 inactive, 6 PIN tries exceeded, 7 suspected fraud, 8 replaced, 9 to be re-issued, 10 scheduled stop, 11 offline PIN attempts exceeded. */
  readonly stopReason: Scalars['SafeInt']['input'];
  /** Terminal that makes the call. 10 characters. */
  readonly terminalId: Scalars['String']['input'];
  /** Extra information about the transaction (KLV). */
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  /** Date of the transaction. yyyyMMddTHH:mm:ss, UTC. */
  readonly transactionDate: Scalars['String']['input'];
  /** Transaction id that the terminal chose; not unique over time. 1 to 255 characters. */
  readonly transactionId: Scalars['String']['input'];
  /** Masked card number. 1 to 255 characters. */
  readonly voucherNumber: Scalars['String']['input'];
};

/** Conditions on terminals. All given ones must hold. */
export type TerminalFilter = {
  /** Short name of the programme. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** First characters of the terminal id. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

/** The endpoint to test. */
export type TestEndpointInput = {
  /** Id of the endpoint. */
  readonly endpointId: Scalars['ID']['input'];
};

/** A span of time. Give its begin, its end or both. */
export type TimeRangeInput = {
  /** Begin of the span, inclusive. */
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  /** End of the span, exclusive. */
  readonly to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The network asks whether it may make a token of a card. */
export type TokenAuthorizationInput = {
  /** Card id. */
  readonly cardId: Scalars['SafeInt']['input'];
  /** Code of the device at the network, for example 21. */
  readonly device?: InputMaybe<Scalars['ID']['input']>;
  /** The same as `device`, under its name in events. */
  readonly deviceType?: InputMaybe<Scalars['ID']['input']>;
  /** Where the wallet has the card number from. card_added_via_application: the app gave it. */
  readonly panSource?: InputMaybe<Scalars['String']['input']>;
  /** The network’s path: GREEN, YELLOW, ORANGE or RED. */
  readonly path?: InputMaybe<Scalars['String']['input']>;
  /** The recommendation of the wallet: Approve, Decline or Require_additional_authentication. */
  readonly recommendation?: InputMaybe<Scalars['String']['input']>;
  /** Unique reference of the token at the network. It is the idempotency key. */
  readonly tokenReference: Scalars['String']['input'];
  /** Number of the token requestor at the network. */
  readonly tokenRequestorId: Scalars['ID']['input'];
  /** Number of the wallet at the network: 103, 216, 217, 327 … */
  readonly walletId: Scalars['ID']['input'];
};

/** Why a token was approved, declined, or needs additional authentication. */
export type TokenAuthorizationReason =
  /** An issued provisioning attempt was found, and another system verifies it. */
  | 'ATTEMPT_ISSUED'
  /** A verified provisioning attempt was found. */
  | 'ATTEMPT_VERIFIED'
  /** The card or its wallet is blocked. */
  | 'CARD_BLOCKED'
  /** The card is not in the directory. */
  | 'CARD_UNKNOWN'
  /** There is no provisioning attempt that fits. */
  | 'NO_ATTEMPT'
  /** The card number was not added by the application. */
  | 'PAN_SOURCE'
  /** The path of the network is RED. */
  | 'PATH_RED'
  /** The wallet recommends to decline. */
  | 'WALLET_RECOMMENDS_DECLINE';

/** The decision on a token. */
export type TokenDecision =
  /** The token may be made. The decision is final for this token reference. */
  | 'APPROVED'
  /** The token must not be made. The decision is final for this token reference. */
  | 'DECLINED'
  /** The cardholder must authenticate in another way. The gateway decides again when it is asked again. */
  | 'REQUIRE_ADDITIONAL_AUTHENTICATION';

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

/** Conditions on transactions. All given ones must hold. */
export type TransactionFilter = {
  /** requestAmount. */
  readonly amount?: InputMaybe<AmountRangeInput>;
  /** Card id. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The interface that the call came through. */
  readonly channel?: InputMaybe<Channel>;
  /** Customer id. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Error of the register. */
  readonly errorCode?: InputMaybe<ErrorCode>;
  /** Name of the key of the call. */
  readonly keyId?: InputMaybe<Scalars['String']['input']>;
  /** Name of the method, for example Deduct. */
  readonly method?: InputMaybe<Scalars['String']['input']>;
  /** Short name of the programme. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** Wallet reference. */
  readonly reference?: InputMaybe<Scalars['String']['input']>;
  /** Result code of the answer. */
  readonly resultCode?: InputMaybe<Scalars['SafeInt']['input']>;
  /** State of the transaction. */
  readonly state?: InputMaybe<TransactionState>;
  /** Terminal id. */
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  /** When the call was received. */
  readonly time?: InputMaybe<TimeRangeInput>;
  /** Transaction id that the terminal chose. */
  readonly transactionId?: InputMaybe<Scalars['String']['input']>;
};

/** A call of any method, built-in or added by configuration. The method table lists the fields of each method. */
export type TransactionInput = {
  /** Airport fee in minor units. */
  readonly airportFeeAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
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
  /** Name of the message, for example digitization.complete. 1 to 255 characters. */
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
  /** The wallet service certainly did not process it. A retry is sent again. */
  | 'REFUSED'
  /** An advice that was accepted. Its wallet is not known yet. */
  | 'UNMATCHED';

/** The wallet or card to unblock. */
export type UnblockWalletInput = {
  /** Card id: this card only. Left out: the whole wallet. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Wallet reference. */
  readonly reference: Scalars['String']['input'];
};

/** Input of ValidatePIN. Checks the PIN of a card. */
export type ValidatePinInput = {
  /** Card id. Every caller with a key gives it. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it. */
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  /** Customer id. Every caller with a key gives it. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Encrypted PIN block; forwarded, never stored. 1 to 16 characters. */
  readonly pinBlock: Scalars['String']['input'];
  /** Wallet reference. 1 to 255 characters. */
  readonly reference: Scalars['String']['input'];
  /** Idempotency key: <card id>_<digits of the time>_<number>. Left out, the gateway derives it from card, date and checksum, so that the same call gets the same key. */
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  /** Terminal that makes the call. 10 characters. */
  readonly terminalId: Scalars['String']['input'];
  /** Date of the transaction. yyyyMMddTHH:mm:ss, UTC. */
  readonly transactionDate: Scalars['String']['input'];
  /** Transaction id that the terminal chose; not unique over time. 1 to 255 characters. */
  readonly transactionId: Scalars['String']['input'];
};

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

/** The system that verifies provisioning secrets. */
export type Verifier =
  /** The back end of the SDK verifies. An issued attempt is enough. */
  | 'EXTERNAL'
  /** This gateway verifies. A token authorization needs a verified attempt. */
  | 'GATEWAY';

/** Conditions on wallets. All given ones must hold. */
export type WalletFilter = {
  /** True: blocked wallets only. False: open ones only. */
  readonly blocked?: InputMaybe<Scalars['Boolean']['input']>;
  /** Card id of one of its cards. */
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Customer id. */
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Short name of the programme. */
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  /** First characters of the wallet reference. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

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

export const ClientOutcomeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClientOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultText"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAmount"}},{"kind":"Field","name":{"kind":"Name","value":"actualBalance"}},{"kind":"Field","name":{"kind":"Name","value":"approvalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<ClientOutcomeFragment, unknown>;
export const ClientBalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClientBalance"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BalanceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClientOutcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClientOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultText"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAmount"}},{"kind":"Field","name":{"kind":"Name","value":"actualBalance"}},{"kind":"Field","name":{"kind":"Name","value":"approvalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<ClientBalanceMutation, ClientBalanceMutationVariables>;
export const ClientDeductDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClientDeduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeductInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClientOutcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClientOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultText"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAmount"}},{"kind":"Field","name":{"kind":"Name","value":"actualBalance"}},{"kind":"Field","name":{"kind":"Name","value":"approvalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<ClientDeductMutation, ClientDeductMutationVariables>;
export const ClientTransactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClientTransact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClientOutcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClientOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultText"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAmount"}},{"kind":"Field","name":{"kind":"Name","value":"actualBalance"}},{"kind":"Field","name":{"kind":"Name","value":"approvalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<ClientTransactMutation, ClientTransactMutationVariables>;
export const ClientGenerateSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClientGenerateSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"generateProvisioningSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}}]} as unknown as DocumentNode<ClientGenerateSecretMutation, ClientGenerateSecretMutationVariables>;
export const DigitizationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Digitizations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"digitizationComplete"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"wallet"}},{"kind":"Field","name":{"kind":"Name","value":"walletId"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"tokenRequestorId"}},{"kind":"Field","name":{"kind":"Name","value":"deviceType"}},{"kind":"Field","name":{"kind":"Name","value":"panLastFour"}},{"kind":"Field","name":{"kind":"Name","value":"attemptId"}}]}}]}}]} as unknown as DocumentNode<DigitizationsSubscription, DigitizationsSubscriptionVariables>;
export const EventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Events"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"types"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EventType"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"Variable","name":{"kind":"Name","value":"types"}}},{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]}}]} as unknown as DocumentNode<EventsSubscription, EventsSubscriptionVariables>;
export const NewestEventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NewestEvent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]}}]} as unknown as DocumentNode<NewestEventQuery, NewestEventQueryVariables>;
export const TransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"replyReason"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"originalRequestId"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"claimedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}},{"kind":"Field","name":{"kind":"Name","value":"settledAt"}}]}}]}}]} as unknown as DocumentNode<TransactionQuery, TransactionQueryVariables>;
export const VerifyProvisioningSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"VerifyProvisioningSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"secret"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verifyProvisioningSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}},{"kind":"Argument","name":{"kind":"Name","value":"secret"},"value":{"kind":"Variable","name":{"kind":"Name","value":"secret"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"valid"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"attemptId"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedAt"}}]}}]}}]} as unknown as DocumentNode<VerifyProvisioningSecretMutation, VerifyProvisioningSecretMutationVariables>;
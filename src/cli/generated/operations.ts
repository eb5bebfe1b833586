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
  | 'approved'
  /** The command line made the change at once, with --break-glass. */
  | 'bypassed'
  /** Nobody decided in time, or the approved change was not made in time. */
  | 'expired'
  /** It waits for a second person. */
  | 'pending'
  /** A second person rejected it, or the person who asked withdrew it. */
  | 'rejected'
  /** The change was made. */
  | 'used';

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
  | 'added'
  /** It was changed, or its place in the chain was. */
  | 'changed'
  /** The end of the log is missing from here on. */
  | 'cut_off'
  /** It was moved to another place. */
  | 'moved'
  /** It was removed. */
  | 'removed';

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
  | 'closed'
  /** One call is sent as a trial. */
  | 'half_open'
  /** Too many calls failed. Calls are refused and not sent. */
  | 'open';

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
  | 'gateway'
  /** GraphQL. */
  | 'graphql'
  /** The JSON interface. */
  | 'json'
  /** The XML-RPC interface. */
  | 'xmlrpc';

/** The hash function of the HMAC by which a terminal proves itself. */
export type ChecksumAlgorithm =
  /** HMAC-SHA-1, for old terminals. */
  | 'sha1'
  /** HMAC-SHA-256. */
  | 'sha256';

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
  | 'address_refused'
  /** The answer was no HTTP. */
  | 'answer_unreadable'
  /** The certificate of the receiver is not valid. */
  | 'certificate_refused'
  /** The connection could not be made, or broke. */
  | 'connection_failed'
  /** The receiver answered 410. Its endpoint is disabled. */
  | 'gone'
  /** The receiver answered with another status than 2xx. */
  | 'http_status'
  /** The receiver answered with a redirect. It is not followed. */
  | 'redirect'
  /** There was no answer in time. */
  | 'timeout'
  /** The host name leads to no address. */
  | 'unresolved';

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
  | 'dead'
  /** The receiver answered 2xx. */
  | 'delivered'
  /** It is sent now or at its next attempt. */
  | 'pending';

/** How the card enters the TOTP key. */
export type Derivation =
  /** The key is the shared key followed by the decimal card id. */
  | 'append'
  /** The key is HMAC-SHA-256(shared key, decimal card id). */
  | 'hmac'
  /** The key is the shared key itself. */
  | 'none';

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
  | 'active'
  /** It was deleted, or deleted from its device. */
  | 'deleted'
  /** Its activation failed. */
  | 'exception'
  /** It is suspended. */
  | 'stopped';

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
  | 'any'
  /** Only registered documents, by their id or with their exact text. */
  | 'persisted';

/** The effect of a method. */
export type Effect =
  /** It reports what has happened. It is never declined. */
  | 'advice'
  /** It moves or holds money. */
  | 'money'
  /** It only asks. */
  | 'none'
  /** Everything else. */
  | 'state';

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
  | 'failing'
  /** The receiver answered HTTP 410. */
  | 'gone'
  /** An operator disabled it. */
  | 'operator';

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
  | 'digitization.complete'
  /** A token was deleted, or deleted from its device. */
  | 'digitization.deleted'
  /** The activation of a token failed. */
  | 'digitization.exception'
  /** A token was replaced. */
  | 'digitization.replaced'
  /** A suspended token works again. */
  | 'digitization.resumed'
  /** A token was suspended. */
  | 'digitization.stopped'
  /** An endpoint has been failing and will be disabled soon. */
  | 'endpoint.disabling'
  /** A test that an operator asked for. It goes to that endpoint alone, and to operators. */
  | 'endpoint.test'
  /** Money moved although the terminal got a decline. For operators. */
  | 'transaction.contradicted'
  /** A transaction has no usable answer and may have been processed. For operators. */
  | 'transaction.in_doubt';

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
  | 'sha1'
  /** HMAC-SHA-256. */
  | 'sha256'
  /** HMAC-SHA-512. */
  | 'sha512';

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
  | 'authorized'
  /** The token authorization was declined. */
  | 'declined'
  /** The network reported the digitization as complete. */
  | 'digitized'
  /** It was not verified or not authorized in time. */
  | 'expired'
  /** A secret was issued. */
  | 'issued'
  /** A later secret was issued for the card. */
  | 'superseded'
  /** The secret was verified. */
  | 'verified';

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
  | 'advice_accepted'
  /** The answer of the wallet service could not be used. */
  | 'invalid_answer'
  /** An operator settled what had been contradicted. */
  | 'made_good_by_operator'
  /** The original of the reversal was not processed. */
  | 'original_not_processed'
  /** The call was not sent, because the route refused it. */
  | 'refused'
  /** A reversal of the gateway gave the money back. */
  | 'reversed_by_gateway'
  /** A reversal of the transaction came first. */
  | 'reversed_first'
  /** An operator settled it. */
  | 'settled_by_operator'
  /** The wallet service did not answer in time. */
  | 'timeout';

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
  | 'auditor'
  /** Backends: transactions and wallets of a programme. */
  | 'client'
  /** People who make keys, passwords, shared keys and programmes. They do not see payments. */
  | 'custodian'
  /** Back ends of apps: provisioning secrets and events of a programme. */
  | 'integrator'
  /** The card network and the back end of the SDK. */
  | 'network'
  /** The people who run the gateway: everything except calls of transactions. */
  | 'operator'
  /** People who read everything and settle transactions. */
  | 'settler';

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
  | 'active'
  /** Neither issues nor verifies. This state is final. */
  | 'retired'
  /** Verifies secrets and issues none. */
  | 'retiring';

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
  | 'attempt_issued'
  /** A verified provisioning attempt was found. */
  | 'attempt_verified'
  /** The card or its wallet is blocked. */
  | 'card_blocked'
  /** The card is not in the directory. */
  | 'card_unknown'
  /** There is no provisioning attempt that fits. */
  | 'no_attempt'
  /** The card number was not added by the application. */
  | 'pan_source'
  /** The path of the network is RED. */
  | 'path_red'
  /** The wallet recommends to decline. */
  | 'wallet_recommends_decline';

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
  | 'answered'
  /** The terminal got a decline, and the money moved. */
  | 'contradicted'
  /** A call that moves nothing has no usable answer. A retry is sent again. */
  | 'failed'
  /** It was sent and has no usable answer. It may have been processed. */
  | 'in_doubt'
  /** It is being processed. */
  | 'pending'
  /** An advice that was accepted. It is sent again until it is answered. */
  | 'queued'
  /** The wallet service certainly did not process it. A retry is sent again. */
  | 'refused'
  /** An advice that was accepted. Its wallet is not known yet. */
  | 'unmatched';

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
  | 'expired'
  /** It is none that the gateway issued for the card. */
  | 'invalid'
  /** It was verified before. */
  | 'replayed'
  /** A later one was issued for the card. */
  | 'superseded';

/** The system that verifies provisioning secrets. */
export type Verifier =
  /** The back end of the SDK verifies. An issued attempt is enough. */
  | 'external'
  /** This gateway verifies. A token authorization needs a verified attempt. */
  | 'gateway';

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

export type AuditPageQueryVariables = Exact<{
  filter?: InputMaybe<AuditFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuditPageQuery = { readonly auditLog: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly at: string, readonly actor: string, readonly action: string, readonly subject: string, readonly reason: string, readonly before: Readonly<Record<string, unknown>> | null, readonly after: Readonly<Record<string, unknown>> | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type CardPageQueryVariables = Exact<{
  cardId: Scalars['SafeInt']['input'];
}>;


export type CardPageQuery = { readonly wallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } | null };

export type DigitizationLineFragment = { readonly id: string, readonly state: DigitizationState, readonly programme: string, readonly cardId: number, readonly customerId: number, readonly tokenReference: string, readonly wallet: WalletProvider, readonly panLastFour: string | null, readonly attemptId: string | null, readonly lastEvent: EventType, readonly lastEventId: string, readonly reasonCode: string | null, readonly reportedAt: string, readonly changedAt: string };

export type DigitizationsPageQueryVariables = Exact<{
  filter?: InputMaybe<DigitizationFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type DigitizationsPageQuery = { readonly digitizations: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly state: DigitizationState, readonly programme: string, readonly cardId: number, readonly customerId: number, readonly tokenReference: string, readonly wallet: WalletProvider, readonly panLastFour: string | null, readonly attemptId: string | null, readonly lastEvent: EventType, readonly lastEventId: string, readonly reasonCode: string | null, readonly reportedAt: string, readonly changedAt: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ProgrammesPageQueryVariables = Exact<{
  filter?: InputMaybe<ProgrammeFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ProgrammesPageQuery = { readonly programmes: { readonly edges: ReadonlyArray<{ readonly node: { readonly programme: string, readonly name: string, readonly currency: string | null, readonly digits: number, readonly algorithm: OtpAlgorithm, readonly derivation: Derivation, readonly stepSeconds: number, readonly validitySeconds: number, readonly verifier: Verifier, readonly sharedKeys: ReadonlyArray<{ readonly keyId: string, readonly state: SharedKeyState, readonly createdAt: string, readonly changedAt: string }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type EventPageQueryVariables = Exact<{
  eventId: Scalars['ID']['input'];
  filter?: InputMaybe<DeliveryFilter>;
}>;


export type EventPageQuery = { readonly event: { readonly id: string, readonly type: EventType, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> } | null, readonly deliveries: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly eventId: string, readonly eventType: EventType, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly createdAt: string } }>, readonly pageInfo: { readonly hasNextPage: boolean } } };

export type TransactionRowFragment = { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly programme: string, readonly customerId: number | null, readonly cardId: number | null, readonly requestAmount: number | null, readonly originalTransactionAmount: string | null, readonly originalCurrencyCode: string | null, readonly resultCode: number | null, readonly errorCode: ErrorCode | null, readonly receivedAt: string, readonly answeredAt: string | null, readonly requestMoney: { readonly minorUnits: number, readonly currency: string | null } | null };

export type LiveTransactionsSubscriptionVariables = Exact<{
  terminalId?: InputMaybe<Scalars['String']['input']>;
}>;


export type LiveTransactionsSubscription = { readonly transactionSaved: { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly programme: string, readonly customerId: number | null, readonly cardId: number | null, readonly requestAmount: number | null, readonly originalTransactionAmount: string | null, readonly originalCurrencyCode: string | null, readonly resultCode: number | null, readonly errorCode: ErrorCode | null, readonly receivedAt: string, readonly answeredAt: string | null, readonly requestMoney: { readonly minorUnits: number, readonly currency: string | null } | null } };

export type ProgrammePageQueryVariables = Exact<{
  programme: Scalars['String']['input'];
}>;


export type ProgrammePageQuery = { readonly programme: { readonly programme: string, readonly name: string, readonly currency: string | null, readonly digits: number, readonly algorithm: OtpAlgorithm, readonly derivation: Derivation, readonly stepSeconds: number, readonly validitySeconds: number, readonly verifier: Verifier, readonly sharedKeys: ReadonlyArray<{ readonly keyId: string, readonly state: SharedKeyState, readonly createdAt: string, readonly changedAt: string }> } | null };

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

export type TransactionsPageQueryVariables = Exact<{
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type TransactionsPageQuery = { readonly transactions: { readonly edges: ReadonlyArray<{ readonly node: { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly programme: string, readonly customerId: number | null, readonly cardId: number | null, readonly requestAmount: number | null, readonly originalTransactionAmount: string | null, readonly originalCurrencyCode: string | null, readonly resultCode: number | null, readonly errorCode: ErrorCode | null, readonly receivedAt: string, readonly answeredAt: string | null, readonly requestMoney: { readonly minorUnits: number, readonly currency: string | null } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TransactionPageQueryVariables = Exact<{
  requestId: Scalars['String']['input'];
}>;


export type TransactionPageQuery = { readonly transaction: { readonly default: boolean, readonly repliedResultCode: number | null, readonly replyReason: ReplyReason | null, readonly effect: Effect, readonly channel: Channel, readonly keyId: string | null, readonly transactionId: string | null, readonly transactionDate: string | null, readonly referenceId: string | null, readonly referenceDate: string | null, readonly route: string, readonly attempt: number, readonly request: Readonly<Record<string, unknown>>, readonly answer: Readonly<Record<string, unknown>> | null, readonly rawAnswer: string | null, readonly httpStatus: number | null, readonly failure: string | null, readonly originalRequestId: string | null, readonly claimedAt: string | null, readonly sentAt: string | null, readonly settledAt: string | null, readonly nextAttemptAt: string | null, readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly programme: string, readonly customerId: number | null, readonly cardId: number | null, readonly requestAmount: number | null, readonly originalTransactionAmount: string | null, readonly originalCurrencyCode: string | null, readonly resultCode: number | null, readonly errorCode: ErrorCode | null, readonly receivedAt: string, readonly answeredAt: string | null, readonly klv: ReadonlyArray<{ readonly key: string, readonly name: string, readonly title: string | null, readonly value: string }>, readonly linked: ReadonlyArray<{ readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly programme: string, readonly customerId: number | null, readonly cardId: number | null, readonly requestAmount: number | null, readonly originalTransactionAmount: string | null, readonly originalCurrencyCode: string | null, readonly resultCode: number | null, readonly errorCode: ErrorCode | null, readonly receivedAt: string, readonly answeredAt: string | null, readonly requestMoney: { readonly minorUnits: number, readonly currency: string | null } | null }>, readonly requestMoney: { readonly minorUnits: number, readonly currency: string | null } | null } | null };

export type TransactionEventsQueryVariables = Exact<{
  inDoubt?: InputMaybe<EventFilter>;
  contradicted?: InputMaybe<EventFilter>;
}>;


export type TransactionEventsQuery = { readonly inDoubt: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly type: EventType, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> } }> }, readonly contradicted: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly type: EventType, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> } }> } };

export type SandboxCallQueryVariables = Exact<{
  input: SandboxCallInput;
}>;


export type SandboxCallQuery = { readonly sandboxCall: { readonly xml: string, readonly json: string, readonly variables: Readonly<Record<string, unknown>>, readonly clientKey: string, readonly requestId: string, readonly checksum: { readonly key: string, readonly hmac: string, readonly parts: ReadonlyArray<{ readonly name: string, readonly text: string }> }, readonly signature: { readonly key: string, readonly hmac: string, readonly parts: ReadonlyArray<{ readonly name: string, readonly text: string }> } } };

export type OperatorSessionQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorSessionQuery = { readonly operatorSession: { readonly keyId: string, readonly role: Role, readonly permissions: ReadonlyArray<Permission>, readonly version: string, readonly sandbox: boolean } };

export type StatsQueryVariables = Exact<{
  span?: InputMaybe<StatsSpan>;
}>;


export type StatsQuery = { readonly stats: { readonly at: string, readonly bucketSeconds: number, readonly count: number, readonly approved: number, readonly declined: number, readonly refused: number, readonly inDoubt: number, readonly contradicted: number, readonly open: number, readonly perSecond: number, readonly latencyP50Ms: number | null, readonly latencyP99Ms: number | null, readonly openNow: { readonly pending: number, readonly inDoubt: number, readonly queued: number, readonly unmatched: number, readonly contradicted: number }, readonly routes: ReadonlyArray<{ readonly route: string, readonly breaker: BreakerState, readonly concurrent: number, readonly queued: number, readonly late: number, readonly clockDriftMs: number | null }>, readonly buckets: ReadonlyArray<{ readonly from: string, readonly count: number, readonly approved: number, readonly declined: number, readonly refused: number, readonly inDoubt: number, readonly contradicted: number, readonly open: number, readonly latencyP50Ms: number | null, readonly latencyP99Ms: number | null }> } };

export type MoneyFieldsFragment = { readonly minorUnits: number, readonly currency: string | null };

export type ConsoleSearchQueryVariables = Exact<{
  text: Scalars['String']['input'];
  first: Scalars['Int']['input'];
}>;


export type ConsoleSearchQuery = { readonly search: ReadonlyArray<
    | { readonly __typename: 'ApiKey', readonly keyId: string, readonly role: Role, readonly id: string }
    | { readonly __typename: 'Approval', readonly id: string }
    | { readonly __typename: 'AuditEntry', readonly id: string }
    | { readonly __typename: 'Card', readonly id: string }
    | { readonly __typename: 'Delivery', readonly eventId: string, readonly id: string, readonly deliveryState: DeliveryState }
    | { readonly __typename: 'Digitization', readonly tokenReference: string, readonly id: string, readonly digitizationState: DigitizationState, readonly digitizationCardId: number }
    | { readonly __typename: 'Endpoint', readonly url: string, readonly id: string }
    | { readonly __typename: 'Event', readonly id: string, readonly eventType: EventType }
    | { readonly __typename: 'PersistedDocument', readonly id: string }
    | { readonly __typename: 'Programme', readonly programme: string, readonly name: string, readonly id: string }
    | { readonly __typename: 'ProvisioningAttempt', readonly attemptId: string, readonly id: string, readonly attemptState: ProvisioningAttemptState, readonly attemptCardId: number }
    | { readonly __typename: 'RefusedCall', readonly id: string }
    | { readonly __typename: 'SharedKey', readonly id: string }
    | { readonly __typename: 'Terminal', readonly terminalId: string, readonly id: string }
    | { readonly __typename: 'Transaction', readonly requestId: string, readonly methodName: string, readonly id: string, readonly transactionState: TransactionState, readonly requestMoney: { readonly minorUnits: number, readonly currency: string | null } | null }
    | { readonly __typename: 'Wallet', readonly reference: string, readonly id: string, readonly walletCustomerId: number, readonly cards: ReadonlyArray<{ readonly cardId: number }> }
  > };

export type AttemptsOfCardQueryVariables = Exact<{
  cardId: Scalars['SafeInt']['input'];
}>;


export type AttemptsOfCardQuery = { readonly provisioningAttempts: { readonly edges: ReadonlyArray<{ readonly node: { readonly attemptId: string, readonly state: ProvisioningAttemptState, readonly tokenReference: string | null, readonly walletId: string | null, readonly history: ReadonlyArray<{ readonly at: string, readonly actor: string, readonly from: ProvisioningAttemptState | null, readonly to: ProvisioningAttemptState, readonly reason: string | null }> } }> } };

export type ProgrammeFieldsFragment = { readonly programme: string, readonly name: string, readonly currency: string | null, readonly digits: number, readonly algorithm: OtpAlgorithm, readonly derivation: Derivation, readonly stepSeconds: number, readonly validitySeconds: number, readonly verifier: Verifier };

export type SharedKeyFieldsFragment = { readonly keyId: string, readonly state: SharedKeyState, readonly createdAt: string, readonly changedAt: string };

export type ProgrammesQueryVariables = Exact<{
  filter?: InputMaybe<ProgrammeFilter>;
}>;


export type ProgrammesQuery = { readonly programmes: { readonly edges: ReadonlyArray<{ readonly node: { readonly programme: string, readonly name: string, readonly currency: string | null, readonly digits: number, readonly algorithm: OtpAlgorithm, readonly derivation: Derivation, readonly stepSeconds: number, readonly validitySeconds: number, readonly verifier: Verifier, readonly sharedKeys: ReadonlyArray<{ readonly keyId: string, readonly state: SharedKeyState, readonly createdAt: string, readonly changedAt: string }> } }> } };

export type PutProgrammeMutationVariables = Exact<{
  input: PutProgrammeInput;
}>;


export type PutProgrammeMutation = { readonly putProgramme: { readonly programme: { readonly programme: string, readonly name: string, readonly currency: string | null, readonly digits: number, readonly algorithm: OtpAlgorithm, readonly derivation: Derivation, readonly stepSeconds: number, readonly validitySeconds: number, readonly verifier: Verifier } } };

export type SetSharedKeyStateMutationVariables = Exact<{
  input: SetSharedKeyStateInput;
}>;


export type SetSharedKeyStateMutation = { readonly setSharedKeyState: { readonly sharedKey: { readonly keyId: string, readonly state: SharedKeyState, readonly createdAt: string, readonly changedAt: string } } };

export type TerminalFieldsFragment = { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly clientCertificates: ReadonlyArray<string> | null, readonly previousPasswordUntil: string | null, readonly createdAt: string | null };

export type TerminalsQueryVariables = Exact<{
  filter?: InputMaybe<TerminalFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type TerminalsQuery = { readonly terminals: { readonly edges: ReadonlyArray<{ readonly node: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly clientCertificates: ReadonlyArray<string> | null, readonly previousPasswordUntil: string | null, readonly createdAt: string | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TerminalQueryVariables = Exact<{
  terminalId: Scalars['String']['input'];
}>;


export type TerminalQuery = { readonly terminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly clientCertificates: ReadonlyArray<string> | null, readonly previousPasswordUntil: string | null, readonly createdAt: string | null } | null };

export type AddTerminalMutationVariables = Exact<{
  input: AddTerminalInput;
}>;


export type AddTerminalMutation = { readonly addTerminal: { readonly terminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly clientCertificates: ReadonlyArray<string> | null, readonly previousPasswordUntil: string | null, readonly createdAt: string | null } } };

export type SetTerminalMutationVariables = Exact<{
  input: SetTerminalInput;
}>;


export type SetTerminalMutation = { readonly setTerminal: { readonly terminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly clientCertificates: ReadonlyArray<string> | null, readonly previousPasswordUntil: string | null, readonly createdAt: string | null } } };

export type RotateTerminalPasswordMutationVariables = Exact<{
  input: RotateTerminalPasswordInput;
}>;


export type RotateTerminalPasswordMutation = { readonly rotateTerminalPassword: { readonly terminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly clientCertificates: ReadonlyArray<string> | null, readonly previousPasswordUntil: string | null, readonly createdAt: string | null } } };

export type DisableTerminalMutationVariables = Exact<{
  input: DisableTerminalInput;
}>;


export type DisableTerminalMutation = { readonly disableTerminal: { readonly terminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly clientCertificates: ReadonlyArray<string> | null, readonly previousPasswordUntil: string | null, readonly createdAt: string | null } } };

export type EnableTerminalMutationVariables = Exact<{
  input: EnableTerminalInput;
}>;


export type EnableTerminalMutation = { readonly enableTerminal: { readonly terminal: { readonly terminalId: string, readonly programme: string, readonly enabled: boolean, readonly checksumAlgorithm: ChecksumAlgorithm, readonly allowedAddresses: ReadonlyArray<string> | null, readonly clientCertificates: ReadonlyArray<string> | null, readonly previousPasswordUntil: string | null, readonly createdAt: string | null } } };

export type WalletFieldsFragment = { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> };

export type WalletsQueryVariables = Exact<{
  filter?: InputMaybe<WalletFilter>;
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


export type PutWalletMutation = { readonly putWallet: { readonly wallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } } };

export type BlockWalletMutationVariables = Exact<{
  input: BlockWalletInput;
}>;


export type BlockWalletMutation = { readonly blockWallet: { readonly wallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } } };

export type UnblockWalletMutationVariables = Exact<{
  input: UnblockWalletInput;
}>;


export type UnblockWalletMutation = { readonly unblockWallet: { readonly wallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } } };

export type MoveWalletMutationVariables = Exact<{
  input: MoveWalletInput;
}>;


export type MoveWalletMutation = { readonly moveWallet: { readonly wallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } } };

export type MoveCardMutationVariables = Exact<{
  input: MoveCardInput;
}>;


export type MoveCardMutation = { readonly moveCard: { readonly wallet: { readonly reference: string, readonly programme: string, readonly customerId: number, readonly blocked: boolean, readonly cards: ReadonlyArray<{ readonly cardId: number, readonly trackingNumber: string | null, readonly default: boolean, readonly blocked: boolean }> } } };

export type KeyFieldsFragment = { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean, readonly documents: DocumentPolicy, readonly clientCertificates: ReadonlyArray<string> | null };

export type ApprovalFieldsFragment = { readonly id: string, readonly state: ApprovalState, readonly field: string, readonly arguments: Readonly<Record<string, unknown>> | null, readonly permission: Permission, readonly askedBy: string, readonly askedAt: string, readonly expiresAt: string, readonly decidedBy: string | null, readonly decidedAt: string | null, readonly reason: string, readonly usedAt: string | null };

export type ApprovalsQueryVariables = Exact<{
  filter?: InputMaybe<ApprovalFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ApprovalsQuery = { readonly approvals: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly state: ApprovalState, readonly field: string, readonly arguments: Readonly<Record<string, unknown>> | null, readonly permission: Permission, readonly askedBy: string, readonly askedAt: string, readonly expiresAt: string, readonly decidedBy: string | null, readonly decidedAt: string | null, readonly reason: string, readonly usedAt: string | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ApproveRequestMutationVariables = Exact<{
  input: ApproveRequestInput;
}>;


export type ApproveRequestMutation = { readonly approveRequest: { readonly approval: { readonly id: string, readonly state: ApprovalState, readonly field: string, readonly arguments: Readonly<Record<string, unknown>> | null, readonly permission: Permission, readonly askedBy: string, readonly askedAt: string, readonly expiresAt: string, readonly decidedBy: string | null, readonly decidedAt: string | null, readonly reason: string, readonly usedAt: string | null } } };

export type RejectRequestMutationVariables = Exact<{
  input: RejectRequestInput;
}>;


export type RejectRequestMutation = { readonly rejectRequest: { readonly approval: { readonly id: string, readonly state: ApprovalState, readonly field: string, readonly arguments: Readonly<Record<string, unknown>> | null, readonly permission: Permission, readonly askedBy: string, readonly askedAt: string, readonly expiresAt: string, readonly decidedBy: string | null, readonly decidedAt: string | null, readonly reason: string, readonly usedAt: string | null } } };

export type KeysQueryVariables = Exact<{
  filter?: InputMaybe<KeyFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type KeysQuery = { readonly keys: { readonly edges: ReadonlyArray<{ readonly node: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean, readonly documents: DocumentPolicy, readonly clientCertificates: ReadonlyArray<string> | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type KeyQueryVariables = Exact<{
  keyId: Scalars['String']['input'];
}>;


export type KeyQuery = { readonly key: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean, readonly documents: DocumentPolicy, readonly clientCertificates: ReadonlyArray<string> | null } | null };

export type CreateKeyMutationVariables = Exact<{
  input: CreateKeyInput;
}>;


export type CreateKeyMutation = { readonly createKey: { readonly secret: string, readonly key: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean, readonly documents: DocumentPolicy, readonly clientCertificates: ReadonlyArray<string> | null } } };

export type SetKeyExpiryMutationVariables = Exact<{
  input: SetKeyExpiryInput;
}>;


export type SetKeyExpiryMutation = { readonly setKeyExpiry: { readonly key: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean, readonly documents: DocumentPolicy, readonly clientCertificates: ReadonlyArray<string> | null } } };

export type SetKeyCertificatesMutationVariables = Exact<{
  input: SetKeyCertificatesInput;
}>;


export type SetKeyCertificatesMutation = { readonly setKeyCertificates: { readonly key: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean, readonly documents: DocumentPolicy, readonly clientCertificates: ReadonlyArray<string> | null } } };

export type SetKeyDocumentsMutationVariables = Exact<{
  input: SetKeyDocumentsInput;
}>;


export type SetKeyDocumentsMutation = { readonly setKeyDocuments: { readonly key: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean, readonly documents: DocumentPolicy, readonly clientCertificates: ReadonlyArray<string> | null } } };

export type DocumentFieldsFragment = { readonly documentId: string, readonly text: string, readonly createdAt: string };

export type DocumentsQueryVariables = Exact<{
  filter?: InputMaybe<DocumentFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type DocumentsQuery = { readonly documents: { readonly edges: ReadonlyArray<{ readonly node: { readonly documentId: string, readonly text: string, readonly createdAt: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type RegisterDocumentsMutationVariables = Exact<{
  input: RegisterDocumentsInput;
}>;


export type RegisterDocumentsMutation = { readonly registerDocuments: { readonly documents: ReadonlyArray<{ readonly documentId: string, readonly text: string, readonly createdAt: string }> } };

export type RemoveDocumentMutationVariables = Exact<{
  input: RemoveDocumentInput;
}>;


export type RemoveDocumentMutation = { readonly removeDocument: { readonly document: { readonly documentId: string, readonly text: string, readonly createdAt: string } } };

export type RevokeKeyMutationVariables = Exact<{
  input: RevokeKeyInput;
}>;


export type RevokeKeyMutation = { readonly revokeKey: { readonly key: { readonly keyId: string, readonly role: Role, readonly programme: string | null, readonly terminalIds: ReadonlyArray<string> | null, readonly createdAt: string | null, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revoked: boolean, readonly documents: DocumentPolicy, readonly clientCertificates: ReadonlyArray<string> | null } } };

export type AuditLogQueryVariables = Exact<{
  filter?: InputMaybe<AuditFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuditLogQuery = { readonly auditLog: { readonly edges: ReadonlyArray<{ readonly node: { readonly at: string, readonly actor: string, readonly action: string, readonly subject: string, readonly reason: string, readonly before: Readonly<Record<string, unknown>> | null, readonly after: Readonly<Record<string, unknown>> | null, readonly position: number | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AuditHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditHeadQuery = { readonly auditHead: { readonly position: number, readonly hash: string, readonly at: string, readonly publicKey: string, readonly signature: string } | null };

export type VerifyAuditQueryVariables = Exact<{
  after?: InputMaybe<AuditPlaceInput>;
  heads: ReadonlyArray<AuditHeadInput> | AuditHeadInput;
}>;


export type VerifyAuditQuery = { readonly verifyAudit: { readonly checked: number, readonly position: number, readonly hash: string, readonly isEnd: boolean, readonly pending: number, readonly broken: { readonly kind: AuditBreakKind, readonly position: number | null, readonly entryId: string | null, readonly message: string } | null } };

export type TransactionLineFragment = { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly replyReason: ReplyReason | null, readonly errorCode: ErrorCode | null, readonly repliedResultCode: number | null, readonly receivedAt: string, readonly requestMoney: { readonly text: string | null, readonly currency: string | null } | null };

export type TransactionsQueryVariables = Exact<{
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type TransactionsQuery = { readonly transactions: { readonly edges: ReadonlyArray<{ readonly node: { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly replyReason: ReplyReason | null, readonly errorCode: ErrorCode | null, readonly repliedResultCode: number | null, readonly receivedAt: string, readonly requestMoney: { readonly text: string | null, readonly currency: string | null } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TransactionInFullQueryVariables = Exact<{
  requestId: Scalars['String']['input'];
}>;


export type TransactionInFullQuery = { readonly transaction: { readonly default: boolean, readonly answer: Readonly<Record<string, unknown>> | null, readonly route: string, readonly channel: Channel, readonly attempt: number, readonly claimedAt: string | null, readonly sentAt: string | null, readonly httpStatus: number | null, readonly failure: string | null, readonly rawAnswer: string | null, readonly answeredAt: string | null, readonly settledAt: string | null, readonly nextAttemptAt: string | null, readonly originalRequestId: string | null, readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly replyReason: ReplyReason | null, readonly errorCode: ErrorCode | null, readonly repliedResultCode: number | null, readonly receivedAt: string, readonly linked: ReadonlyArray<{ readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly replyReason: ReplyReason | null, readonly errorCode: ErrorCode | null, readonly repliedResultCode: number | null, readonly receivedAt: string, readonly requestMoney: { readonly text: string | null, readonly currency: string | null } | null }>, readonly requestMoney: { readonly text: string | null, readonly currency: string | null } | null } | null };

export type SettleTransactionMutationVariables = Exact<{
  input: SettleTransactionInput;
}>;


export type SettleTransactionMutation = { readonly settleTransaction: { readonly transaction: { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly replyReason: ReplyReason | null, readonly errorCode: ErrorCode | null, readonly repliedResultCode: number | null, readonly receivedAt: string, readonly requestMoney: { readonly text: string | null, readonly currency: string | null } | null } } };

export type SendTransactionMutationVariables = Exact<{
  input: SendTransactionInput;
}>;


export type SendTransactionMutation = { readonly sendTransaction: { readonly transaction: { readonly requestId: string, readonly state: TransactionState, readonly methodName: string, readonly terminalId: string, readonly reference: string, readonly cardId: number | null, readonly requestAmount: number | null, readonly resultCode: number | null, readonly replyReason: ReplyReason | null, readonly errorCode: ErrorCode | null, readonly repliedResultCode: number | null, readonly receivedAt: string, readonly requestMoney: { readonly text: string | null, readonly currency: string | null } | null } } };

export type ReconciliationQueryVariables = Exact<{
  day: Scalars['String']['input'];
}>;


export type ReconciliationQuery = { readonly reconciliation: ReadonlyArray<{ readonly programme: string, readonly terminalId: string, readonly route: string, readonly methodName: string, readonly currency: string | null, readonly count: number, readonly amount: number | string, readonly approved: number, readonly approvedAmount: number | string, readonly declined: number, readonly declinedAmount: number | string, readonly refused: number, readonly inDoubt: number, readonly inDoubtAmount: number | string, readonly contradicted: number, readonly contradictedAmount: number | string, readonly open: number }> };

export type RefusedCallsQueryVariables = Exact<{
  filter?: InputMaybe<RefusedCallFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type RefusedCallsQuery = { readonly refusedCalls: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly at: string, readonly firstAt: string, readonly count: number, readonly channel: Channel, readonly code: ErrorCode, readonly field: string | null, readonly reason: string, readonly terminalId: string | null, readonly programme: string | null, readonly keyId: string | null, readonly address: string | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type PurgeTransactionsMutationVariables = Exact<{
  input: PurgeTransactionsInput;
}>;


export type PurgeTransactionsMutation = { readonly purgeTransactions: { readonly before: string } };

export type PurgeAuditLogMutationVariables = Exact<{
  input: PurgeAuditLogInput;
}>;


export type PurgeAuditLogMutation = { readonly purgeAuditLog: { readonly deleted: number } };

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

export type EndpointFieldsFragment = { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly previousSecretUntil: string | null, readonly createdAt: string };

export type DeliveryFieldsFragment = { readonly id: string, readonly eventId: string, readonly eventType: EventType, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly createdAt: string };

export type EventFieldsFragment = { readonly id: string, readonly type: EventType, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> };

export type AddEndpointMutationVariables = Exact<{
  input: AddEndpointInput;
}>;


export type AddEndpointMutation = { readonly addEndpoint: { readonly secret: string, readonly endpoint: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly previousSecretUntil: string | null, readonly createdAt: string } } };

export type DisableEndpointMutationVariables = Exact<{
  input: DisableEndpointInput;
}>;


export type DisableEndpointMutation = { readonly disableEndpoint: { readonly endpoint: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly previousSecretUntil: string | null, readonly createdAt: string } } };

export type EnableEndpointMutationVariables = Exact<{
  input: EnableEndpointInput;
}>;


export type EnableEndpointMutation = { readonly enableEndpoint: { readonly endpoint: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly previousSecretUntil: string | null, readonly createdAt: string } } };

export type RotateEndpointSecretMutationVariables = Exact<{
  input: RotateEndpointSecretInput;
}>;


export type RotateEndpointSecretMutation = { readonly rotateEndpointSecret: { readonly secret: string, readonly endpoint: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly previousSecretUntil: string | null, readonly createdAt: string } } };

export type TestEndpointMutationVariables = Exact<{
  input: TestEndpointInput;
}>;


export type TestEndpointMutation = { readonly testEndpoint: { readonly delivery: { readonly id: string, readonly eventId: string, readonly eventType: EventType, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly createdAt: string } } };

export type EndpointsQueryVariables = Exact<{
  filter?: InputMaybe<EndpointFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type EndpointsQuery = { readonly endpoints: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly previousSecretUntil: string | null, readonly createdAt: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type EventsQueryVariables = Exact<{
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type EventsQuery = { readonly events: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly type: EventType, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type EventQueryVariables = Exact<{
  eventId: Scalars['ID']['input'];
}>;


export type EventQuery = { readonly event: { readonly id: string, readonly type: EventType, readonly programme: string | null, readonly cardId: number | null, readonly occurredAt: string, readonly recordedAt: string, readonly data: Readonly<Record<string, unknown>> } | null };

export type DeliveriesQueryVariables = Exact<{
  filter?: InputMaybe<DeliveryFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type DeliveriesQuery = { readonly deliveries: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly eventId: string, readonly eventType: EventType, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly createdAt: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type DeliveryQueryVariables = Exact<{
  deliveryId: Scalars['ID']['input'];
}>;


export type DeliveryQuery = { readonly delivery: { readonly id: string, readonly eventId: string, readonly eventType: EventType, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly createdAt: string, readonly attempts: ReadonlyArray<{ readonly startedAt: string, readonly durationMs: number, readonly responseCode: number | null, readonly failure: DeliveryFailure | null, readonly responseExcerpt: string | null }> } | null };

export type ResendDeliveryMutationVariables = Exact<{
  input: ResendDeliveryInput;
}>;


export type ResendDeliveryMutation = { readonly resendDelivery: { readonly delivery: { readonly id: string, readonly eventId: string, readonly eventType: EventType, readonly endpointId: string, readonly programme: string, readonly state: DeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly createdAt: string } } };

export type ResendEventMutationVariables = Exact<{
  input: ResendEventInput;
}>;


export type ResendEventMutation = { readonly resendEvent: { readonly count: number } };

export type ResendDeliveriesMutationVariables = Exact<{
  input: ResendDeliveriesInput;
}>;


export type ResendDeliveriesMutation = { readonly resendDeliveries: { readonly count: number } };

export type EndpointQueryVariables = Exact<{
  endpointId: Scalars['ID']['input'];
}>;


export type EndpointQuery = { readonly endpoint: { readonly id: string, readonly programme: string, readonly url: string, readonly enabled: boolean, readonly disabledReason: EndpointDisabledReason | null, readonly disabledAt: string | null, readonly failingSince: string | null, readonly previousSecretUntil: string | null, readonly createdAt: string } | null };

export const DigitizationLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DigitizationLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Digitization"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"wallet"}},{"kind":"Field","name":{"kind":"Name","value":"panLastFour"}},{"kind":"Field","name":{"kind":"Name","value":"attemptId"}},{"kind":"Field","name":{"kind":"Name","value":"lastEvent"}},{"kind":"Field","name":{"kind":"Name","value":"lastEventId"}},{"kind":"Field","name":{"kind":"Name","value":"reasonCode"}},{"kind":"Field","name":{"kind":"Name","value":"reportedAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<DigitizationLineFragment, unknown>;
export const MoneyFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoneyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Money"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minorUnits"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]} as unknown as DocumentNode<MoneyFieldsFragment, unknown>;
export const TransactionRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"requestMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MoneyFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"originalTransactionAmount"}},{"kind":"Field","name":{"kind":"Name","value":"originalCurrencyCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoneyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Money"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minorUnits"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]} as unknown as DocumentNode<TransactionRowFragment, unknown>;
export const AttemptLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttemptLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttempt"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedAt"}},{"kind":"Field","name":{"kind":"Name","value":"authorizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"digitizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"walletId"}}]}}]} as unknown as DocumentNode<AttemptLineFragment, unknown>;
export const ProgrammeFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgrammeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Programme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"digits"}},{"kind":"Field","name":{"kind":"Name","value":"algorithm"}},{"kind":"Field","name":{"kind":"Name","value":"derivation"}},{"kind":"Field","name":{"kind":"Name","value":"stepSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"validitySeconds"}},{"kind":"Field","name":{"kind":"Name","value":"verifier"}}]}}]} as unknown as DocumentNode<ProgrammeFieldsFragment, unknown>;
export const SharedKeyFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SharedKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<SharedKeyFieldsFragment, unknown>;
export const TerminalFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}},{"kind":"Field","name":{"kind":"Name","value":"previousPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<TerminalFieldsFragment, unknown>;
export const WalletFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<WalletFieldsFragment, unknown>;
export const KeyFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}},{"kind":"Field","name":{"kind":"Name","value":"documents"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}}]}}]} as unknown as DocumentNode<KeyFieldsFragment, unknown>;
export const ApprovalFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApprovalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Approval"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}},{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"askedBy"}},{"kind":"Field","name":{"kind":"Name","value":"askedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"decidedBy"}},{"kind":"Field","name":{"kind":"Name","value":"decidedAt"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"usedAt"}}]}}]} as unknown as DocumentNode<ApprovalFieldsFragment, unknown>;
export const DocumentFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DocumentFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PersistedDocument"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"documentId"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DocumentFieldsFragment, unknown>;
export const TransactionLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"requestMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"replyReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"repliedResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}}]}}]} as unknown as DocumentNode<TransactionLineFragment, unknown>;
export const OutcomeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<OutcomeFragment, unknown>;
export const EndpointFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EndpointFieldsFragment, unknown>;
export const DeliveryFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DeliveryFieldsFragment, unknown>;
export const EventFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventFieldsFragment, unknown>;
export const AuditPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AuditPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AuditFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditLog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"actor"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<AuditPageQuery, AuditPageQueryVariables>;
export const CardPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CardPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<CardPageQuery, CardPageQueryVariables>;
export const DigitizationsPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DigitizationsPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DigitizationFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"digitizations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DigitizationLine"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DigitizationLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Digitization"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"wallet"}},{"kind":"Field","name":{"kind":"Name","value":"panLastFour"}},{"kind":"Field","name":{"kind":"Name","value":"attemptId"}},{"kind":"Field","name":{"kind":"Name","value":"lastEvent"}},{"kind":"Field","name":{"kind":"Name","value":"lastEventId"}},{"kind":"Field","name":{"kind":"Name","value":"reasonCode"}},{"kind":"Field","name":{"kind":"Name","value":"reportedAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<DigitizationsPageQuery, DigitizationsPageQueryVariables>;
export const ProgrammesPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProgrammesPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ProgrammeFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programmes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgrammeFields"}},{"kind":"Field","name":{"kind":"Name","value":"sharedKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SharedKeyFields"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgrammeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Programme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"digits"}},{"kind":"Field","name":{"kind":"Name","value":"algorithm"}},{"kind":"Field","name":{"kind":"Name","value":"derivation"}},{"kind":"Field","name":{"kind":"Name","value":"stepSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"validitySeconds"}},{"kind":"Field","name":{"kind":"Name","value":"verifier"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SharedKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<ProgrammesPageQuery, ProgrammesPageQueryVariables>;
export const EventPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EventPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DeliveryFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"event"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EventPageQuery, EventPageQueryVariables>;
export const LiveTransactionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LiveTransactions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionSaved"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"terminalId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoneyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Money"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minorUnits"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"requestMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MoneyFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"originalTransactionAmount"}},{"kind":"Field","name":{"kind":"Name","value":"originalCurrencyCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]} as unknown as DocumentNode<LiveTransactionsSubscription, LiveTransactionsSubscriptionVariables>;
export const ProgrammePageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProgrammePage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"programme"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"programme"},"value":{"kind":"Variable","name":{"kind":"Name","value":"programme"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgrammeFields"}},{"kind":"Field","name":{"kind":"Name","value":"sharedKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SharedKeyFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgrammeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Programme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"digits"}},{"kind":"Field","name":{"kind":"Name","value":"algorithm"}},{"kind":"Field","name":{"kind":"Name","value":"derivation"}},{"kind":"Field","name":{"kind":"Name","value":"stepSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"validitySeconds"}},{"kind":"Field","name":{"kind":"Name","value":"verifier"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SharedKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<ProgrammePageQuery, ProgrammePageQueryVariables>;
export const ProvisioningPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProvisioningPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttemptFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"provisioningAttempts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AttemptLine"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttemptLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttempt"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedAt"}},{"kind":"Field","name":{"kind":"Name","value":"authorizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"digitizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"walletId"}}]}}]} as unknown as DocumentNode<ProvisioningPageQuery, ProvisioningPageQueryVariables>;
export const ProvisioningFunnelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProvisioningFunnel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttemptFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"provisioningFunnel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issued"}},{"kind":"Field","name":{"kind":"Name","value":"verified"}},{"kind":"Field","name":{"kind":"Name","value":"authorized"}},{"kind":"Field","name":{"kind":"Name","value":"digitized"}},{"kind":"Field","name":{"kind":"Name","value":"expired"}},{"kind":"Field","name":{"kind":"Name","value":"superseded"}},{"kind":"Field","name":{"kind":"Name","value":"declined"}}]}}]}}]} as unknown as DocumentNode<ProvisioningFunnelQuery, ProvisioningFunnelQueryVariables>;
export const AttemptPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AttemptPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"attemptId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"provisioningAttempt"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"attemptId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"attemptId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AttemptLine"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"wrongCodes"}},{"kind":"Field","name":{"kind":"Name","value":"driftSteps"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"actor"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttemptLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttempt"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"issuedAt"}},{"kind":"Field","name":{"kind":"Name","value":"verifiedAt"}},{"kind":"Field","name":{"kind":"Name","value":"authorizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"digitizedAt"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"walletId"}}]}}]} as unknown as DocumentNode<AttemptPageQuery, AttemptPageQueryVariables>;
export const TransactionsPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TransactionsPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionRow"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoneyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Money"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minorUnits"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"requestMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MoneyFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"originalTransactionAmount"}},{"kind":"Field","name":{"kind":"Name","value":"originalCurrencyCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]} as unknown as DocumentNode<TransactionsPageQuery, TransactionsPageQueryVariables>;
export const TransactionPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TransactionPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionRow"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"repliedResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"replyReason"}},{"kind":"Field","name":{"kind":"Name","value":"effect"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"transactionDate"}},{"kind":"Field","name":{"kind":"Name","value":"referenceId"}},{"kind":"Field","name":{"kind":"Name","value":"referenceDate"}},{"kind":"Field","name":{"kind":"Name","value":"route"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"request"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"rawAnswer"}},{"kind":"Field","name":{"kind":"Name","value":"httpStatus"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"originalRequestId"}},{"kind":"Field","name":{"kind":"Name","value":"claimedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"settledAt"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"klv"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"linked"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MoneyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Money"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minorUnits"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"requestMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MoneyFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"originalTransactionAmount"}},{"kind":"Field","name":{"kind":"Name","value":"originalCurrencyCode"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]} as unknown as DocumentNode<TransactionPageQuery, TransactionPageQueryVariables>;
export const TransactionEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TransactionEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inDoubt"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"EventFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"contradicted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"EventFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"inDoubt"},"name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inDoubt"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"contradicted"},"name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"contradicted"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<TransactionEventsQuery, TransactionEventsQueryVariables>;
export const SandboxCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SandboxCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SandboxCallInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sandboxCall"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"xml"}},{"kind":"Field","name":{"kind":"Name","value":"json"}},{"kind":"Field","name":{"kind":"Name","value":"variables"}},{"kind":"Field","name":{"kind":"Name","value":"clientKey"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"checksum"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hmac"}}]}},{"kind":"Field","name":{"kind":"Name","value":"signature"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"parts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hmac"}}]}}]}}]}}]} as unknown as DocumentNode<SandboxCallQuery, SandboxCallQueryVariables>;
export const OperatorSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OperatorSession"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operatorSession"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"sandbox"}}]}}]}}]} as unknown as DocumentNode<OperatorSessionQuery, OperatorSessionQueryVariables>;
export const StatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Stats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"span"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatsSpan"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"span"},"value":{"kind":"Variable","name":{"kind":"Name","value":"span"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"bucketSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"approved"}},{"kind":"Field","name":{"kind":"Name","value":"declined"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"inDoubt"}},{"kind":"Field","name":{"kind":"Name","value":"contradicted"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"perSecond"}},{"kind":"Field","name":{"kind":"Name","value":"latencyP50Ms"}},{"kind":"Field","name":{"kind":"Name","value":"latencyP99Ms"}},{"kind":"Field","name":{"kind":"Name","value":"openNow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pending"}},{"kind":"Field","name":{"kind":"Name","value":"inDoubt"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"unmatched"}},{"kind":"Field","name":{"kind":"Name","value":"contradicted"}}]}},{"kind":"Field","name":{"kind":"Name","value":"routes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"}},{"kind":"Field","name":{"kind":"Name","value":"breaker"}},{"kind":"Field","name":{"kind":"Name","value":"concurrent"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"late"}},{"kind":"Field","name":{"kind":"Name","value":"clockDriftMs"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buckets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"approved"}},{"kind":"Field","name":{"kind":"Name","value":"declined"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"inDoubt"}},{"kind":"Field","name":{"kind":"Name","value":"contradicted"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"latencyP50Ms"}},{"kind":"Field","name":{"kind":"Name","value":"latencyP99Ms"}}]}}]}}]}}]} as unknown as DocumentNode<StatsQuery, StatsQueryVariables>;
export const ConsoleSearchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsoleSearch"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"text"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","alias":{"kind":"Name","value":"transactionState"},"name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"requestMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minorUnits"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","alias":{"kind":"Name","value":"walletCustomerId"},"name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Programme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"eventType"},"name":{"kind":"Name","value":"type"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","alias":{"kind":"Name","value":"deliveryState"},"name":{"kind":"Name","value":"state"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProvisioningAttempt"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"attemptId"}},{"kind":"Field","alias":{"kind":"Name","value":"attemptState"},"name":{"kind":"Name","value":"state"}},{"kind":"Field","alias":{"kind":"Name","value":"attemptCardId"},"name":{"kind":"Name","value":"cardId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Digitization"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","alias":{"kind":"Name","value":"digitizationState"},"name":{"kind":"Name","value":"state"}},{"kind":"Field","alias":{"kind":"Name","value":"digitizationCardId"},"name":{"kind":"Name","value":"cardId"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleSearchQuery, ConsoleSearchQueryVariables>;
export const AttemptsOfCardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AttemptsOfCard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SafeInt"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"provisioningAttempts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"cardId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cardId"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"attemptId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"tokenReference"}},{"kind":"Field","name":{"kind":"Name","value":"walletId"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"actor"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<AttemptsOfCardQuery, AttemptsOfCardQueryVariables>;
export const ProgrammesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Programmes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ProgrammeFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programmes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgrammeFields"}},{"kind":"Field","name":{"kind":"Name","value":"sharedKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SharedKeyFields"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgrammeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Programme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"digits"}},{"kind":"Field","name":{"kind":"Name","value":"algorithm"}},{"kind":"Field","name":{"kind":"Name","value":"derivation"}},{"kind":"Field","name":{"kind":"Name","value":"stepSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"validitySeconds"}},{"kind":"Field","name":{"kind":"Name","value":"verifier"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SharedKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<ProgrammesQuery, ProgrammesQueryVariables>;
export const PutProgrammeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PutProgramme"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PutProgrammeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"putProgramme"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProgrammeFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProgrammeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Programme"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"digits"}},{"kind":"Field","name":{"kind":"Name","value":"algorithm"}},{"kind":"Field","name":{"kind":"Name","value":"derivation"}},{"kind":"Field","name":{"kind":"Name","value":"stepSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"validitySeconds"}},{"kind":"Field","name":{"kind":"Name","value":"verifier"}}]}}]} as unknown as DocumentNode<PutProgrammeMutation, PutProgrammeMutationVariables>;
export const SetSharedKeyStateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetSharedKeyState"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetSharedKeyStateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setSharedKeyState"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sharedKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SharedKeyFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SharedKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<SetSharedKeyStateMutation, SetSharedKeyStateMutationVariables>;
export const TerminalsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Terminals"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TerminalFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}},{"kind":"Field","name":{"kind":"Name","value":"previousPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<TerminalsQuery, TerminalsQueryVariables>;
export const TerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Terminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"terminalId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"terminalId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}},{"kind":"Field","name":{"kind":"Name","value":"previousPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<TerminalQuery, TerminalQueryVariables>;
export const AddTerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddTerminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddTerminalInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addTerminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}},{"kind":"Field","name":{"kind":"Name","value":"previousPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<AddTerminalMutation, AddTerminalMutationVariables>;
export const SetTerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetTerminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetTerminalInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setTerminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}},{"kind":"Field","name":{"kind":"Name","value":"previousPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<SetTerminalMutation, SetTerminalMutationVariables>;
export const RotateTerminalPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateTerminalPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RotateTerminalPasswordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateTerminalPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}},{"kind":"Field","name":{"kind":"Name","value":"previousPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RotateTerminalPasswordMutation, RotateTerminalPasswordMutationVariables>;
export const DisableTerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DisableTerminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DisableTerminalInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"disableTerminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}},{"kind":"Field","name":{"kind":"Name","value":"previousPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DisableTerminalMutation, DisableTerminalMutationVariables>;
export const EnableTerminalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EnableTerminal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EnableTerminalInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"enableTerminal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TerminalFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TerminalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Terminal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"checksumAlgorithm"}},{"kind":"Field","name":{"kind":"Name","value":"allowedAddresses"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}},{"kind":"Field","name":{"kind":"Name","value":"previousPasswordUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EnableTerminalMutation, EnableTerminalMutationVariables>;
export const WalletsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Wallets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WalletFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<WalletsQuery, WalletsQueryVariables>;
export const WalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Wallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reference"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"reference"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reference"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<WalletQuery, WalletQueryVariables>;
export const PutWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PutWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PutWalletInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"putWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<PutWalletMutation, PutWalletMutationVariables>;
export const BlockWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BlockWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BlockWalletInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"blockWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<BlockWalletMutation, BlockWalletMutationVariables>;
export const UnblockWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnblockWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UnblockWalletInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unblockWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<UnblockWalletMutation, UnblockWalletMutationVariables>;
export const MoveWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MoveWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MoveWalletInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moveWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<MoveWalletMutation, MoveWalletMutationVariables>;
export const MoveCardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MoveCard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MoveCardInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moveCard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"wallet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WalletFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WalletFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Wallet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}},{"kind":"Field","name":{"kind":"Name","value":"cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"trackingNumber"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"blocked"}}]}}]}}]} as unknown as DocumentNode<MoveCardMutation, MoveCardMutationVariables>;
export const ApprovalsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Approvals"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ApprovalFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approvals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApprovalFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApprovalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Approval"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}},{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"askedBy"}},{"kind":"Field","name":{"kind":"Name","value":"askedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"decidedBy"}},{"kind":"Field","name":{"kind":"Name","value":"decidedAt"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"usedAt"}}]}}]} as unknown as DocumentNode<ApprovalsQuery, ApprovalsQueryVariables>;
export const ApproveRequestDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ApproveRequest"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ApproveRequestInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approveRequest"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApprovalFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApprovalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Approval"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}},{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"askedBy"}},{"kind":"Field","name":{"kind":"Name","value":"askedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"decidedBy"}},{"kind":"Field","name":{"kind":"Name","value":"decidedAt"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"usedAt"}}]}}]} as unknown as DocumentNode<ApproveRequestMutation, ApproveRequestMutationVariables>;
export const RejectRequestDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RejectRequest"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RejectRequestInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rejectRequest"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approval"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApprovalFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApprovalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Approval"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}},{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"askedBy"}},{"kind":"Field","name":{"kind":"Name","value":"askedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"decidedBy"}},{"kind":"Field","name":{"kind":"Name","value":"decidedAt"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"usedAt"}}]}}]} as unknown as DocumentNode<RejectRequestMutation, RejectRequestMutationVariables>;
export const KeysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Keys"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"KeyFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keys"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}},{"kind":"Field","name":{"kind":"Name","value":"documents"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}}]}}]} as unknown as DocumentNode<KeysQuery, KeysQueryVariables>;
export const KeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Key"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"keyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}},{"kind":"Field","name":{"kind":"Name","value":"documents"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}}]}}]} as unknown as DocumentNode<KeyQuery, KeyQueryVariables>;
export const CreateKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}},{"kind":"Field","name":{"kind":"Name","value":"documents"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}}]}}]} as unknown as DocumentNode<CreateKeyMutation, CreateKeyMutationVariables>;
export const SetKeyExpiryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetKeyExpiry"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetKeyExpiryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setKeyExpiry"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}},{"kind":"Field","name":{"kind":"Name","value":"documents"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}}]}}]} as unknown as DocumentNode<SetKeyExpiryMutation, SetKeyExpiryMutationVariables>;
export const SetKeyCertificatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetKeyCertificates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetKeyCertificatesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setKeyCertificates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}},{"kind":"Field","name":{"kind":"Name","value":"documents"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}}]}}]} as unknown as DocumentNode<SetKeyCertificatesMutation, SetKeyCertificatesMutationVariables>;
export const SetKeyDocumentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetKeyDocuments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetKeyDocumentsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setKeyDocuments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}},{"kind":"Field","name":{"kind":"Name","value":"documents"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}}]}}]} as unknown as DocumentNode<SetKeyDocumentsMutation, SetKeyDocumentsMutationVariables>;
export const DocumentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Documents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DocumentFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"documents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DocumentFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DocumentFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PersistedDocument"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"documentId"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DocumentsQuery, DocumentsQueryVariables>;
export const RegisterDocumentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterDocuments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterDocumentsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registerDocuments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"documents"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DocumentFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DocumentFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PersistedDocument"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"documentId"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RegisterDocumentsMutation, RegisterDocumentsMutationVariables>;
export const RemoveDocumentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveDocument"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RemoveDocumentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeDocument"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DocumentFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DocumentFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PersistedDocument"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"documentId"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RemoveDocumentMutation, RemoveDocumentMutationVariables>;
export const RevokeKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KeyFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalIds"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}},{"kind":"Field","name":{"kind":"Name","value":"documents"}},{"kind":"Field","name":{"kind":"Name","value":"clientCertificates"}}]}}]} as unknown as DocumentNode<RevokeKeyMutation, RevokeKeyMutationVariables>;
export const AuditLogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AuditLog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AuditFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditLog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"actor"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"position"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<AuditLogQuery, AuditLogQueryVariables>;
export const AuditHeadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AuditHead"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditHead"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"hash"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"publicKey"}},{"kind":"Field","name":{"kind":"Name","value":"signature"}}]}}]}}]} as unknown as DocumentNode<AuditHeadQuery, AuditHeadQueryVariables>;
export const VerifyAuditDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"VerifyAudit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AuditPlaceInput"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"heads"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AuditHeadInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verifyAudit"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"heads"},"value":{"kind":"Variable","name":{"kind":"Name","value":"heads"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checked"}},{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"hash"}},{"kind":"Field","name":{"kind":"Name","value":"isEnd"}},{"kind":"Field","name":{"kind":"Name","value":"pending"}},{"kind":"Field","name":{"kind":"Name","value":"broken"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"entryId"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<VerifyAuditQuery, VerifyAuditQueryVariables>;
export const TransactionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transactions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionLine"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"requestMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"replyReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"repliedResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}}]}}]} as unknown as DocumentNode<TransactionsQuery, TransactionsQueryVariables>;
export const TransactionInFullDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TransactionInFull"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionLine"}},{"kind":"Field","name":{"kind":"Name","value":"default"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"route"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"claimedAt"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"httpStatus"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"rawAnswer"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}},{"kind":"Field","name":{"kind":"Name","value":"settledAt"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"originalRequestId"}},{"kind":"Field","name":{"kind":"Name","value":"linked"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionLine"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"requestMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"replyReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"repliedResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}}]}}]} as unknown as DocumentNode<TransactionInFullQuery, TransactionInFullQueryVariables>;
export const SettleTransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SettleTransaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SettleTransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"settleTransaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionLine"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"requestMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"replyReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"repliedResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}}]}}]} as unknown as DocumentNode<SettleTransactionMutation, SettleTransactionMutationVariables>;
export const SendTransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendTransaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SendTransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendTransaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionLine"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"requestAmount"}},{"kind":"Field","name":{"kind":"Name","value":"requestMoney"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"replyReason"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"repliedResultCode"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}}]}}]} as unknown as DocumentNode<SendTransactionMutation, SendTransactionMutationVariables>;
export const ReconciliationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Reconciliation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"day"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reconciliation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"day"},"value":{"kind":"Variable","name":{"kind":"Name","value":"day"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"route"}},{"kind":"Field","name":{"kind":"Name","value":"methodName"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"approved"}},{"kind":"Field","name":{"kind":"Name","value":"approvedAmount"}},{"kind":"Field","name":{"kind":"Name","value":"declined"}},{"kind":"Field","name":{"kind":"Name","value":"declinedAmount"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"inDoubt"}},{"kind":"Field","name":{"kind":"Name","value":"inDoubtAmount"}},{"kind":"Field","name":{"kind":"Name","value":"contradicted"}},{"kind":"Field","name":{"kind":"Name","value":"contradictedAmount"}},{"kind":"Field","name":{"kind":"Name","value":"open"}}]}}]}}]} as unknown as DocumentNode<ReconciliationQuery, ReconciliationQueryVariables>;
export const RefusedCallsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RefusedCalls"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RefusedCallFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refusedCalls"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"firstAt"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"terminalId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"address"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<RefusedCallsQuery, RefusedCallsQueryVariables>;
export const PurgeTransactionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PurgeTransactions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PurgeTransactionsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"purgeTransactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"before"}}]}}]}}]} as unknown as DocumentNode<PurgeTransactionsMutation, PurgeTransactionsMutationVariables>;
export const PurgeAuditLogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PurgeAuditLog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PurgeAuditLogInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"purgeAuditLog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleted"}}]}}]}}]} as unknown as DocumentNode<PurgeAuditLogMutation, PurgeAuditLogMutationVariables>;
export const BalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Balance"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BalanceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<BalanceMutation, BalanceMutationVariables>;
export const DeductDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Deduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeductInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<DeductMutation, DeductMutationVariables>;
export const TransactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Transact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}}]}}]} as unknown as DocumentNode<TransactMutation, TransactMutationVariables>;
export const AddEndpointDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddEndpoint"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddEndpointInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addEndpoint"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<AddEndpointMutation, AddEndpointMutationVariables>;
export const DisableEndpointDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DisableEndpoint"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DisableEndpointInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"disableEndpoint"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DisableEndpointMutation, DisableEndpointMutationVariables>;
export const EnableEndpointDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EnableEndpoint"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EnableEndpointInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"enableEndpoint"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EnableEndpointMutation, EnableEndpointMutationVariables>;
export const RotateEndpointSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateEndpointSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RotateEndpointSecretInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateEndpointSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RotateEndpointSecretMutation, RotateEndpointSecretMutationVariables>;
export const TestEndpointDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestEndpoint"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TestEndpointInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testEndpoint"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"delivery"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<TestEndpointMutation, TestEndpointMutationVariables>;
export const EndpointsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Endpoints"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"EndpointFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endpoints"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EndpointsQuery, EndpointsQueryVariables>;
export const EventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Events"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"EventFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventsQuery, EventsQueryVariables>;
export const EventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Event"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"event"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"cardId"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"recordedAt"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]} as unknown as DocumentNode<EventQuery, EventQueryVariables>;
export const DeliveriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Deliveries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DeliveryFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DeliveriesQuery, DeliveriesQueryVariables>;
export const DeliveryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Delivery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deliveryId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"delivery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"deliveryId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deliveryId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryFields"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"responseCode"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"responseExcerpt"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<DeliveryQuery, DeliveryQueryVariables>;
export const ResendDeliveryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResendDelivery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResendDeliveryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resendDelivery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"delivery"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DeliveryFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DeliveryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Delivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"endpointId"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<ResendDeliveryMutation, ResendDeliveryMutationVariables>;
export const ResendEventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResendEvent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResendEventInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resendEvent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<ResendEventMutation, ResendEventMutationVariables>;
export const ResendDeliveriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResendDeliveries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResendDeliveriesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resendDeliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<ResendDeliveriesMutation, ResendDeliveriesMutationVariables>;
export const EndpointDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Endpoint"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"endpointId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endpointId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EndpointFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EndpointFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Endpoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"programme"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"disabledAt"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"previousSecretUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<EndpointQuery, EndpointQueryVariables>;
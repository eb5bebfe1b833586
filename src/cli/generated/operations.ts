import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type InputMaybe<T> = T | null | undefined;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  DateTime: { input: string; output: string; }
  JSONObject: { input: Readonly<Record<string, unknown>>; output: Readonly<Record<string, unknown>>; }
  SafeInt: { input: number; output: number; }
  Total: { input: number | string; output: number | string; }
};

export type AddEndpointInput = {
  readonly programme: Scalars['String']['input'];
  readonly url: Scalars['String']['input'];
};

export type AddTerminalInput = {
  readonly allowedAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly checksumAlgorithm?: InputMaybe<ChecksumAlgorithm>;
  readonly clientCertificates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly password: Scalars['String']['input'];
  readonly programme: Scalars['String']['input'];
  readonly terminalId: Scalars['String']['input'];
};

export type AmountRangeInput = {
  readonly from?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly to?: InputMaybe<Scalars['SafeInt']['input']>;
};

export type ApprovalFilter = {
  readonly state?: InputMaybe<ApprovalState>;
};

export type ApprovalState =
  | 'approved'
  | 'bypassed'
  | 'expired'
  | 'pending'
  | 'rejected'
  | 'used';

export type ApproveRequestInput = {
  readonly id: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
};

export type AuditBreakKind =
  | 'added'
  | 'changed'
  | 'cut_off'
  | 'moved'
  | 'removed';

export type AuditFilter = {
  readonly action?: InputMaybe<Scalars['String']['input']>;
  readonly actor?: InputMaybe<Scalars['String']['input']>;
  readonly subject?: InputMaybe<Scalars['String']['input']>;
  readonly time?: InputMaybe<TimeRangeInput>;
};

export type AuditHeadInput = {
  readonly hash: Scalars['String']['input'];
  readonly position: Scalars['SafeInt']['input'];
};

export type AuditPlaceInput = {
  readonly hash?: InputMaybe<Scalars['String']['input']>;
  readonly position: Scalars['SafeInt']['input'];
};

export type BalanceInput = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly narrative: Scalars['String']['input'];
  readonly reference: Scalars['String']['input'];
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  readonly terminalId: Scalars['String']['input'];
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  readonly transactionDate: Scalars['String']['input'];
  readonly transactionId: Scalars['String']['input'];
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
};

export type BlockWalletInput = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly reference: Scalars['String']['input'];
};

export type BreakerState =
  | 'closed'
  | 'half_open'
  | 'open';

export type CardInput = {
  readonly blocked?: InputMaybe<Scalars['Boolean']['input']>;
  readonly cardId: Scalars['SafeInt']['input'];
  readonly default?: InputMaybe<Scalars['Boolean']['input']>;
  readonly trackingNumber?: InputMaybe<Scalars['String']['input']>;
};

export type Channel =
  | 'gateway'
  | 'graphql'
  | 'json'
  | 'xmlrpc';

export type ChecksumAlgorithm =
  | 'sha1'
  | 'sha256';

export type CreateKeyInput = {
  readonly clientCertificates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly documents?: InputMaybe<DocumentPolicy>;
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly keyId: Scalars['String']['input'];
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly role: Role;
  readonly terminalIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

export type DeductInput = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly narrative: Scalars['String']['input'];
  readonly reference: Scalars['String']['input'];
  readonly requestAmount: Scalars['SafeInt']['input'];
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  readonly terminalId: Scalars['String']['input'];
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  readonly transactionDate: Scalars['String']['input'];
  readonly transactionId: Scalars['String']['input'];
  readonly transactionType: Scalars['String']['input'];
};

export type DeliveryFailure =
  | 'address_refused'
  | 'answer_unreadable'
  | 'certificate_refused'
  | 'connection_failed'
  | 'gone'
  | 'http_status'
  | 'redirect'
  | 'timeout'
  | 'unresolved';

export type DeliveryFilter = {
  readonly endpointId?: InputMaybe<Scalars['ID']['input']>;
  readonly eventId?: InputMaybe<Scalars['ID']['input']>;
  readonly eventType?: InputMaybe<EventType>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly state?: InputMaybe<DeliveryState>;
  readonly time?: InputMaybe<TimeRangeInput>;
};

export type DeliveryState =
  | 'dead'
  | 'delivered'
  | 'pending';

export type Derivation =
  | 'append'
  | 'hmac'
  | 'none';

export type DigitizationFilter = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly state?: InputMaybe<DigitizationState>;
  readonly time?: InputMaybe<TimeRangeInput>;
  readonly tokenReference?: InputMaybe<Scalars['String']['input']>;
};

export type DigitizationState =
  | 'active'
  | 'deleted'
  | 'exception'
  | 'stopped';

export type DisableEndpointInput = {
  readonly endpointId: Scalars['ID']['input'];
};

export type DisableTerminalInput = {
  readonly terminalId: Scalars['String']['input'];
};

export type DocumentFilter = {
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

export type DocumentPolicy =
  | 'any'
  | 'persisted';

export type Effect =
  | 'advice'
  | 'money'
  | 'none'
  | 'state';

export type EnableEndpointInput = {
  readonly endpointId: Scalars['ID']['input'];
};

export type EnableTerminalInput = {
  readonly terminalId: Scalars['String']['input'];
};

export type EndpointDisabledReason =
  | 'failing'
  | 'gone'
  | 'operator';

export type EndpointFilter = {
  readonly disabled?: InputMaybe<Scalars['Boolean']['input']>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

export type ErrorCode =
  | 'APPROVAL_REQUIRED'
  | 'BAD_REQUEST'
  | 'DOWNSTREAM_INVALID'
  | 'DOWNSTREAM_REFUSED'
  | 'DOWNSTREAM_TIMEOUT'
  | 'FORBIDDEN'
  | 'IDEMPOTENCY_CONFLICT'
  | 'INTERNAL'
  | 'IN_DOUBT'
  | 'MALFORMED'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'UNAUTHENTICATED'
  | 'UNAVAILABLE'
  | 'UNKNOWN_METHOD'
  | 'UNSUPPORTED_MEDIA_TYPE';

export type EventFilter = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly eventId?: InputMaybe<Scalars['ID']['input']>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly time?: InputMaybe<TimeRangeInput>;
  readonly type?: InputMaybe<EventType>;
  readonly types?: InputMaybe<ReadonlyArray<EventType>>;
};

export type EventType =
  | 'digitization.complete'
  | 'digitization.deleted'
  | 'digitization.exception'
  | 'digitization.replaced'
  | 'digitization.resumed'
  | 'digitization.stopped'
  | 'endpoint.disabling'
  | 'endpoint.test'
  | 'transaction.contradicted'
  | 'transaction.in_doubt';

export type KeyFilter = {
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly role?: InputMaybe<Role>;
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

export type KlvEntryInput = {
  readonly key: Scalars['String']['input'];
  readonly value: Scalars['String']['input'];
};

export type MoveCardInput = {
  readonly cardId: Scalars['SafeInt']['input'];
  readonly reference: Scalars['String']['input'];
};

export type MoveWalletInput = {
  readonly programme: Scalars['String']['input'];
  readonly reference: Scalars['String']['input'];
};

export type OtpAlgorithm =
  | 'sha1'
  | 'sha256'
  | 'sha512';

export type Permission =
  | 'CALL_TRANSACTIONS'
  | 'DECIDE_APPROVALS'
  | 'ISSUE_SECRETS'
  | 'MANAGE_DOCUMENTS'
  | 'MANAGE_ENDPOINTS'
  | 'MANAGE_KEYS'
  | 'MANAGE_PROGRAMMES'
  | 'MANAGE_SHARED_KEYS'
  | 'MANAGE_STAFF_KEYS'
  | 'MANAGE_TERMINALS'
  | 'MANAGE_WALLETS'
  | 'MONITOR'
  | 'PURGE'
  | 'PUT_WALLETS'
  | 'READ_APPROVALS'
  | 'READ_AUDIT_LOG'
  | 'READ_DIRECTORY'
  | 'READ_EVENTS'
  | 'READ_FUNNEL'
  | 'READ_NODES'
  | 'READ_PROVISIONING'
  | 'READ_TRANSACTIONS'
  | 'READ_WALLETS'
  | 'REPORT_DIGITIZATIONS'
  | 'RESEND'
  | 'SETTLE'
  | 'SIGN_IN'
  | 'VERIFY_SECRETS';

export type ProgrammeFilter = {
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

export type ProvisioningAttemptFilter = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly state?: InputMaybe<ProvisioningAttemptState>;
  readonly time?: InputMaybe<TimeRangeInput>;
  readonly tokenReference?: InputMaybe<Scalars['String']['input']>;
};

export type ProvisioningAttemptState =
  | 'authorized'
  | 'declined'
  | 'digitized'
  | 'expired'
  | 'issued'
  | 'superseded'
  | 'verified';

export type PurgeAuditLogInput = {
  readonly before: Scalars['DateTime']['input'];
  readonly reason: Scalars['String']['input'];
};

export type PurgeTransactionsInput = {
  readonly before: Scalars['DateTime']['input'];
  readonly reason: Scalars['String']['input'];
};

export type PutProgrammeInput = {
  readonly algorithm?: InputMaybe<OtpAlgorithm>;
  readonly currency?: InputMaybe<Scalars['String']['input']>;
  readonly derivation?: InputMaybe<Derivation>;
  readonly digits?: InputMaybe<Scalars['Int']['input']>;
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly programme: Scalars['String']['input'];
  readonly stepSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly validitySeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly verifier?: InputMaybe<Verifier>;
};

export type PutWalletInput = {
  readonly blocked?: InputMaybe<Scalars['Boolean']['input']>;
  readonly cards?: InputMaybe<ReadonlyArray<CardInput>>;
  readonly customerId: Scalars['SafeInt']['input'];
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly reference: Scalars['String']['input'];
};

export type RefusedCallFilter = {
  readonly address?: InputMaybe<Scalars['String']['input']>;
  readonly channel?: InputMaybe<Channel>;
  readonly code?: InputMaybe<ErrorCode>;
  readonly keyId?: InputMaybe<Scalars['String']['input']>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  readonly time?: InputMaybe<TimeRangeInput>;
};

export type RegisterDocumentsInput = {
  readonly texts: ReadonlyArray<Scalars['String']['input']>;
};

export type RejectRequestInput = {
  readonly id: Scalars['ID']['input'];
  readonly reason?: InputMaybe<Scalars['String']['input']>;
};

export type RemoveDocumentInput = {
  readonly documentId: Scalars['ID']['input'];
};

export type ReplyReason =
  | 'advice_accepted'
  | 'invalid_answer'
  | 'made_good_by_operator'
  | 'original_not_processed'
  | 'refused'
  | 'reversed_by_gateway'
  | 'reversed_first'
  | 'settled_by_operator'
  | 'timeout';

export type ResendDeliveriesInput = {
  readonly endpointId?: InputMaybe<Scalars['ID']['input']>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly time?: InputMaybe<TimeRangeInput>;
  readonly undelivered?: InputMaybe<Scalars['Boolean']['input']>;
};

export type ResendDeliveryInput = {
  readonly deliveryId: Scalars['ID']['input'];
};

export type ResendEventInput = {
  readonly endpointId?: InputMaybe<Scalars['ID']['input']>;
  readonly eventId: Scalars['ID']['input'];
};

export type RevokeKeyInput = {
  readonly keyId: Scalars['String']['input'];
};

export type Role =
  | 'auditor'
  | 'client'
  | 'custodian'
  | 'integrator'
  | 'network'
  | 'operator'
  | 'settler';

export type RotateEndpointSecretInput = {
  readonly endpointId: Scalars['ID']['input'];
};

export type RotateTerminalPasswordInput = {
  readonly overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly password: Scalars['String']['input'];
  readonly terminalId: Scalars['String']['input'];
};

export type SandboxCallInput = {
  readonly methodName: SandboxMethod;
  readonly narrative: Scalars['String']['input'];
  readonly reference: Scalars['String']['input'];
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly terminalId: Scalars['String']['input'];
  readonly transactionData?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly transactionDate: Scalars['String']['input'];
  readonly transactionId: Scalars['String']['input'];
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
};

export type SandboxMethod =
  | 'BALANCE'
  | 'DEDUCT';

export type SendTransactionInput = {
  readonly requestId: Scalars['String']['input'];
};

export type SetKeyCertificatesInput = {
  readonly clientCertificates: ReadonlyArray<Scalars['String']['input']>;
  readonly keyId: Scalars['String']['input'];
};

export type SetKeyDocumentsInput = {
  readonly documents: DocumentPolicy;
  readonly keyId: Scalars['String']['input'];
};

export type SetKeyExpiryInput = {
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly keyId: Scalars['String']['input'];
};

export type SetSharedKeyStateInput = {
  readonly keyId: Scalars['String']['input'];
  readonly programme: Scalars['String']['input'];
  readonly state: SharedKeyState;
};

export type SetTerminalInput = {
  readonly allowedAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly checksumAlgorithm?: InputMaybe<ChecksumAlgorithm>;
  readonly clientCertificates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly terminalId: Scalars['String']['input'];
};

export type SettleTransactionInput = {
  readonly reason: Scalars['String']['input'];
  readonly requestId: Scalars['String']['input'];
  readonly resultCode: Scalars['SafeInt']['input'];
};

export type SharedKeyState =
  | 'active'
  | 'retired'
  | 'retiring';

export type StatsSpan =
  | 'DAYS_7'
  | 'HOURS_24'
  | 'MINUTES_15';

export type TerminalFilter = {
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

export type TestEndpointInput = {
  readonly endpointId: Scalars['ID']['input'];
};

export type TimeRangeInput = {
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  readonly to?: InputMaybe<Scalars['DateTime']['input']>;
};

export type TransactionDataInput = {
  readonly acquirerCountry?: InputMaybe<Scalars['String']['input']>;
  readonly acquiringInstitutionCode?: InputMaybe<Scalars['String']['input']>;
  readonly captureMode?: InputMaybe<Scalars['String']['input']>;
  readonly feeType?: InputMaybe<Scalars['String']['input']>;
  readonly fraudScoringData?: InputMaybe<Scalars['String']['input']>;
  readonly isRecurring?: InputMaybe<Scalars['String']['input']>;
  readonly lastFourDigitsPan?: InputMaybe<Scalars['String']['input']>;
  readonly markupType?: InputMaybe<Scalars['String']['input']>;
  readonly merchantCategoryCode?: InputMaybe<Scalars['String']['input']>;
  readonly merchantIdentifier?: InputMaybe<Scalars['String']['input']>;
  readonly network?: InputMaybe<Scalars['String']['input']>;
  readonly originalCurrencyCode?: InputMaybe<Scalars['String']['input']>;
  readonly originalTransactionAmount?: InputMaybe<Scalars['String']['input']>;
  readonly other?: InputMaybe<ReadonlyArray<KlvEntryInput>>;
  readonly retrievalReferenceNumber?: InputMaybe<Scalars['String']['input']>;
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  readonly traceId?: InputMaybe<Scalars['String']['input']>;
  readonly trackingNumber?: InputMaybe<Scalars['String']['input']>;
  readonly transactionFeeAmount?: InputMaybe<Scalars['String']['input']>;
};

export type TransactionFilter = {
  readonly amount?: InputMaybe<AmountRangeInput>;
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly channel?: InputMaybe<Channel>;
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly errorCode?: InputMaybe<ErrorCode>;
  readonly keyId?: InputMaybe<Scalars['String']['input']>;
  readonly method?: InputMaybe<Scalars['String']['input']>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly reference?: InputMaybe<Scalars['String']['input']>;
  readonly resultCode?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly state?: InputMaybe<TransactionState>;
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  readonly time?: InputMaybe<TimeRangeInput>;
  readonly transactionId?: InputMaybe<Scalars['String']['input']>;
};

export type TransactionInput = {
  readonly airportFeeAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly downPaymentAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly gracePeriod?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly installmentPaymentAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly installmentPaymentNumber?: InputMaybe<Scalars['String']['input']>;
  readonly installmentPaymentTotalAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly installmentPaymentType?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly messageData?: InputMaybe<TransactionDataInput>;
  readonly messageName?: InputMaybe<Scalars['String']['input']>;
  readonly methodName: Scalars['String']['input'];
  readonly narrative?: InputMaybe<Scalars['String']['input']>;
  readonly parameters?: InputMaybe<Scalars['JSONObject']['input']>;
  readonly pinBlock?: InputMaybe<Scalars['String']['input']>;
  readonly reference?: InputMaybe<Scalars['String']['input']>;
  readonly referenceDate?: InputMaybe<Scalars['String']['input']>;
  readonly referenceId?: InputMaybe<Scalars['String']['input']>;
  readonly requestAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly requestId?: InputMaybe<Scalars['String']['input']>;
  readonly stopReason?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly terminalId?: InputMaybe<Scalars['String']['input']>;
  readonly totalInstallments?: InputMaybe<Scalars['String']['input']>;
  readonly totalNumberOfInstallments?: InputMaybe<Scalars['String']['input']>;
  readonly transactionCurrencyCode?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly transactionData?: InputMaybe<TransactionDataInput>;
  readonly transactionDate?: InputMaybe<Scalars['String']['input']>;
  readonly transactionId?: InputMaybe<Scalars['String']['input']>;
  readonly transactionType?: InputMaybe<Scalars['String']['input']>;
  readonly typeOfCredit?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly voucherNumber?: InputMaybe<Scalars['String']['input']>;
};

export type TransactionState =
  | 'answered'
  | 'contradicted'
  | 'failed'
  | 'in_doubt'
  | 'pending'
  | 'queued'
  | 'refused'
  | 'unmatched';

export type UnblockWalletInput = {
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly reference: Scalars['String']['input'];
};

export type Verifier =
  | 'external'
  | 'gateway';

export type WalletFilter = {
  readonly blocked?: InputMaybe<Scalars['Boolean']['input']>;
  readonly cardId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly customerId?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly programme?: InputMaybe<Scalars['String']['input']>;
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

export type WalletProvider =
  | 'APPLE_PAY'
  | 'GOOGLE_PAY'
  | 'MERCHANT'
  | 'OTHER'
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
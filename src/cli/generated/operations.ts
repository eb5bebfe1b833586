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
  | 'MOVE_WALLETS'
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
  readonly state?: InputMaybe<TransactionState>;
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
  readonly cardId: Scalars['SafeInt']['input'];
  readonly checksum?: InputMaybe<Scalars['String']['input']>;
  readonly customerId: Scalars['SafeInt']['input'];
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
  first?: InputMaybe<Scalars['Int']['input']>;
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

export type ApprovalQueryVariables = Exact<{
  approvalId: Scalars['ID']['input'];
}>;


export type ApprovalQuery = { readonly node:
    | { readonly id: string, readonly state: ApprovalState }
    | Record<PropertyKey, never>
   | null };

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

/** Text of an operation, with the types of its result and variables. */
export type DocumentText<Result, Variables> = string & DocumentTypeDecoration<Result, Variables>;

export const AuditPageDocument = "query AuditPage($filter: AuditFilter, $first: Int, $after: String) {\n  auditLog(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        id\n        at\n        actor\n        action\n        subject\n        reason\n        before\n        after\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}" as DocumentText<AuditPageQuery, AuditPageQueryVariables>;
export const CardPageDocument = "query CardPage($cardId: SafeInt!) {\n  wallet(cardId: $cardId) {\n    ...WalletFields\n  }\n}\n\nfragment WalletFields on Wallet {\n  reference\n  programme\n  customerId\n  blocked\n  cards {\n    cardId\n    trackingNumber\n    default\n    blocked\n  }\n}" as DocumentText<CardPageQuery, CardPageQueryVariables>;
export const DigitizationsPageDocument = "query DigitizationsPage($filter: DigitizationFilter, $first: Int, $after: String) {\n  digitizations(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...DigitizationLine\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment DigitizationLine on Digitization {\n  id\n  state\n  programme\n  cardId\n  customerId\n  tokenReference\n  wallet\n  panLastFour\n  attemptId\n  lastEvent\n  lastEventId\n  reasonCode\n  reportedAt\n  changedAt\n}" as DocumentText<DigitizationsPageQuery, DigitizationsPageQueryVariables>;
export const ProgrammesPageDocument = "query ProgrammesPage($filter: ProgrammeFilter, $first: Int, $after: String) {\n  programmes(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...ProgrammeFields\n        sharedKeys {\n          ...SharedKeyFields\n        }\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment ProgrammeFields on Programme {\n  programme\n  name\n  currency\n  digits\n  algorithm\n  derivation\n  stepSeconds\n  validitySeconds\n  verifier\n}\n\nfragment SharedKeyFields on SharedKey {\n  keyId\n  state\n  createdAt\n  changedAt\n}" as DocumentText<ProgrammesPageQuery, ProgrammesPageQueryVariables>;
export const EventPageDocument = "query EventPage($eventId: ID!, $filter: DeliveryFilter, $first: Int) {\n  event(eventId: $eventId) {\n    ...EventFields\n  }\n  deliveries(filter: $filter, first: $first) {\n    edges {\n      node {\n        ...DeliveryFields\n      }\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n}\n\nfragment EventFields on Event {\n  id\n  type\n  programme\n  cardId\n  occurredAt\n  recordedAt\n  data\n}\n\nfragment DeliveryFields on Delivery {\n  id\n  eventId\n  eventType\n  endpointId\n  programme\n  state\n  attemptCount\n  nextAttemptAt\n  createdAt\n}" as DocumentText<EventPageQuery, EventPageQueryVariables>;
export const LiveTransactionsDocument = "subscription LiveTransactions($terminalId: String) {\n  transactionSaved(terminalId: $terminalId) {\n    ...TransactionRow\n  }\n}\n\nfragment MoneyFields on Money {\n  minorUnits\n  currency\n}\n\nfragment TransactionRow on Transaction {\n  requestId\n  state\n  methodName\n  terminalId\n  reference\n  programme\n  customerId\n  cardId\n  requestAmount\n  requestMoney {\n    ...MoneyFields\n  }\n  originalTransactionAmount\n  originalCurrencyCode\n  resultCode\n  errorCode\n  receivedAt\n  answeredAt\n}" as DocumentText<LiveTransactionsSubscription, LiveTransactionsSubscriptionVariables>;
export const ProgrammePageDocument = "query ProgrammePage($programme: String!) {\n  programme(programme: $programme) {\n    ...ProgrammeFields\n    sharedKeys {\n      ...SharedKeyFields\n    }\n  }\n}\n\nfragment ProgrammeFields on Programme {\n  programme\n  name\n  currency\n  digits\n  algorithm\n  derivation\n  stepSeconds\n  validitySeconds\n  verifier\n}\n\nfragment SharedKeyFields on SharedKey {\n  keyId\n  state\n  createdAt\n  changedAt\n}" as DocumentText<ProgrammePageQuery, ProgrammePageQueryVariables>;
export const ProvisioningPageDocument = "query ProvisioningPage($filter: ProvisioningAttemptFilter, $first: Int, $after: String) {\n  provisioningAttempts(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...AttemptLine\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment AttemptLine on ProvisioningAttempt {\n  id\n  state\n  programme\n  cardId\n  customerId\n  keyId\n  issuedAt\n  verifiedAt\n  authorizedAt\n  digitizedAt\n  tokenReference\n  walletId\n}" as DocumentText<ProvisioningPageQuery, ProvisioningPageQueryVariables>;
export const ProvisioningFunnelDocument = "query ProvisioningFunnel($filter: ProvisioningAttemptFilter) {\n  provisioningFunnel(filter: $filter) {\n    issued\n    verified\n    authorized\n    digitized\n    expired\n    superseded\n    declined\n  }\n}" as DocumentText<ProvisioningFunnelQuery, ProvisioningFunnelQueryVariables>;
export const AttemptPageDocument = "query AttemptPage($attemptId: ID!) {\n  provisioningAttempt(attemptId: $attemptId) {\n    ...AttemptLine\n    expiresAt\n    wrongCodes\n    driftSteps\n    history {\n      at\n      actor\n      from\n      to\n      reason\n    }\n  }\n}\n\nfragment AttemptLine on ProvisioningAttempt {\n  id\n  state\n  programme\n  cardId\n  customerId\n  keyId\n  issuedAt\n  verifiedAt\n  authorizedAt\n  digitizedAt\n  tokenReference\n  walletId\n}" as DocumentText<AttemptPageQuery, AttemptPageQueryVariables>;
export const TransactionsPageDocument = "query TransactionsPage($filter: TransactionFilter, $first: Int, $after: String) {\n  transactions(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...TransactionRow\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment MoneyFields on Money {\n  minorUnits\n  currency\n}\n\nfragment TransactionRow on Transaction {\n  requestId\n  state\n  methodName\n  terminalId\n  reference\n  programme\n  customerId\n  cardId\n  requestAmount\n  requestMoney {\n    ...MoneyFields\n  }\n  originalTransactionAmount\n  originalCurrencyCode\n  resultCode\n  errorCode\n  receivedAt\n  answeredAt\n}" as DocumentText<TransactionsPageQuery, TransactionsPageQueryVariables>;
export const TransactionPageDocument = "query TransactionPage($requestId: String!) {\n  transaction(requestId: $requestId) {\n    ...TransactionRow\n    default\n    repliedResultCode\n    replyReason\n    effect\n    channel\n    keyId\n    transactionId\n    transactionDate\n    referenceId\n    referenceDate\n    route\n    attempt\n    request\n    answer\n    rawAnswer\n    httpStatus\n    failure\n    originalRequestId\n    claimedAt\n    sentAt\n    settledAt\n    nextAttemptAt\n    klv {\n      key\n      name\n      title\n      value\n    }\n    linked {\n      ...TransactionRow\n    }\n  }\n}\n\nfragment MoneyFields on Money {\n  minorUnits\n  currency\n}\n\nfragment TransactionRow on Transaction {\n  requestId\n  state\n  methodName\n  terminalId\n  reference\n  programme\n  customerId\n  cardId\n  requestAmount\n  requestMoney {\n    ...MoneyFields\n  }\n  originalTransactionAmount\n  originalCurrencyCode\n  resultCode\n  errorCode\n  receivedAt\n  answeredAt\n}" as DocumentText<TransactionPageQuery, TransactionPageQueryVariables>;
export const TransactionEventsDocument = "query TransactionEvents($inDoubt: EventFilter, $contradicted: EventFilter) {\n  inDoubt: events(filter: $inDoubt, first: 100) {\n    edges {\n      node {\n        ...EventFields\n      }\n    }\n  }\n  contradicted: events(filter: $contradicted, first: 100) {\n    edges {\n      node {\n        ...EventFields\n      }\n    }\n  }\n}\n\nfragment EventFields on Event {\n  id\n  type\n  programme\n  cardId\n  occurredAt\n  recordedAt\n  data\n}" as DocumentText<TransactionEventsQuery, TransactionEventsQueryVariables>;
export const OperatorSessionDocument = "query OperatorSession {\n  operatorSession {\n    keyId\n    role\n    permissions\n    version\n    sandbox\n  }\n}" as DocumentText<OperatorSessionQuery, OperatorSessionQueryVariables>;
export const StatsDocument = "query Stats($span: StatsSpan) {\n  stats(span: $span) {\n    at\n    bucketSeconds\n    count\n    approved\n    declined\n    refused\n    inDoubt\n    contradicted\n    open\n    perSecond\n    latencyP50Ms\n    latencyP99Ms\n    openNow {\n      pending\n      inDoubt\n      queued\n      unmatched\n      contradicted\n    }\n    routes {\n      route\n      breaker\n      concurrent\n      queued\n      late\n      clockDriftMs\n    }\n    buckets {\n      from\n      count\n      approved\n      declined\n      refused\n      inDoubt\n      contradicted\n      open\n      latencyP50Ms\n      latencyP99Ms\n    }\n  }\n}" as DocumentText<StatsQuery, StatsQueryVariables>;
export const ConsoleSearchDocument = "query ConsoleSearch($text: String!, $first: Int!) {\n  search(text: $text, first: $first) {\n    __typename\n    id\n    ... on Transaction {\n      requestId\n      methodName\n      transactionState: state\n      requestMoney {\n        minorUnits\n        currency\n      }\n    }\n    ... on Wallet {\n      reference\n      walletCustomerId: customerId\n      cards {\n        cardId\n      }\n    }\n    ... on Terminal {\n      terminalId\n    }\n    ... on ApiKey {\n      keyId\n      role\n    }\n    ... on Programme {\n      programme\n      name\n    }\n    ... on Event {\n      eventType: type\n    }\n    ... on Delivery {\n      eventId\n      deliveryState: state\n    }\n    ... on Endpoint {\n      url\n    }\n    ... on ProvisioningAttempt {\n      attemptId\n      attemptState: state\n      attemptCardId: cardId\n    }\n    ... on Digitization {\n      tokenReference\n      digitizationState: state\n      digitizationCardId: cardId\n    }\n  }\n}" as DocumentText<ConsoleSearchQuery, ConsoleSearchQueryVariables>;
export const AttemptsOfCardDocument = "query AttemptsOfCard($cardId: SafeInt!) {\n  provisioningAttempts(filter: {cardId: $cardId}, first: 1) {\n    edges {\n      node {\n        attemptId\n        state\n        tokenReference\n        walletId\n        history {\n          at\n          actor\n          from\n          to\n          reason\n        }\n      }\n    }\n  }\n}" as DocumentText<AttemptsOfCardQuery, AttemptsOfCardQueryVariables>;
export const ProgrammesDocument = "query Programmes($filter: ProgrammeFilter) {\n  programmes(filter: $filter) {\n    edges {\n      node {\n        ...ProgrammeFields\n        sharedKeys {\n          ...SharedKeyFields\n        }\n      }\n    }\n  }\n}\n\nfragment ProgrammeFields on Programme {\n  programme\n  name\n  currency\n  digits\n  algorithm\n  derivation\n  stepSeconds\n  validitySeconds\n  verifier\n}\n\nfragment SharedKeyFields on SharedKey {\n  keyId\n  state\n  createdAt\n  changedAt\n}" as DocumentText<ProgrammesQuery, ProgrammesQueryVariables>;
export const PutProgrammeDocument = "mutation PutProgramme($input: PutProgrammeInput!) {\n  putProgramme(input: $input) {\n    programme {\n      ...ProgrammeFields\n    }\n  }\n}\n\nfragment ProgrammeFields on Programme {\n  programme\n  name\n  currency\n  digits\n  algorithm\n  derivation\n  stepSeconds\n  validitySeconds\n  verifier\n}" as DocumentText<PutProgrammeMutation, PutProgrammeMutationVariables>;
export const SetSharedKeyStateDocument = "mutation SetSharedKeyState($input: SetSharedKeyStateInput!) {\n  setSharedKeyState(input: $input) {\n    sharedKey {\n      ...SharedKeyFields\n    }\n  }\n}\n\nfragment SharedKeyFields on SharedKey {\n  keyId\n  state\n  createdAt\n  changedAt\n}" as DocumentText<SetSharedKeyStateMutation, SetSharedKeyStateMutationVariables>;
export const TerminalsDocument = "query Terminals($filter: TerminalFilter, $first: Int, $after: String) {\n  terminals(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...TerminalFields\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment TerminalFields on Terminal {\n  terminalId\n  programme\n  enabled\n  checksumAlgorithm\n  allowedAddresses\n  clientCertificates\n  previousPasswordUntil\n  createdAt\n}" as DocumentText<TerminalsQuery, TerminalsQueryVariables>;
export const TerminalDocument = "query Terminal($terminalId: String!) {\n  terminal(terminalId: $terminalId) {\n    ...TerminalFields\n  }\n}\n\nfragment TerminalFields on Terminal {\n  terminalId\n  programme\n  enabled\n  checksumAlgorithm\n  allowedAddresses\n  clientCertificates\n  previousPasswordUntil\n  createdAt\n}" as DocumentText<TerminalQuery, TerminalQueryVariables>;
export const AddTerminalDocument = "mutation AddTerminal($input: AddTerminalInput!) {\n  addTerminal(input: $input) {\n    terminal {\n      ...TerminalFields\n    }\n  }\n}\n\nfragment TerminalFields on Terminal {\n  terminalId\n  programme\n  enabled\n  checksumAlgorithm\n  allowedAddresses\n  clientCertificates\n  previousPasswordUntil\n  createdAt\n}" as DocumentText<AddTerminalMutation, AddTerminalMutationVariables>;
export const SetTerminalDocument = "mutation SetTerminal($input: SetTerminalInput!) {\n  setTerminal(input: $input) {\n    terminal {\n      ...TerminalFields\n    }\n  }\n}\n\nfragment TerminalFields on Terminal {\n  terminalId\n  programme\n  enabled\n  checksumAlgorithm\n  allowedAddresses\n  clientCertificates\n  previousPasswordUntil\n  createdAt\n}" as DocumentText<SetTerminalMutation, SetTerminalMutationVariables>;
export const RotateTerminalPasswordDocument = "mutation RotateTerminalPassword($input: RotateTerminalPasswordInput!) {\n  rotateTerminalPassword(input: $input) {\n    terminal {\n      ...TerminalFields\n    }\n  }\n}\n\nfragment TerminalFields on Terminal {\n  terminalId\n  programme\n  enabled\n  checksumAlgorithm\n  allowedAddresses\n  clientCertificates\n  previousPasswordUntil\n  createdAt\n}" as DocumentText<RotateTerminalPasswordMutation, RotateTerminalPasswordMutationVariables>;
export const DisableTerminalDocument = "mutation DisableTerminal($input: DisableTerminalInput!) {\n  disableTerminal(input: $input) {\n    terminal {\n      ...TerminalFields\n    }\n  }\n}\n\nfragment TerminalFields on Terminal {\n  terminalId\n  programme\n  enabled\n  checksumAlgorithm\n  allowedAddresses\n  clientCertificates\n  previousPasswordUntil\n  createdAt\n}" as DocumentText<DisableTerminalMutation, DisableTerminalMutationVariables>;
export const EnableTerminalDocument = "mutation EnableTerminal($input: EnableTerminalInput!) {\n  enableTerminal(input: $input) {\n    terminal {\n      ...TerminalFields\n    }\n  }\n}\n\nfragment TerminalFields on Terminal {\n  terminalId\n  programme\n  enabled\n  checksumAlgorithm\n  allowedAddresses\n  clientCertificates\n  previousPasswordUntil\n  createdAt\n}" as DocumentText<EnableTerminalMutation, EnableTerminalMutationVariables>;
export const WalletsDocument = "query Wallets($filter: WalletFilter, $first: Int, $after: String) {\n  wallets(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...WalletFields\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment WalletFields on Wallet {\n  reference\n  programme\n  customerId\n  blocked\n  cards {\n    cardId\n    trackingNumber\n    default\n    blocked\n  }\n}" as DocumentText<WalletsQuery, WalletsQueryVariables>;
export const WalletDocument = "query Wallet($reference: String!) {\n  wallet(reference: $reference) {\n    ...WalletFields\n  }\n}\n\nfragment WalletFields on Wallet {\n  reference\n  programme\n  customerId\n  blocked\n  cards {\n    cardId\n    trackingNumber\n    default\n    blocked\n  }\n}" as DocumentText<WalletQuery, WalletQueryVariables>;
export const PutWalletDocument = "mutation PutWallet($input: PutWalletInput!) {\n  putWallet(input: $input) {\n    wallet {\n      ...WalletFields\n    }\n  }\n}\n\nfragment WalletFields on Wallet {\n  reference\n  programme\n  customerId\n  blocked\n  cards {\n    cardId\n    trackingNumber\n    default\n    blocked\n  }\n}" as DocumentText<PutWalletMutation, PutWalletMutationVariables>;
export const BlockWalletDocument = "mutation BlockWallet($input: BlockWalletInput!) {\n  blockWallet(input: $input) {\n    wallet {\n      ...WalletFields\n    }\n  }\n}\n\nfragment WalletFields on Wallet {\n  reference\n  programme\n  customerId\n  blocked\n  cards {\n    cardId\n    trackingNumber\n    default\n    blocked\n  }\n}" as DocumentText<BlockWalletMutation, BlockWalletMutationVariables>;
export const UnblockWalletDocument = "mutation UnblockWallet($input: UnblockWalletInput!) {\n  unblockWallet(input: $input) {\n    wallet {\n      ...WalletFields\n    }\n  }\n}\n\nfragment WalletFields on Wallet {\n  reference\n  programme\n  customerId\n  blocked\n  cards {\n    cardId\n    trackingNumber\n    default\n    blocked\n  }\n}" as DocumentText<UnblockWalletMutation, UnblockWalletMutationVariables>;
export const MoveWalletDocument = "mutation MoveWallet($input: MoveWalletInput!) {\n  moveWallet(input: $input) {\n    wallet {\n      ...WalletFields\n    }\n  }\n}\n\nfragment WalletFields on Wallet {\n  reference\n  programme\n  customerId\n  blocked\n  cards {\n    cardId\n    trackingNumber\n    default\n    blocked\n  }\n}" as DocumentText<MoveWalletMutation, MoveWalletMutationVariables>;
export const MoveCardDocument = "mutation MoveCard($input: MoveCardInput!) {\n  moveCard(input: $input) {\n    wallet {\n      ...WalletFields\n    }\n  }\n}\n\nfragment WalletFields on Wallet {\n  reference\n  programme\n  customerId\n  blocked\n  cards {\n    cardId\n    trackingNumber\n    default\n    blocked\n  }\n}" as DocumentText<MoveCardMutation, MoveCardMutationVariables>;
export const ApprovalsDocument = "query Approvals($filter: ApprovalFilter, $first: Int, $after: String) {\n  approvals(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...ApprovalFields\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment ApprovalFields on Approval {\n  id\n  state\n  field\n  arguments\n  permission\n  askedBy\n  askedAt\n  expiresAt\n  decidedBy\n  decidedAt\n  reason\n  usedAt\n}" as DocumentText<ApprovalsQuery, ApprovalsQueryVariables>;
export const ApprovalDocument = "query Approval($approvalId: ID!) {\n  node(id: $approvalId) {\n    ... on Approval {\n      id\n      state\n    }\n  }\n}" as DocumentText<ApprovalQuery, ApprovalQueryVariables>;
export const ApproveRequestDocument = "mutation ApproveRequest($input: ApproveRequestInput!) {\n  approveRequest(input: $input) {\n    approval {\n      ...ApprovalFields\n    }\n  }\n}\n\nfragment ApprovalFields on Approval {\n  id\n  state\n  field\n  arguments\n  permission\n  askedBy\n  askedAt\n  expiresAt\n  decidedBy\n  decidedAt\n  reason\n  usedAt\n}" as DocumentText<ApproveRequestMutation, ApproveRequestMutationVariables>;
export const RejectRequestDocument = "mutation RejectRequest($input: RejectRequestInput!) {\n  rejectRequest(input: $input) {\n    approval {\n      ...ApprovalFields\n    }\n  }\n}\n\nfragment ApprovalFields on Approval {\n  id\n  state\n  field\n  arguments\n  permission\n  askedBy\n  askedAt\n  expiresAt\n  decidedBy\n  decidedAt\n  reason\n  usedAt\n}" as DocumentText<RejectRequestMutation, RejectRequestMutationVariables>;
export const KeysDocument = "query Keys($filter: KeyFilter, $first: Int, $after: String) {\n  keys(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...KeyFields\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment KeyFields on ApiKey {\n  keyId\n  role\n  programme\n  terminalIds\n  createdAt\n  expiresAt\n  lastUsedAt\n  revoked\n  documents\n  clientCertificates\n}" as DocumentText<KeysQuery, KeysQueryVariables>;
export const KeyDocument = "query Key($keyId: String!) {\n  key(keyId: $keyId) {\n    ...KeyFields\n  }\n}\n\nfragment KeyFields on ApiKey {\n  keyId\n  role\n  programme\n  terminalIds\n  createdAt\n  expiresAt\n  lastUsedAt\n  revoked\n  documents\n  clientCertificates\n}" as DocumentText<KeyQuery, KeyQueryVariables>;
export const CreateKeyDocument = "mutation CreateKey($input: CreateKeyInput!) {\n  createKey(input: $input) {\n    key {\n      ...KeyFields\n    }\n    secret\n  }\n}\n\nfragment KeyFields on ApiKey {\n  keyId\n  role\n  programme\n  terminalIds\n  createdAt\n  expiresAt\n  lastUsedAt\n  revoked\n  documents\n  clientCertificates\n}" as DocumentText<CreateKeyMutation, CreateKeyMutationVariables>;
export const SetKeyExpiryDocument = "mutation SetKeyExpiry($input: SetKeyExpiryInput!) {\n  setKeyExpiry(input: $input) {\n    key {\n      ...KeyFields\n    }\n  }\n}\n\nfragment KeyFields on ApiKey {\n  keyId\n  role\n  programme\n  terminalIds\n  createdAt\n  expiresAt\n  lastUsedAt\n  revoked\n  documents\n  clientCertificates\n}" as DocumentText<SetKeyExpiryMutation, SetKeyExpiryMutationVariables>;
export const SetKeyCertificatesDocument = "mutation SetKeyCertificates($input: SetKeyCertificatesInput!) {\n  setKeyCertificates(input: $input) {\n    key {\n      ...KeyFields\n    }\n  }\n}\n\nfragment KeyFields on ApiKey {\n  keyId\n  role\n  programme\n  terminalIds\n  createdAt\n  expiresAt\n  lastUsedAt\n  revoked\n  documents\n  clientCertificates\n}" as DocumentText<SetKeyCertificatesMutation, SetKeyCertificatesMutationVariables>;
export const SetKeyDocumentsDocument = "mutation SetKeyDocuments($input: SetKeyDocumentsInput!) {\n  setKeyDocuments(input: $input) {\n    key {\n      ...KeyFields\n    }\n  }\n}\n\nfragment KeyFields on ApiKey {\n  keyId\n  role\n  programme\n  terminalIds\n  createdAt\n  expiresAt\n  lastUsedAt\n  revoked\n  documents\n  clientCertificates\n}" as DocumentText<SetKeyDocumentsMutation, SetKeyDocumentsMutationVariables>;
export const DocumentsDocument = "query Documents($filter: DocumentFilter, $first: Int, $after: String) {\n  documents(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...DocumentFields\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment DocumentFields on PersistedDocument {\n  documentId\n  text\n  createdAt\n}" as DocumentText<DocumentsQuery, DocumentsQueryVariables>;
export const RegisterDocumentsDocument = "mutation RegisterDocuments($input: RegisterDocumentsInput!) {\n  registerDocuments(input: $input) {\n    documents {\n      ...DocumentFields\n    }\n  }\n}\n\nfragment DocumentFields on PersistedDocument {\n  documentId\n  text\n  createdAt\n}" as DocumentText<RegisterDocumentsMutation, RegisterDocumentsMutationVariables>;
export const RemoveDocumentDocument = "mutation RemoveDocument($input: RemoveDocumentInput!) {\n  removeDocument(input: $input) {\n    document {\n      ...DocumentFields\n    }\n  }\n}\n\nfragment DocumentFields on PersistedDocument {\n  documentId\n  text\n  createdAt\n}" as DocumentText<RemoveDocumentMutation, RemoveDocumentMutationVariables>;
export const RevokeKeyDocument = "mutation RevokeKey($input: RevokeKeyInput!) {\n  revokeKey(input: $input) {\n    key {\n      ...KeyFields\n    }\n  }\n}\n\nfragment KeyFields on ApiKey {\n  keyId\n  role\n  programme\n  terminalIds\n  createdAt\n  expiresAt\n  lastUsedAt\n  revoked\n  documents\n  clientCertificates\n}" as DocumentText<RevokeKeyMutation, RevokeKeyMutationVariables>;
export const AuditLogDocument = "query AuditLog($filter: AuditFilter, $first: Int, $after: String) {\n  auditLog(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        at\n        actor\n        action\n        subject\n        reason\n        before\n        after\n        position\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}" as DocumentText<AuditLogQuery, AuditLogQueryVariables>;
export const AuditHeadDocument = "query AuditHead {\n  auditHead {\n    position\n    hash\n    at\n    publicKey\n    signature\n  }\n}" as DocumentText<AuditHeadQuery, AuditHeadQueryVariables>;
export const VerifyAuditDocument = "query VerifyAudit($after: AuditPlaceInput, $heads: [AuditHeadInput!]!) {\n  verifyAudit(after: $after, heads: $heads) {\n    checked\n    position\n    hash\n    isEnd\n    pending\n    broken {\n      kind\n      position\n      entryId\n      message\n    }\n  }\n}" as DocumentText<VerifyAuditQuery, VerifyAuditQueryVariables>;
export const TransactionsDocument = "query Transactions($filter: TransactionFilter, $first: Int, $after: String) {\n  transactions(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...TransactionLine\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment TransactionLine on Transaction {\n  requestId\n  state\n  methodName\n  terminalId\n  reference\n  cardId\n  requestAmount\n  requestMoney {\n    text\n    currency\n  }\n  resultCode\n  replyReason\n  errorCode\n  repliedResultCode\n  receivedAt\n}" as DocumentText<TransactionsQuery, TransactionsQueryVariables>;
export const TransactionInFullDocument = "query TransactionInFull($requestId: String!) {\n  transaction(requestId: $requestId) {\n    ...TransactionLine\n    default\n    answer\n    route\n    channel\n    attempt\n    claimedAt\n    sentAt\n    httpStatus\n    failure\n    rawAnswer\n    answeredAt\n    settledAt\n    nextAttemptAt\n    originalRequestId\n    linked {\n      ...TransactionLine\n    }\n  }\n}\n\nfragment TransactionLine on Transaction {\n  requestId\n  state\n  methodName\n  terminalId\n  reference\n  cardId\n  requestAmount\n  requestMoney {\n    text\n    currency\n  }\n  resultCode\n  replyReason\n  errorCode\n  repliedResultCode\n  receivedAt\n}" as DocumentText<TransactionInFullQuery, TransactionInFullQueryVariables>;
export const SettleTransactionDocument = "mutation SettleTransaction($input: SettleTransactionInput!) {\n  settleTransaction(input: $input) {\n    transaction {\n      ...TransactionLine\n    }\n  }\n}\n\nfragment TransactionLine on Transaction {\n  requestId\n  state\n  methodName\n  terminalId\n  reference\n  cardId\n  requestAmount\n  requestMoney {\n    text\n    currency\n  }\n  resultCode\n  replyReason\n  errorCode\n  repliedResultCode\n  receivedAt\n}" as DocumentText<SettleTransactionMutation, SettleTransactionMutationVariables>;
export const SendTransactionDocument = "mutation SendTransaction($input: SendTransactionInput!) {\n  sendTransaction(input: $input) {\n    transaction {\n      ...TransactionLine\n    }\n  }\n}\n\nfragment TransactionLine on Transaction {\n  requestId\n  state\n  methodName\n  terminalId\n  reference\n  cardId\n  requestAmount\n  requestMoney {\n    text\n    currency\n  }\n  resultCode\n  replyReason\n  errorCode\n  repliedResultCode\n  receivedAt\n}" as DocumentText<SendTransactionMutation, SendTransactionMutationVariables>;
export const ReconciliationDocument = "query Reconciliation($day: String!) {\n  reconciliation(day: $day) {\n    programme\n    terminalId\n    route\n    methodName\n    currency\n    count\n    amount\n    approved\n    approvedAmount\n    declined\n    declinedAmount\n    refused\n    inDoubt\n    inDoubtAmount\n    contradicted\n    contradictedAmount\n    open\n  }\n}" as DocumentText<ReconciliationQuery, ReconciliationQueryVariables>;
export const RefusedCallsDocument = "query RefusedCalls($filter: RefusedCallFilter, $first: Int, $after: String) {\n  refusedCalls(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        id\n        at\n        firstAt\n        count\n        channel\n        code\n        field\n        reason\n        terminalId\n        programme\n        keyId\n        address\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}" as DocumentText<RefusedCallsQuery, RefusedCallsQueryVariables>;
export const PurgeTransactionsDocument = "mutation PurgeTransactions($input: PurgeTransactionsInput!) {\n  purgeTransactions(input: $input) {\n    before\n  }\n}" as DocumentText<PurgeTransactionsMutation, PurgeTransactionsMutationVariables>;
export const PurgeAuditLogDocument = "mutation PurgeAuditLog($input: PurgeAuditLogInput!) {\n  purgeAuditLog(input: $input) {\n    deleted\n  }\n}" as DocumentText<PurgeAuditLogMutation, PurgeAuditLogMutationVariables>;
export const TransactDocument = "mutation Transact($input: TransactionInput!) {\n  transact(input: $input) {\n    ...Outcome\n  }\n}\n\nfragment Outcome on TransactionResult {\n  status\n  message\n  customerId\n  requestId\n  replayed\n  response {\n    fields\n  }\n}" as DocumentText<TransactMutation, TransactMutationVariables>;
export const AddEndpointDocument = "mutation AddEndpoint($input: AddEndpointInput!) {\n  addEndpoint(input: $input) {\n    endpoint {\n      ...EndpointFields\n    }\n    secret\n  }\n}\n\nfragment EndpointFields on Endpoint {\n  id\n  programme\n  url\n  enabled\n  disabledReason\n  disabledAt\n  failingSince\n  previousSecretUntil\n  createdAt\n}" as DocumentText<AddEndpointMutation, AddEndpointMutationVariables>;
export const DisableEndpointDocument = "mutation DisableEndpoint($input: DisableEndpointInput!) {\n  disableEndpoint(input: $input) {\n    endpoint {\n      ...EndpointFields\n    }\n  }\n}\n\nfragment EndpointFields on Endpoint {\n  id\n  programme\n  url\n  enabled\n  disabledReason\n  disabledAt\n  failingSince\n  previousSecretUntil\n  createdAt\n}" as DocumentText<DisableEndpointMutation, DisableEndpointMutationVariables>;
export const EnableEndpointDocument = "mutation EnableEndpoint($input: EnableEndpointInput!) {\n  enableEndpoint(input: $input) {\n    endpoint {\n      ...EndpointFields\n    }\n  }\n}\n\nfragment EndpointFields on Endpoint {\n  id\n  programme\n  url\n  enabled\n  disabledReason\n  disabledAt\n  failingSince\n  previousSecretUntil\n  createdAt\n}" as DocumentText<EnableEndpointMutation, EnableEndpointMutationVariables>;
export const RotateEndpointSecretDocument = "mutation RotateEndpointSecret($input: RotateEndpointSecretInput!) {\n  rotateEndpointSecret(input: $input) {\n    endpoint {\n      ...EndpointFields\n    }\n    secret\n  }\n}\n\nfragment EndpointFields on Endpoint {\n  id\n  programme\n  url\n  enabled\n  disabledReason\n  disabledAt\n  failingSince\n  previousSecretUntil\n  createdAt\n}" as DocumentText<RotateEndpointSecretMutation, RotateEndpointSecretMutationVariables>;
export const TestEndpointDocument = "mutation TestEndpoint($input: TestEndpointInput!) {\n  testEndpoint(input: $input) {\n    delivery {\n      ...DeliveryFields\n    }\n  }\n}\n\nfragment DeliveryFields on Delivery {\n  id\n  eventId\n  eventType\n  endpointId\n  programme\n  state\n  attemptCount\n  nextAttemptAt\n  createdAt\n}" as DocumentText<TestEndpointMutation, TestEndpointMutationVariables>;
export const EndpointsDocument = "query Endpoints($filter: EndpointFilter, $first: Int, $after: String) {\n  endpoints(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...EndpointFields\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment EndpointFields on Endpoint {\n  id\n  programme\n  url\n  enabled\n  disabledReason\n  disabledAt\n  failingSince\n  previousSecretUntil\n  createdAt\n}" as DocumentText<EndpointsQuery, EndpointsQueryVariables>;
export const EventsDocument = "query Events($filter: EventFilter, $first: Int, $after: String) {\n  events(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...EventFields\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment EventFields on Event {\n  id\n  type\n  programme\n  cardId\n  occurredAt\n  recordedAt\n  data\n}" as DocumentText<EventsQuery, EventsQueryVariables>;
export const EventDocument = "query Event($eventId: ID!) {\n  event(eventId: $eventId) {\n    ...EventFields\n  }\n}\n\nfragment EventFields on Event {\n  id\n  type\n  programme\n  cardId\n  occurredAt\n  recordedAt\n  data\n}" as DocumentText<EventQuery, EventQueryVariables>;
export const DeliveriesDocument = "query Deliveries($filter: DeliveryFilter, $first: Int, $after: String) {\n  deliveries(filter: $filter, first: $first, after: $after) {\n    edges {\n      node {\n        ...DeliveryFields\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n\nfragment DeliveryFields on Delivery {\n  id\n  eventId\n  eventType\n  endpointId\n  programme\n  state\n  attemptCount\n  nextAttemptAt\n  createdAt\n}" as DocumentText<DeliveriesQuery, DeliveriesQueryVariables>;
export const DeliveryDocument = "query Delivery($deliveryId: ID!) {\n  delivery(deliveryId: $deliveryId) {\n    ...DeliveryFields\n    attempts {\n      startedAt\n      durationMs\n      responseCode\n      failure\n      responseExcerpt\n    }\n  }\n}\n\nfragment DeliveryFields on Delivery {\n  id\n  eventId\n  eventType\n  endpointId\n  programme\n  state\n  attemptCount\n  nextAttemptAt\n  createdAt\n}" as DocumentText<DeliveryQuery, DeliveryQueryVariables>;
export const ResendDeliveryDocument = "mutation ResendDelivery($input: ResendDeliveryInput!) {\n  resendDelivery(input: $input) {\n    delivery {\n      ...DeliveryFields\n    }\n  }\n}\n\nfragment DeliveryFields on Delivery {\n  id\n  eventId\n  eventType\n  endpointId\n  programme\n  state\n  attemptCount\n  nextAttemptAt\n  createdAt\n}" as DocumentText<ResendDeliveryMutation, ResendDeliveryMutationVariables>;
export const ResendEventDocument = "mutation ResendEvent($input: ResendEventInput!) {\n  resendEvent(input: $input) {\n    count\n  }\n}" as DocumentText<ResendEventMutation, ResendEventMutationVariables>;
export const ResendDeliveriesDocument = "mutation ResendDeliveries($input: ResendDeliveriesInput!) {\n  resendDeliveries(input: $input) {\n    count\n  }\n}" as DocumentText<ResendDeliveriesMutation, ResendDeliveriesMutationVariables>;
export const EndpointDocument = "query Endpoint($endpointId: ID!) {\n  endpoint(endpointId: $endpointId) {\n    ...EndpointFields\n  }\n}\n\nfragment EndpointFields on Endpoint {\n  id\n  programme\n  url\n  enabled\n  disabledReason\n  disabledAt\n  failingSince\n  previousSecretUntil\n  createdAt\n}" as DocumentText<EndpointQuery, EndpointQueryVariables>;
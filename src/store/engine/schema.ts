import type { Generated } from 'kysely';
import type { ApprovalState } from '../../core/access/approval.js';
import type { Permission, StaffRole } from '../../core/access/permissions.js';
import type { DerivationName, OtpAlgorithm } from '../../core/access/secret.js';
import type { AttemptFailure } from '../../core/events/delivery.js';
import type { DigitizationEventType, EventType } from '../../core/events/event.js';
import type { AttemptState } from '../../core/provisioning/attempt.js';
import type { DigitizationState } from '../../core/provisioning/digitization-report.js';
import type {
  AuthorizationDecision,
  AuthorizationReason,
} from '../../core/provisioning/token-authorization.js';
import type { ErrorCode } from '../../platform/errors.js';
import type { DocumentPolicy, Role } from '../../use-cases/directory/directory-port.js';
import type { DisabledReason } from '../../use-cases/events/delivery-port.js';
import type { SharedKeyState } from '../../use-cases/provisioning/provisioning-port.js';
import type {
  Channel,
  ClaimInput,
  ReplyReason,
  TransactionState,
} from '../../use-cases/transactions/ledger-port.js';

/** Tables as queries see them. Times are epoch milliseconds; booleans are 0 or 1. */
export interface Tables {
  transactions: TransactionsTable;
  programmes: ProgrammesTable;
  terminals: TerminalsTable;
  wallets: WalletsTable;
  cards: CardsTable;
  api_keys: ApiKeysTable;
  approvals: ApprovalsTable;
  refused_calls: RefusedCallsTable;
  console_sessions: ConsoleSessionsTable;
  store_facts: StoreFactsTable;
  audit_log: AuditLogTable;
  events: EventsTable;
  endpoints: EndpointsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  shared_keys: SharedKeysTable;
  provisioning_attempts: ProvisioningAttemptsTable;
  attempt_history: AttemptHistoryTable;
  activation_codes: ActivationCodesTable;
  token_authorizations: TokenAuthorizationsTable;
  digitizations: DigitizationsTable;
  begun_sign_ins: BegunSignInsTable;
  quarter_hours: QuarterHoursTable;
}

/** Calls: their states, requests and answers. */
interface TransactionsTable {
  sequence: Generated<number>;
  request_id: string;
  /** The request id with its timestamp first (requestKey). */
  request_key: string;
  method_name: string;
  effect: ClaimInput['effect'];
  channel: ClaimInput['channel'];
  programme: string;
  terminal_id: string;
  reference: string;
  customer_id: number | null;
  card_id: number | null;
  key_id: string | null;
  request_amount: number | null;
  transaction_id: string | null;
  transaction_date: string | null;
  reference_id: string | null;
  reference_date: string | null;
  checksum: string;
  checksum_key: string;
  digest: string;
  route: string;
  state: TransactionState;
  attempt: number;
  owner: string;
  /** 0 where no worker has the row. */
  lease_until_ms: number;
  received_at_ms: number;
  claimed_at_ms: number;
  sent_at_ms: number | null;
  refused_sent_at_ms: number | null;
  answered_at_ms: number | null;
  settled_at_ms: number | null;
  http_status: number | null;
  failure: string | null;
  result_code: number | null;
  error_code: string | null;
  reply_reason: ReplyReason | null;
  replied_result_code: number | null;
  terminal_replied_code: number | null;
  /** Queued rows only; 0 while a worker sends it. */
  next_attempt_at_ms: number | null;
  original_request_id: string | null;
  sealed_body: Buffer | null;
  /** Envelope as saved: JSON text. */
  request: string;
  raw_answer: string | null;
  answer: string | null;
}

interface ProgrammesTable {
  programme: string;
  name: string;
  /** ISO 4217 alphabetic. */
  currency: string | null;
  otp_digits: Generated<number>;
  otp_algorithm: Generated<OtpAlgorithm>;
  otp_step_ms: Generated<number>;
  otp_derivation: Generated<DerivationName>;
  secret_validity_ms: Generated<number>;
  verifier: Generated<'gateway' | 'external'>;
}

interface TerminalsTable {
  terminal_id: string;
  programme: string;
  checksum_algorithm: 'sha256' | 'sha1';
  is_disabled: number;
  created_at_ms: number | null;
  /** JSON list of networks. Null allows any address. */
  allowed_addresses: string | null;
  sealed_password: Buffer;
  sealed_previous_password: Buffer | null;
  previous_password_until_ms: number | null;
}

interface WalletsTable {
  reference: string;
  programme: string;
  customer_id: number;
  is_blocked: number;
}

interface CardsTable {
  card_id: number;
  reference: string;
  tracking_number: string | null;
  is_default: number;
  is_blocked: number;
}

/** Facts that the store keeps about itself. */
interface StoreFactsTable {
  name: string;
  value: string;
}

interface ApiKeysTable {
  key_id: string;
  key_hash: string;
  role: Role;
  programme: string | null;
  /** JSON list. */
  terminal_ids: string | null;
  expires_at_ms: number | null;
  is_disabled: number;
  created_at_ms: number | null;
  last_used_at_ms: number | null;
  documents: Generated<DocumentPolicy>;
}

interface RefusedCallsTable {
  sequence: Generated<number>;
  fold_key: string;
  channel: Channel;
  code: ErrorCode;
  field: string | null;
  reason: string;
  terminal_id: string | null;
  programme: string | null;
  key_id: string | null;
  address: string | null;
  first_at_ms: number;
  last_at_ms: number;
  count: number;
}

/** Sessions of the console that have not ended. Times are of the database's clock. */
interface ConsoleSessionsTable {
  /** SHA-256 of the cookie, in hex. */
  session_hash: string;
  /** Id of the key, or the name of the person as in the audit log. */
  key_id: string;
  created_at_ms: number;
  last_active_at_ms: number;
  ends_at_ms: number;
  address: string | null;
  /** Role of the person. Null for a session of a key. */
  role: StaffRole | null;
}

/** Times are of the database's clock. */
interface ApprovalsTable {
  sequence: Generated<number>;
  approval_id: string;
  /** Never `expired`: that follows from the time. */
  state: ApprovalState;
  permission: Permission;
  field: string;
  /** JSON, without secrets. */
  arguments: string;
  /** Keyed hash over the person, the field and the arguments. */
  request_hash: string;
  asked_by: string;
  asked_at_ms: number;
  expires_at_ms: number;
  decided_by: string | null;
  decided_at_ms: number | null;
  reason: string;
  used_at_ms: number | null;
}

/** A hash chain (core/access/audit). */
interface AuditLogTable {
  /** Given by the program, without a gap. */
  sequence: number;
  entry_id: string;
  at_ms: number;
  actor: string;
  action: string;
  subject: string;
  reason: string;
  before: string;
  after: string;
  hash: string;
}

/** Sign-ins at the OpenID provider that have begun. The database keeps the SHA-256 of their state. */
interface BegunSignInsTable {
  state_hash: string;
  expires_at_ms: number;
}

interface EventsTable {
  sequence: Generated<number>;
  type: EventType;
  dedupe_key: string;
  programme: string | null;
  card_id: number | null;
  occurred_at_ms: number;
  recorded_at_ms: number;
  data: string;
}

interface EndpointsTable {
  sequence: Generated<number>;
  endpoint_id: string;
  programme: string;
  url: string;
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  previous_secret_until_ms: number | null;
  created_at_ms: number;
  failing_since_ms: number | null;
  warned_at_ms: number | null;
  disabled_at_ms: number | null;
  /** Null while it is enabled. */
  disabled_reason: DisabledReason | null;
}

interface DeliveriesTable {
  sequence: Generated<number>;
  event_sequence: number;
  endpoint_id: string;
  state: 'pending' | 'delivered' | 'dead';
  attempt_count: Generated<number>;
  /** Pending deliveries only. For a leased delivery the end of its lease, when it is due again. */
  next_attempt_at_ms: number | null;
  /** Grows with each lease. A worker that finishes with an older token is too late. */
  lease_token: Generated<number>;
  lease_until_ms: Generated<number>;
}

interface DeliveryAttemptsTable {
  sequence: Generated<number>;
  delivery: number;
  started_at_ms: number;
  duration_ms: number;
  http_status: number | null;
  failure: AttemptFailure | null;
  response_excerpt: string | null;
}

interface SharedKeysTable {
  programme: string;
  shared_key_id: string;
  sealed_key: Buffer;
  state: SharedKeyState;
  created_at_ms: number;
  changed_at_ms: number;
}

interface ProvisioningAttemptsTable {
  sequence: Generated<number>;
  attempt_id: string;
  programme: string;
  card_id: number;
  customer_id: number;
  shared_key_id: string;
  counter: number;
  state: AttemptState;
  issued_at_ms: number;
  expires_at_ms: number;
  verified_at_ms: number | null;
  authorized_at_ms: number | null;
  digitized_at_ms: number | null;
  wrong_codes: Generated<number>;
  /** Number of steps by which the verified code was off. */
  drift_steps: number | null;
  token_reference: string | null;
  wallet_id: string | null;
}

interface AttemptHistoryTable {
  sequence: Generated<number>;
  attempt_id: string;
  at_ms: number;
  actor: string;
  from_state: AttemptState | null;
  to_state: AttemptState;
  reason: string | null;
}

interface ActivationCodesTable {
  sequence: Generated<number>;
  /** Attempt whose verification issued this code. */
  attempt_id: string;
  programme: string;
  card_id: number;
  code_hash: string;
  state: 'issued' | 'checked' | 'superseded';
  expires_at_ms: number;
  wrong_codes: Generated<number>;
}

interface TokenAuthorizationsTable {
  sequence: Generated<number>;
  programme: string;
  token_reference: string;
  card_id: number;
  token_requestor_id: string;
  wallet_id: string;
  path: string | null;
  recommendation: string | null;
  pan_source: string | null;
  device_type: string | null;
  decision: AuthorizationDecision;
  reason: AuthorizationReason;
  attempt_id: string | null;
  actor: string;
  decided_at_ms: number;
}

/** One row for each token that was ever reported. */
interface DigitizationsTable {
  sequence: Generated<number>;
  programme: string;
  token_reference: string;
  card_id: number;
  customer_id: number;
  token_requestor_id: string | null;
  wallet_id: string | null;
  device_type: string | null;
  pan_last_four: string | null;
  attempt_id: string | null;
  state: DigitizationState;
  reason_code: string | null;
  last_event: DigitizationEventType;
  last_event_sequence: number;
  /** Time of the first report. */
  reported_at_ms: number;
  /** Time of the last report. */
  changed_at_ms: number;
}

/** Counts of the transactions that were received within one span of time. */
interface QuarterHoursTable {
  from_ms: number;
  count: number;
  approved: number;
  declined: number;
  refused: number;
  in_doubt: number;
  contradicted: number;
  open: number;
  /** Text in the format of core/transactions/histogram. */
  latencies: string;
}

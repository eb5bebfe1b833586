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
import { camel, type NamedColumn, named } from './names.js';
import type {
  Channel,
  ClaimInput,
  ReplyReason,
  TransactionState,
} from '../../use-cases/transactions/ledger-port.js';

/** Words of SQL that differ between databases. */
export interface SchemaWords {
  /** Type of the primary key `sequence`, which grows with each row. No value is ever used twice. */
  readonly serial: string;
  readonly bytes: string;
  /** Type of a text that the database compares byte by byte, which is the fastest order. */
  readonly bytewise: string;
}

/** Column: its words in SQL, and its type in queries. */
interface Column<Type> {
  readonly sql: string;
  /** Never set: carries the type. */
  readonly type?: Type;
}

const columnOf =
  <Base>(sql: string) =>
  <Type extends Base = Base>(constraint = ''): Column<Type> => ({
    sql: `${sql} not null ${constraint}`.trim(),
  });

const text = columnOf<string>('text');
const bytewise = columnOf<string>('{bytewise}');
const bytes = columnOf<Buffer>('{bytes}');
const integer = columnOf<number>('integer');
const bigint = columnOf<number>('bigint');
const serial: Column<Generated<number>> = { sql: '{serial}' };

function optional<Type>({ sql }: Column<Type>): Column<Type | null> {
  return { sql: sql.replace(' not null', '') };
}

function withDefault<Type extends string | number>(
  { sql }: Column<Type>,
  value: Type,
): Column<Generated<Type>> {
  return { sql: `${sql} default ${typeof value === 'number' ? String(value) : `'${value}'`}` };
}

/** Tables, each after those that it refers to. Times are epoch milliseconds; booleans are 0 or 1. */
const TABLES = {
  /** Facts that the store keeps about itself. */
  store_facts: {
    name: text('primary key'),
    value: text(),
  },
  /** The defaults are those of docs/provisioning.md#rules-of-a-secret. */
  programmes: {
    programme: text('primary key'),
    name: text(),
    digits: withDefault(integer(), 8),
    algorithm: withDefault(text<OtpAlgorithm>(), 'sha256'),
    step_ms: withDefault(integer(), 60_000),
    derivation: withDefault(text<DerivationName>(), 'hmac'),
    validity_ms: withDefault(integer(), 60_000),
    verifier: withDefault(text<'gateway' | 'external'>(), 'gateway'),
    /** ISO 4217 alphabetic. */
    currency: optional(text()),
  },
  terminals: {
    terminal_id: text('primary key'),
    programme: text('references programmes (programme)'),
    checksum_algorithm: text<'sha256' | 'sha1'>(),
    is_disabled: withDefault(integer(), 0),
    created_at_ms: optional(bigint()),
    /** JSON list of networks. Null allows any address. */
    allowed_addresses: optional(text()),
    sealed_password: bytes(),
    sealed_previous_password: optional(bytes()),
    previous_password_until_ms: optional(bigint()),
  },
  wallets: {
    /** Searched by its beginning. */
    reference: bytewise('primary key'),
    programme: text('references programmes (programme)'),
    customer_id: bigint(),
    is_blocked: withDefault(integer(), 0),
  },
  cards: {
    card_id: bigint('primary key'),
    reference: bytewise('references wallets (reference) on delete cascade'),
    tracking_number: optional(text()),
    is_default: withDefault(integer(), 0),
    is_blocked: withDefault(integer(), 0),
  },
  api_keys: {
    key_id: text('primary key'),
    key_hash: text('unique'),
    role: text<Role>(),
    programme: optional(text('references programmes (programme)')),
    /** JSON list. */
    terminal_ids: optional(text()),
    expires_at_ms: optional(bigint()),
    is_disabled: withDefault(integer(), 0),
    created_at_ms: optional(bigint()),
    last_used_at_ms: optional(bigint()),
    documents: withDefault(text<DocumentPolicy>(), 'any'),
  },
  /** Calls: their states, requests and answers. No foreign keys: the ledger is history and outlives the directory. */
  transactions: {
    sequence: serial,
    request_id: bytewise(),
    method_name: text(),
    effect: text<ClaimInput['effect']>(),
    channel: text<ClaimInput['channel']>(),
    programme: text(),
    terminal_id: text(),
    reference: text(),
    customer_id: optional(bigint()),
    card_id: optional(bigint()),
    key_id: optional(text()),
    request_amount: optional(bigint()),
    /** Currency of the programme when the call was made. */
    currency: optional(text()),
    /** Merchant, as it may be kept. */
    narrative: optional(text()),
    transaction_id: optional(text()),
    transaction_date: optional(bytewise()),
    reference_id: optional(text()),
    reference_date: optional(bytewise()),
    /** Behind its date (datedChecksum). */
    checksum: bytewise(),
    digest: bytewise(),
    route: text(),
    state: text<TransactionState>(),
    attempt: integer(),
    owner: text(),
    received_at_ms: bigint(),
    claimed_at_ms: bigint(),
    sent_at_ms: optional(bigint()),
    answered_at_ms: optional(bigint()),
    settled_at_ms: optional(bigint()),
    http_status: optional(integer()),
    result_code: optional(bigint()),
    error_code: optional(text()),
    reply_reason: optional(text<ReplyReason>()),
    replied_result_code: optional(bigint()),
    terminal_replied_code: optional(bigint()),
    /** Queued rows only; 0 while a worker sends it. */
    next_attempt_at_ms: optional(bigint()),
    original_request_id: optional(text()),
    sealed_body: optional(bytes()),
    failure: optional(text()),
    refused_sent_at_ms: optional(bigint()),
    /** Envelope as saved: JSON text. Long texts come last: a search that reads the other columns leaves them alone. */
    request: text(),
    raw_answer: optional(text()),
    answer: optional(text()),
  },
  /** Counts of the transactions that were received within one span of time. */
  quarter_hours: {
    from_ms: bigint('primary key'),
    count: bigint(),
    approved: bigint(),
    declined: bigint(),
    refused: bigint(),
    in_doubt: bigint(),
    contradicted: bigint(),
    open: bigint(),
    unheard: bigint(),
    timed_out: bigint(),
    own_replies: bigint(),
    /** Text in the format of core/transactions/histogram. */
    latencies: text(),
  },
  refused_calls: {
    sequence: serial,
    fold_key: text('unique'),
    channel: text<Channel>(),
    code: text<ErrorCode>(),
    field: optional(text()),
    reason: text(),
    terminal_id: optional(text()),
    programme: optional(text()),
    key_id: optional(text()),
    address: optional(text()),
    method: optional(text()),
    reference: optional(text()),
    amount: optional(bigint()),
    request_id: optional(text()),
    http_request_id: optional(text()),
    first_at_ms: bigint(),
    last_at_ms: bigint(),
    count: bigint(),
  },
  /** A hash chain (core/access/audit). */
  audit_log: {
    /** Given by the program, without a gap. */
    sequence: bigint('primary key'),
    entry_id: text('unique'),
    at_ms: bigint(),
    actor: text(),
    action: text(),
    subject: text(),
    reason: text(),
    before: text(),
    after: text(),
    hash: text(),
  },
  /** Sessions of the console that have not ended. Times are of the database's clock. */
  console_sessions: {
    /** SHA-256 of the cookie, in hex. */
    session_hash: text('primary key'),
    /** Id of the key, or the name of the person as in the audit log. */
    key_id: text(),
    created_at_ms: bigint(),
    last_active_at_ms: bigint(),
    ends_at_ms: bigint(),
    address: optional(text()),
    /** Role of the person. Null for a session of a key. */
    role: optional(text<StaffRole>()),
  },
  /** Sign-ins at the OpenID provider that have begun. The database keeps the SHA-256 of their state. */
  begun_sign_ins: {
    state_hash: text('primary key'),
    expires_at_ms: bigint(),
  },
  /** Times are of the database's clock. */
  approvals: {
    sequence: serial,
    approval_id: text('unique'),
    /** Never `expired`: that follows from the time. */
    state: text<ApprovalState>(),
    permission: text<Permission>(),
    field: text(),
    /** JSON, without secrets. */
    arguments: text(),
    /** Keyed hash over the person, the field and the arguments. */
    request_hash: text(),
    asked_by: text(),
    asked_at_ms: bigint(),
    expires_at_ms: bigint(),
    decided_by: optional(text()),
    decided_at_ms: optional(bigint()),
    reason: text(),
    used_at_ms: optional(bigint()),
  },
  events: {
    sequence: serial,
    type: text<EventType>(),
    dedupe_key: text('unique'),
    programme: optional(text()),
    card_id: optional(bigint()),
    occurred_at_ms: bigint(),
    recorded_at_ms: bigint(),
    data: text(),
  },
  endpoints: {
    sequence: serial,
    endpoint_id: text('unique'),
    programme: text('references programmes (programme)'),
    url: text(),
    sealed_secret: bytes(),
    sealed_previous_secret: optional(bytes()),
    /** JSON lists. Null: every type of event, and no headers of its own. */
    event_types: optional(text()),
    header_names: optional(text()),
    sealed_headers: optional(bytes()),
    previous_secret_until_ms: optional(bigint()),
    created_at_ms: bigint(),
    failing_since_ms: optional(bigint()),
    warned_at_ms: optional(bigint()),
    disabled_at_ms: optional(bigint()),
    /** Null while it is enabled. */
    disabled_reason: optional(text<DisabledReason>()),
  },
  deliveries: {
    sequence: serial,
    event_sequence: bigint('references events (sequence) on delete cascade'),
    endpoint_id: text('references endpoints (endpoint_id)'),
    state: text<'pending' | 'delivered' | 'dead'>(),
    attempt_count: withDefault(integer(), 0),
    /** Pending deliveries only. For a leased delivery the end of its lease, when it is due again. */
    next_attempt_at_ms: optional(bigint()),
    /** Grows with each lease. A worker that finishes with an older token is too late. */
    lease_token: withDefault(integer(), 0),
    lease_until_ms: withDefault(bigint(), 0),
  },
  delivery_attempts: {
    sequence: serial,
    delivery: bigint('references deliveries (sequence) on delete cascade'),
    started_at_ms: bigint(),
    duration_ms: bigint(),
    http_status: optional(integer()),
    failure: optional(text<AttemptFailure>()),
    response_excerpt: optional(text()),
  },
  shared_keys: {
    programme: text('references programmes (programme)'),
    shared_key_id: text(),
    sealed_key: bytes(),
    state: text<SharedKeyState>(),
    created_at_ms: bigint(),
    changed_at_ms: bigint(),
  },
  /** No foreign keys to the directory: attempts are history. */
  provisioning_attempts: {
    sequence: serial,
    attempt_id: text('unique'),
    programme: text(),
    card_id: bigint(),
    customer_id: bigint(),
    shared_key_id: text(),
    counter: bigint(),
    state: text<AttemptState>(),
    issued_at_ms: bigint(),
    expires_at_ms: bigint(),
    verified_at_ms: optional(bigint()),
    authorized_at_ms: optional(bigint()),
    digitized_at_ms: optional(bigint()),
    wrong_codes: withDefault(integer(), 0),
    /** Number of steps by which the verified code was off. */
    drift_steps: optional(integer()),
    token_reference: optional(text()),
    wallet_id: optional(text()),
  },
  attempt_history: {
    sequence: serial,
    attempt_id: text(),
    at_ms: bigint(),
    actor: text(),
    from_state: optional(text<AttemptState>()),
    to_state: text<AttemptState>(),
    reason: optional(text()),
  },
  activation_codes: {
    sequence: serial,
    /** Attempt whose verification issued this code. */
    attempt_id: text(),
    programme: text(),
    card_id: bigint(),
    code_hash: text(),
    state: text<'issued' | 'checked' | 'superseded'>(),
    expires_at_ms: bigint(),
    wrong_codes: withDefault(integer(), 0),
  },
  token_authorizations: {
    sequence: serial,
    programme: text(),
    token_reference: text(),
    card_id: bigint(),
    token_requestor_id: text(),
    wallet_id: text(),
    path: optional(text()),
    recommendation: optional(text()),
    pan_source: optional(text()),
    device_type: optional(text()),
    decision: text<AuthorizationDecision>(),
    reason: text<AuthorizationReason>(),
    attempt_id: optional(text()),
    actor: text(),
    decided_at_ms: bigint(),
  },
  /** One row for each token that was ever reported. */
  digitizations: {
    sequence: serial,
    programme: text(),
    token_reference: text(),
    card_id: bigint(),
    customer_id: bigint(),
    token_requestor_id: optional(text()),
    wallet_id: optional(text()),
    device_type: optional(text()),
    pan_last_four: optional(text()),
    attempt_id: optional(text()),
    /** 1 for a token that was completed although the network's request for it was declined. */
    is_declined: withDefault(integer(), 0),
    state: text<DigitizationState>(),
    reason_code: optional(text()),
    last_event: text<DigitizationEventType>(),
    last_event_sequence: bigint(),
    /** Time of the first report. */
    reported_at_ms: bigint(),
    /** Time of the last report. */
    changed_at_ms: bigint(),
  },
} as const;

/** Selects every column of a table under the program's names. */
export function everyOf<Table extends keyof Tables>(
  table: Table,
): readonly NamedColumn<keyof Tables[Table]>[] {
  return named(...Object.keys(TABLES[table]).map(camel)) as unknown as NamedColumn<keyof Tables[Table]>[];
}

/** Keys of several columns. */
const KEYS: Readonly<Record<string, string>> = {
  shared_keys: 'primary key (programme, shared_key_id)',
  digitizations: 'unique (programme, token_reference)',
};

/**
 * Each call pays for every index of its transaction before it is sent. The cost is not the entry but the page: a commit writes every page
 * that it changed. Keys that begin with something that grows with time share the few pages at the right-hand edge.
 */
const INDEXES = `
create index wallets_blocked on wallets (reference) where is_blocked = 1;
create index wallets_customer on wallets (customer_id);
create index wallets_programme on wallets (programme, reference);
create index cards_reference on cards (reference);
-- Claims: one owner of a request id, which is card, timestamp and number. The entries begin with the timestamp.
create unique index transactions_request on transactions (ltrim(request_id, '0123456789'), request_id);
-- Claims: one call of a terminal for each content, whatever password or algorithm signed it, and for each checksum.
create unique index transactions_content on transactions (digest) where key_id is null;
create unique index transactions_checksum on transactions (checksum, terminal_id) where key_id is null;
-- Claims of reversals: their original, whose date may be near the one that they name.
create index transactions_original on transactions (transaction_id, terminal_id, transaction_date)
  where effect <> 'none' and transaction_date is not null and transaction_id is not null;
-- Claims: a reversal that came before, by the date that it names; and one without an original, by a date that is near.
create index transactions_reversal on transactions (reference_id, reference_date)
  where reference_date is not null and reference_id is not null;
create index transactions_unlinked on transactions (reference_id, terminal_id, reference, reference_date)
  where original_request_id is null and reference_date is not null and reference_id is not null;
-- Settlements and purges: advices that refer to a row.
create index transactions_linked on transactions (original_request_id) where original_request_id is not null;
-- Housekeeping and lists: rows that somebody waits for.
create index transactions_open on transactions (state) where state <> 'answered';
-- Housekeeping: due advices. A route that must wait may have any number of them, and they hide none of other routes.
create index transactions_route_due on transactions (route, next_attempt_at_ms) where state = 'queued';
-- Lists, export and retention: where a time begins.
create index transactions_received on transactions (received_at_ms);
-- Lists of a card or customer look into each block of 1,024 rows, newest first, one page for each block.
create index transactions_card on transactions ((sequence >> 10), card_id);
create index transactions_customer on transactions ((sequence >> 10), customer_id);
-- The search for a transaction id: the calls that transactions_original leaves out.
create index transactions_called on transactions ((sequence >> 10), transaction_id)
  where transaction_id is not null and (effect = 'none' or transaction_date is null);
create index audit_log_subject on audit_log (subject);
create index console_sessions_of_key on console_sessions (key_id);
create index approvals_by_hash on approvals (request_hash);
create index approvals_by_state on approvals (state);
create index events_card on events (card_id, sequence) where card_id is not null;
create index endpoints_programme on endpoints (programme);
create index deliveries_due on deliveries (endpoint_id, next_attempt_at_ms) where state = 'pending';
create index deliveries_endpoint on deliveries (endpoint_id, sequence);
create unique index deliveries_event on deliveries (event_sequence, endpoint_id);
create index deliveries_open on deliveries (sequence) where state <> 'delivered';
create index delivery_attempts_delivery on delivery_attempts (delivery);
create index provisioning_attempts_card on provisioning_attempts (card_id, sequence);
create index provisioning_attempts_counter on provisioning_attempts (card_id, counter);
create index provisioning_attempts_token on provisioning_attempts (token_reference)
  where token_reference is not null;
create index attempt_history_attempt on attempt_history (attempt_id);
create index activation_codes_card on activation_codes (card_id, sequence);
create unique index activation_codes_card_open on activation_codes (card_id) where state = 'issued';
create index token_authorizations_token on token_authorizations (programme, token_reference, sequence);
create index digitizations_card on digitizations (card_id, sequence);
create index digitizations_reference on digitizations (token_reference);
`;

/** Tables as queries see them. */
export type Tables = { [Table in keyof typeof TABLES]: RowOf<(typeof TABLES)[Table]> };

type RowOf<Columns> = { [Name in keyof Columns]: Columns[Name] extends Column<infer Type> ? Type : never };

/** Returns the statements that make the schema in an empty database. */
export function schemaStatements(words: SchemaWords): readonly string[] {
  const tables = Object.entries(TABLES).map(([table, columns]) => {
    const lines = Object.entries(columns).map(([name, { sql }]) => `${name} ${sql}`);
    return `create table ${table} (${[...lines, ...(KEYS[table] === undefined ? [] : [KEYS[table]])].join(', ')})`;
  });
  const indexes = INDEXES.split(';\n').filter((statement) => statement.trim() !== '');
  return [...tables, ...indexes].map((statement) =>
    statement
      .replaceAll('{serial}', words.serial)
      .replaceAll('{bytes}', words.bytes)
      .replaceAll('{bytewise}', words.bytewise),
  );
}

import type { SchemaWords } from '../../engine/dialect.js';

/** Returns the statements that make the schema in an empty database. Tables come after those that they refer to. */
export function schemaStatements(words: SchemaWords): readonly string[] {
  const text = SCHEMA.replaceAll('{serial}', words.serial)
    .replaceAll('{bytes}', words.bytes)
    .replaceAll('{bytewise}', words.bytewise);
  return [...text.split(';\n').filter((statement) => statement.trim() !== ''), ...words.ownStatements];
}

/** Times are epoch milliseconds; booleans are 0 or 1. engine/schema.ts describes the columns. */
const SCHEMA = `
create table store_facts (
  name text not null primary key,
  value text not null
);

create table programmes (
  programme text not null primary key,
  name text not null,
  otp_digits integer not null default 8,
  otp_algorithm text not null default 'sha256',
  otp_step_ms integer not null default 60000,
  otp_derivation text not null default 'hmac',
  secret_validity_ms integer not null default 60000,
  verifier text not null default 'gateway',
  currency text
);

create table terminals (
  terminal_id text not null primary key,
  programme text not null references programmes (programme),
  checksum_algorithm text not null,
  is_disabled integer not null default 0,
  created_at_ms bigint,
  allowed_addresses text,
  sealed_password {bytes} not null,
  sealed_previous_password {bytes},
  previous_password_until_ms bigint
);

create table wallets (
  reference text not null primary key,
  programme text not null references programmes (programme),
  customer_id bigint not null,
  is_blocked integer not null default 0
);
create index wallets_blocked on wallets (reference) where is_blocked = 1;
create index wallets_customer on wallets (customer_id);
create index wallets_programme on wallets (programme, reference);

create table cards (
  card_id bigint not null primary key,
  reference text not null references wallets (reference) on delete cascade,
  tracking_number text,
  is_default integer not null default 0,
  is_blocked integer not null default 0
);
create index cards_reference on cards (reference);

create table api_keys (
  key_id text not null primary key,
  key_hash text not null unique,
  role text not null,
  programme text references programmes (programme),
  terminal_ids text,
  expires_at_ms bigint,
  is_disabled integer not null default 0,
  created_at_ms bigint,
  last_used_at_ms bigint,
  documents text not null default 'any'
);

-- No foreign keys: the ledger is history and outlives the directory.
--
-- Each call pays for every index before it is sent. The cost is not the entry but the page: a commit writes every page that it
-- changed. Keys that begin with something that grows with time share the few pages at the right-hand edge.
create table transactions (
  sequence {serial},
  request_id text not null,
  request_key {bytewise} not null,
  method_name text not null,
  effect text not null,
  channel text not null,
  programme text not null,
  terminal_id text not null,
  reference text not null,
  customer_id bigint,
  card_id bigint,
  key_id text,
  request_amount bigint,
  transaction_id text,
  transaction_date {bytewise},
  reference_id text,
  reference_date {bytewise},
  checksum text not null,
  checksum_key {bytewise} not null,
  digest {bytewise} not null,
  route text not null,
  state text not null,
  attempt integer not null,
  owner text not null,
  lease_until_ms bigint not null,
  received_at_ms bigint not null,
  claimed_at_ms bigint not null,
  sent_at_ms bigint,
  answered_at_ms bigint,
  settled_at_ms bigint,
  http_status integer,
  result_code bigint,
  error_code text,
  reply_reason text,
  replied_result_code bigint,
  terminal_replied_code bigint,
  next_attempt_at_ms bigint,
  original_request_id text,
  sealed_body {bytes},
  failure text,
  refused_sent_at_ms bigint,
  -- Last: a search that reads the other columns leaves long texts alone.
  request text not null,
  raw_answer text,
  answer text
);
-- Claims: one owner of a request id.
create unique index transactions_request on transactions (request_key);
-- Claims: one call of a terminal for each content, whatever password or algorithm signed it, and for each checksum.
create unique index transactions_content on transactions (digest) where key_id is null;
create unique index transactions_checksum on transactions (checksum_key, checksum, terminal_id) where key_id is null;
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

create table quarter_hours (
  from_ms bigint not null primary key,
  count bigint not null,
  approved bigint not null,
  declined bigint not null,
  refused bigint not null,
  in_doubt bigint not null,
  contradicted bigint not null,
  open bigint not null,
  latencies text not null
);

create table refused_calls (
  sequence {serial},
  fold_key text not null unique,
  channel text not null,
  code text not null,
  field text,
  reason text not null,
  terminal_id text,
  programme text,
  key_id text,
  address text,
  first_at_ms bigint not null,
  last_at_ms bigint not null,
  count bigint not null
);

create table audit_log (
  sequence bigint not null primary key,
  entry_id text not null unique,
  at_ms bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  reason text not null,
  before text not null,
  after text not null,
  hash text not null
);
create index audit_log_subject on audit_log (subject);

create table console_sessions (
  session_hash text not null primary key,
  key_id text not null,
  created_at_ms bigint not null,
  last_active_at_ms bigint not null,
  ends_at_ms bigint not null,
  address text,
  role text
);
create index console_sessions_of_key on console_sessions (key_id);

create table begun_sign_ins (
  state_hash text not null primary key,
  expires_at_ms bigint not null
);

create table approvals (
  sequence {serial},
  approval_id text not null unique,
  state text not null,
  permission text not null,
  field text not null,
  arguments text not null,
  request_hash text not null,
  asked_by text not null,
  asked_at_ms bigint not null,
  expires_at_ms bigint not null,
  decided_by text,
  decided_at_ms bigint,
  reason text not null,
  used_at_ms bigint
);
create index approvals_by_hash on approvals (request_hash);
create index approvals_by_state on approvals (state);

create table events (
  sequence {serial},
  type text not null,
  dedupe_key text not null unique,
  programme text,
  card_id bigint,
  occurred_at_ms bigint not null,
  recorded_at_ms bigint not null,
  data text not null
);
create index events_card on events (card_id, sequence) where card_id is not null;

create table endpoints (
  sequence {serial},
  endpoint_id text not null unique,
  programme text not null references programmes (programme),
  url text not null,
  sealed_secret {bytes} not null,
  sealed_previous_secret {bytes},
  previous_secret_until_ms bigint,
  created_at_ms bigint not null,
  failing_since_ms bigint,
  warned_at_ms bigint,
  disabled_at_ms bigint,
  disabled_reason text
);
create index endpoints_programme on endpoints (programme);

create table deliveries (
  sequence {serial},
  event_sequence bigint not null references events (sequence) on delete cascade,
  endpoint_id text not null references endpoints (endpoint_id),
  state text not null,
  attempt_count integer not null default 0,
  next_attempt_at_ms bigint,
  lease_token integer not null default 0,
  lease_until_ms bigint not null default 0
);
create index deliveries_due on deliveries (endpoint_id, next_attempt_at_ms) where state = 'pending';
create index deliveries_endpoint on deliveries (endpoint_id, sequence);
create unique index deliveries_event on deliveries (event_sequence, endpoint_id);
create index deliveries_open on deliveries (sequence) where state <> 'delivered';

create table delivery_attempts (
  sequence {serial},
  delivery bigint not null references deliveries (sequence) on delete cascade,
  started_at_ms bigint not null,
  duration_ms bigint not null,
  http_status integer,
  failure text,
  response_excerpt text
);
create index delivery_attempts_delivery on delivery_attempts (delivery);

create table shared_keys (
  programme text not null references programmes (programme),
  shared_key_id text not null,
  sealed_key {bytes} not null,
  state text not null,
  created_at_ms bigint not null,
  changed_at_ms bigint not null,
  primary key (programme, shared_key_id)
);

-- No foreign keys to the directory: attempts are history.
create table provisioning_attempts (
  sequence {serial},
  attempt_id text not null unique,
  programme text not null,
  card_id bigint not null,
  customer_id bigint not null,
  shared_key_id text not null,
  counter bigint not null,
  state text not null,
  issued_at_ms bigint not null,
  expires_at_ms bigint not null,
  verified_at_ms bigint,
  authorized_at_ms bigint,
  digitized_at_ms bigint,
  wrong_codes integer not null default 0,
  drift_steps integer,
  token_reference text,
  wallet_id text
);
create index provisioning_attempts_card on provisioning_attempts (card_id, sequence);
create index provisioning_attempts_counter on provisioning_attempts (card_id, counter);
create index provisioning_attempts_token on provisioning_attempts (token_reference)
  where token_reference is not null;

create table attempt_history (
  sequence {serial},
  attempt_id text not null,
  at_ms bigint not null,
  actor text not null,
  from_state text,
  to_state text not null,
  reason text
);
create index attempt_history_attempt on attempt_history (attempt_id);

create table activation_codes (
  sequence {serial},
  attempt_id text not null,
  programme text not null,
  card_id bigint not null,
  code_hash text not null,
  state text not null,
  expires_at_ms bigint not null,
  wrong_codes integer not null default 0
);
create index activation_codes_card on activation_codes (card_id, sequence);
create unique index activation_codes_card_open on activation_codes (card_id) where state = 'issued';

create table token_authorizations (
  sequence {serial},
  programme text not null,
  token_reference text not null,
  card_id bigint not null,
  token_requestor_id text not null,
  wallet_id text not null,
  path text,
  recommendation text,
  pan_source text,
  device_type text,
  decision text not null,
  reason text not null,
  attempt_id text,
  actor text not null,
  decided_at_ms bigint not null
);
create index token_authorizations_token on token_authorizations (programme, token_reference, sequence);

create table digitizations (
  sequence {serial},
  programme text not null,
  token_reference text not null,
  card_id bigint not null,
  customer_id bigint not null,
  token_requestor_id text,
  wallet_id text,
  device_type text,
  pan_last_four text,
  attempt_id text,
  state text not null,
  reason_code text,
  last_event text not null,
  last_event_sequence bigint not null,
  reported_at_ms bigint not null,
  changed_at_ms bigint not null,
  unique (programme, token_reference)
);
create index digitizations_card on digitizations (card_id, sequence);
create index digitizations_reference on digitizations (token_reference);
`;

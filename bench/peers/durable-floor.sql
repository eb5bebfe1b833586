-- Tables and indexes of the ledger as it was at commit db38d75c. They stay as they are, so that the figures of two builds compare
-- with one yardstick.
create table transactions (sequence integer not null primary key autoincrement, request_id text not null, request_key text not null,
  method_name text not null, effect text not null, door text not null, programme text not null, terminal_id text not null,
  reference text not null, customer_id bigint, card_id bigint, key_id text, request_amount bigint, transaction_id text,
  transaction_date text, reference_id text, reference_date text, checksum text not null, checksum_key text not null,
  borders text not null, content_hash text not null, route text not null, state text not null, attempt integer not null,
  owner text not null, lease_until_ms bigint not null, received_at_ms bigint not null, claimed_at_ms bigint not null,
  sent_at_ms bigint, answered_at_ms bigint, settled_at_ms bigint, http_status integer, result_code bigint, error_code text,
  default_reason text, told_result_code bigint, terminal_told_code bigint, next_attempt_at_ms bigint, original_request_id text,
  early_at_ms bigint, answer_attempt integer, sealed_body blob, failure text, refused_sent_at_ms bigint);
create unique index transactions_request on transactions (request_key);
create index transactions_checksum_key on transactions (checksum_key, key_id);
create index transactions_original on transactions (transaction_id, terminal_id, transaction_date)
  where effect <> 'none' and transaction_date is not null and transaction_id is not null;
create index transactions_reversal on transactions (reference_id, reference_date)
  where reference_date is not null and reference_id is not null;
create index transactions_unlinked on transactions (reference_id, terminal_id, reference, reference_date)
  where original_request_id is null and reference_date is not null and reference_id is not null;
create index transactions_linked on transactions (original_request_id) where original_request_id is not null;
create index transactions_open on transactions (state) where state <> 'answered';
create index transactions_received on transactions (received_at_ms);
create index transactions_card on transactions ((sequence >> 10), card_id);
create index transactions_customer on transactions ((sequence >> 10), customer_id);
create index transactions_called on transactions ((sequence >> 10), transaction_id)
  where transaction_id is not null and (effect = 'none' or transaction_date is null);
create index transactions_route_due on transactions (route, next_attempt_at_ms) where state = 'queued';
create table transaction_texts (sequence integer not null primary key autoincrement, transaction_sequence bigint not null,
  attempt integer not null, request text, raw_answer text, answer text);
create index transaction_texts_transaction on transaction_texts (transaction_sequence, sequence);

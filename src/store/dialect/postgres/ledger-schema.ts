import { sql, type Kysely } from 'kysely';

/**
 * Divides `transactions` by time. A partitioned table has no index over all of its partitions that could keep a request id unique,
 * and a look-up without the time would search every one of them. So what a row is called by stands in `transaction_keys`, one narrow
 * table: the request id, which is unique there, the key of its checksum, its own name and that of the one it speaks of. Triggers
 * keep it in step with the rows, so that no statement can forget it.
 *
 * The rows that are there become the first partition where they are; only their keys are written.
 */
export async function divideLedger(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const DIVIDE = [
  `alter table transactions rename to transactions_first`,
  `alter sequence transactions_sequence_seq owned by none`,
  `create table transactions (like transactions_first including defaults) partition by range (received_at_ms)`,
  `alter sequence transactions_sequence_seq owned by transactions.sequence`,
  `alter table transactions_first drop constraint transactions_pkey`,
  `drop index transactions_request, transactions_checksum_key, transactions_reversal, transactions_original`,
  ...['open', 'due', 'received', 'card', 'customer', 'linked'].map(
    (name) => `alter index transactions_${name} rename to transactions_first_${name}`,
  ),
];

/** As migration 1 has them for what is looked for by state, time, card or customer. */
const INDEX = [
  `alter table transactions add primary key (sequence, received_at_ms)`,
  `create index transactions_open on transactions (state) where state <> 'answered'`,
  `create index transactions_due on transactions (next_attempt_at_ms) where state = 'queued'`,
  `create index transactions_received on transactions (received_at_ms)`,
  `create index transactions_card on transactions ((sequence >> 10), card_id)`,
  `create index transactions_customer on transactions ((sequence >> 10), customer_id)`,
  `create index transactions_linked on transactions (original_request_id) where original_request_id is not null`,
];

/** Byte by byte is the fastest order, and no look-up needs another. */
const KEYS = [
  `create table transaction_keys (
    request_key text collate "C" not null primary key,
    sequence bigint not null,
    received_at_ms bigint not null,
    terminal_id text not null,
    checksum_key text collate "C" not null,
    transaction_date text collate "C",
    transaction_id text,
    reference_date text collate "C",
    reference_id text)`,
  `create index transaction_keys_checksum on transaction_keys (checksum_key)`,
  `create index transaction_keys_called on transaction_keys (transaction_date, transaction_id)
    where transaction_date is not null and transaction_id is not null`,
  `create index transaction_keys_referring on transaction_keys (reference_date, reference_id)
    where reference_date is not null and reference_id is not null`,
];

/** What a row is called by; what moves nothing has no name that anybody would look for. */
const keyOf = (
  row: string,
): string => `${row}.request_key, ${row}.sequence, ${row}.received_at_ms, ${row}.terminal_id,
    ${row}.checksum_key, case when ${row}.effect <> 'none' then ${row}.transaction_date end,
    case when ${row}.effect <> 'none' then ${row}.transaction_id end, ${row}.reference_date, ${row}.reference_id`;

/** As the table was made; migration 12 adds to it (ledger-lookups). */
const keysFrom = (table: string): string =>
  `insert into transaction_keys select ${keyOf('r')} from ${table} as r`;

/**
 * The key decides: where it is taken the row is not added. A key whose row went away with its partition is on its way out, and counts as
 * free.
 */
const TRIGGERS = [
  `create function keep_transaction_key() returns trigger language plpgsql as $$
  begin
    insert into transaction_keys values (${keyOf('new')}) on conflict (request_key) do nothing;
    if found then return new; end if;
    delete from transaction_keys as k where k.request_key = new.request_key and not exists (
      select from transactions as t where t.sequence = k.sequence and t.received_at_ms = k.received_at_ms);
    if not found then return null; end if;
    insert into transaction_keys values (${keyOf('new')});
    return new;
  end $$`,
  `create function drop_transaction_key() returns trigger language plpgsql as $$
  begin
    delete from transaction_keys where request_key = old.request_key and sequence = old.sequence;
    return null;
  end $$`,
  `create trigger keep_key before insert on transactions for each row execute function keep_transaction_key()`,
  `create trigger drop_key after delete on transactions for each row execute function drop_transaction_key()`,
];

/** The former table holds what was received up to the end of this day, and of the day of its newest row. */
const FIRST = `do $$ begin execute format(
  'alter table transactions attach partition transactions_first for values from (minvalue) to (%s)',
  (greatest(coalesce((select max(received_at_ms) from transactions_first), 0),
    (extract(epoch from clock_timestamp()) * 1000)::bigint) / 86400000 + 1) * 86400000); end $$`;

const STATEMENTS = [
  ...DIVIDE,
  ...INDEX,
  ...KEYS,
  keysFrom('transactions_first'),
  ...TRIGGERS,
  FIRST,
  // For what is received while there is no other room for it.
  `create table transactions_other partition of transactions default`,
];

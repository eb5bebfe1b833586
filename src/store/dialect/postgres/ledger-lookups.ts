import { sql, type Kysely } from 'kysely';

/**
 * Migration 12: `transaction_keys` also says which key called and whether an advice found its original, so that no look-up has to
 * visit rows that it does not need. The indexes begin with what is asked for by equality. An advice may find its original later: then
 * a trigger of its own says so.
 */
export async function indexLedger(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** Keys of rows that came here without the trigger. */
export const keysFrom = (table: string): string =>
  `insert into transaction_keys (${COLUMNS}) select ${keyOf('r')} from ${table} as r`;

const COLUMNS = `request_key, sequence, received_at_ms, terminal_id, checksum_key, transaction_date, transaction_id,
  reference_date, reference_id, key_id, is_unlinked, reference`;

const unlinked = (row: string): string =>
  `(${row}.reference_id is not null and ${row}.original_request_id is null)`;

/** What a row is called by; what moves nothing has no name that anybody would look for. */
const keyOf = (
  row: string,
): string => `${row}.request_key, ${row}.sequence, ${row}.received_at_ms, ${row}.terminal_id,
    ${row}.checksum_key, case when ${row}.effect <> 'none' then ${row}.transaction_date end,
    case when ${row}.effect <> 'none' then ${row}.transaction_id end, ${row}.reference_date, ${row}.reference_id,
    ${row}.key_id, ${unlinked(row)}, case when ${unlinked(row)} then ${row}.reference end`;

const STATEMENTS = [
  'alter table transactions add column early_at_ms bigint',
  `alter table transaction_keys add column key_id text, add column is_unlinked boolean not null default false,
    add column reference text`,
  `update transaction_keys as k
    set key_id = t.key_id, is_unlinked = ${unlinked('t')}, reference = case when ${unlinked('t')} then t.reference end
    from transactions as t
    where t.sequence = k.sequence and t.received_at_ms = k.received_at_ms
      and (t.key_id is not null or t.reference_id is not null)`,
  `drop index transaction_keys_checksum, transaction_keys_called, transaction_keys_referring`,
  `create index transaction_keys_checksum on transaction_keys (checksum_key, key_id)`,
  `create index transaction_keys_called on transaction_keys (transaction_id, terminal_id, transaction_date)
    where transaction_date is not null and transaction_id is not null`,
  `create index transaction_keys_referring on transaction_keys (reference_id, reference_date)
    where reference_date is not null and reference_id is not null`,
  `create index transaction_keys_unlinked on transaction_keys (reference_id, terminal_id, reference, reference_date)
    where is_unlinked`,
  `create or replace function keep_transaction_key() returns trigger language plpgsql as $$
  begin
    insert into transaction_keys (${COLUMNS}) values (${keyOf('new')}) on conflict (request_key) do nothing;
    if found then return new; end if;
    delete from transaction_keys as k where k.request_key = new.request_key and not exists (
      select from transactions as t where t.sequence = k.sequence and t.received_at_ms = k.received_at_ms);
    if not found then return null; end if;
    insert into transaction_keys (${COLUMNS}) values (${keyOf('new')});
    return new;
  end $$`,
  `create function link_transaction_key() returns trigger language plpgsql as $$
  begin
    update transaction_keys set is_unlinked = ${unlinked('new')}, reference = case when ${unlinked('new')} then new.reference end
      where request_key = new.request_key and sequence = new.sequence;
    return null;
  end $$`,
  `create trigger link_key after update of original_request_id on transactions
    for each row execute function link_transaction_key()`,
];

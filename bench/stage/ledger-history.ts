import { Client } from 'pg';
import { ANSWER } from '../load/pairs.js';

const DAY_MS = 86_400_000;

/** Days that the past covers, and days of one of its ten partitions. */
export const HISTORY_DAYS = 30;
export const PARTITION_DAYS = 3;

/**
 * Fills an empty, migrated PostgreSQL database with this number of answered transactions. Their texts go into the partitions of
 * their time.
 */
export async function addLedgerHistory(
  url: string,
  {
    rows,
    prepare,
    tell,
  }: {
    readonly rows: number;
    /** Makes the partitions that are needed at this time. */
    readonly prepare: (nowMs: number) => Promise<void>;
    readonly tell: (line: string) => void;
  },
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const endMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const beginMs = endMs - HISTORY_DAYS * DAY_MS;
  await dropParts(client);
  await client.query(`create table transaction_texts_first partition of transaction_texts
    for values from (minvalue) to (${String(beginMs)})`);
  for (let nowMs = beginMs; nowMs <= Date.now(); nowMs += PARTITION_DAYS * DAY_MS) await prepare(nowMs);
  await prepare(Date.now());
  const indexes = await dropIndexes(client);
  for (let from = 0; from < rows; from += STEP) {
    const to = Math.min(rows, from + STEP);
    await client.query(insertOf(from, to, { beginMs, rows }));
    await expectParts(client);
    tell(`${String(to)} transactions`);
  }
  for (const definition of indexes) await client.query(definition);
  tell('their indexes');
  // A running database has done this long ago; otherwise it would happen during the measurement.
  await client.query('vacuum (freeze, analyze) transactions');
  await client.query('vacuum (freeze, analyze) transaction_texts');
  await client.query('checkpoint').catch(() => undefined);
  await client.end();
}

/**
 * Drops the partitions of the present. They are made again after those of the past, because partitions are only added at the end.
 */
async function dropParts(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'transaction_texts'::regclass`,
  );
  for (const { name } of rows) {
    if (name !== 'transaction_texts_other') await client.query(`drop table ${name}`);
  }
}

/** Checks that the default partition is empty: its rows would belong to no partition that can be dropped. */
async function expectParts(client: Client): Promise<void> {
  const { rows } = await client.query('select from transaction_texts_other limit 1');
  if (rows.length > 0) throw new Error('Rows of the past have no partition of their own.');
}

/**
 * Drops the indexes and returns their definitions. They are built afterwards: adding entries at random places, one by one, would
 * take as long as everything else.
 */
async function dropIndexes(client: Client): Promise<readonly string[]> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'transactions' and indexname not like '%_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return indexes.map(({ definition }) => definition);
}

const STEP = 500_000;

function insertOf(
  from: number,
  to: number,
  past: { readonly beginMs: number; readonly rows: number },
): string {
  const receivedAtMs = `(${String(past.beginMs)} + n::bigint * ${String(HISTORY_DAYS * DAY_MS)} / ${String(past.rows)})`;
  const stamp = `to_char(to_timestamp(${receivedAtMs} / 1000) at time zone 'UTC', 'YYYYMMDDHH24MISS')`;
  const date = `to_char(to_timestamp(${receivedAtMs} / 1000) at time zone 'UTC', 'YYYYMMDD"T"HH24:MI:SS')`;
  const card = `(5000000 + n::bigint * 7919 % 1000000)`;
  return `with added as (
    insert into transactions (request_id, request_key, method_name, effect, door, programme, terminal_id, reference,
      customer_id, card_id, request_amount, transaction_id, transaction_date, checksum, checksum_key, borders, content_hash,
      route, state, attempt, owner, lease_until_ms, received_at_ms, claimed_at_ms, sent_at_ms, answered_at_ms, settled_at_ms,
      http_status, result_code, answer_attempt)
    select ${card} || '_' || ${stamp} || '_' || n, ${stamp} || '_' || n || '_' || ${card}, 'Deduct', 'money', 'json', 'bench',
      '0068766621', ${card}::text, ${card}, ${card}, 200, 'H' || n, ${date}, md5(n::text) || md5('c' || n),
      ${date} || substr(md5(n::text), 1, 12), '10,21,30', md5(n::text) || md5('h' || n), 'default', 'answered', 1, 'bench', 0,
      ${receivedAtMs}, ${receivedAtMs}, ${receivedAtMs}, ${receivedAtMs}, ${receivedAtMs}, 200, 1, 1
    from generate_series(${String(from)}, ${String(to - 1)}) as n returning sequence, received_at_ms)
    insert into transaction_texts (transaction_sequence, received_at_ms, attempt, request, raw_answer, answer)
    select sequence, received_at_ms, 1, request, raw_answer, answer from added cross join (values
      ('{"request":"' || repeat('x', 520) || '"}', null, null), (null, '${ANSWER}', '${ANSWER}')) as x (request, raw_answer, answer)`;
}

import type { Client } from 'pg';
import { TEXT_COLUMNS, type TextPartitions } from '../dialect.js';
import { codeOf } from '../operation.js';
import { connected, type Target, type WatchedTarget } from './connection.js';
import { BEGIN, DELETE_WRITERS, SURE_COMMIT, WITHOUT_LIMITS } from './opening.js';

/** A partition. `toMs`, exclusive, ends the times at which its transactions are received. */
interface Part {
  readonly name: string;
  readonly toMs: number;
}

/** The first part ends with this day, by the database's clock. Texts with later times of a wrong clock go to the default part. */
export const CREATE_TEXTS: readonly string[] = [
  `create table transaction_texts (sequence bigserial not null, ${TEXT_COLUMNS}) partition by range (received_at_ms)`,
  'create index transaction_texts_transaction on transaction_texts (transaction_sequence, sequence)',
  // For texts that have no part yet, and for texts that outlive their part.
  'create table transaction_texts_other partition of transaction_texts default',
  `do $$ begin execute format(
    'create table transaction_texts_first partition of transaction_texts for values from (minvalue) to (%s)',
    ((extract(epoch from clock_timestamp()) * 1000)::bigint / 86400000 + 1) * 86400000); end $$`,
];

/**
 * Creates partitions ahead, and drops those whose transactions are all gone. Both change a table that every payment uses, and
 * payments wait meanwhile. Neither therefore waits longer than LOCK_MS; it tries again later.
 */
export function createTextPartitions(args: {
  readonly target: Target;
  readonly partitionMs: number;
}): TextPartitions {
  const { partitionMs } = args;
  const target = { ...args.target, lock: PARTS_LOCK };
  return {
    prepare: (nowMs) =>
      withPartitionLock({ target, attemptsMax: 3 }, (client) => prepare(client, nowMs, partitionMs)),
    endBefore: (timeMs) =>
      connected(target, async (client) => {
        const ends = (await partsOf(client)).map(({ toMs }) => toMs);
        const past = ends.filter((toMs) => toMs <= timeMs);
        // Where no more parts are made, texts are deleted row by row.
        return past.length === ends.length ? null : (past.at(-1) ?? 0);
      }),
    async drop(receivedBeforeMs) {
      for (const part of await connected(target, partsOf)) {
        if (part.toMs > receivedBeforeMs) break;
        await withPartitionLock({ target, attemptsMax: 10 }, (client) => drop(client, part));
      }
      await withPartitionLock({ target, attemptsMax: 3 }, (client) =>
        client.query(`delete from ${OTHER} as x where received_at_ms < ${String(receivedBeforeMs)}
          and not exists (select from transactions as t where t.sequence = x.transaction_sequence)`),
      );
    },
  };
}

const OTHER = 'transaction_texts_other';

/** Number of spans that are made before they begin. */
const SPANS_AHEAD = 2;

async function prepare(client: Client, nowMs: number, partitionMs: number): Promise<void> {
  const parts = await partsOf(client);
  const untilMs = nowMs + SPANS_AHEAD * partitionMs;
  let fromMs = parts.at(-1)?.toMs ?? Math.floor(nowMs / partitionMs) * partitionMs;
  while (fromMs < untilMs) {
    // After a long time without a gateway one part holds all of that time.
    const toMs = (Math.floor(Math.max(fromMs, nowMs - partitionMs) / partitionMs) + 1) * partitionMs;
    await addPart(client, fromMs, toMs);
    fromMs = toMs;
  }
  await client.query(DELETE_WRITERS);
}

async function addPart(client: Client, fromMs: number, toMs: number): Promise<void> {
  const name = `transaction_texts_${new Date(fromMs).toISOString().replace(/\D/g, '').slice(0, 14)}`;
  await client.query(`create table ${name} (like transaction_texts including defaults)`);
  const range = `received_at_ms >= ${String(fromMs)} and received_at_ms < ${String(toMs)}`;
  // Texts that came before their part wait in the default part. Nobody may change it between the two statements.
  await client.query(`lock table ${OTHER} in access exclusive mode`);
  await client.query(`insert into ${name} select * from ${OTHER} where ${range}`);
  await client.query(`delete from ${OTHER} where ${range}`);
  await client.query(
    `alter table transaction_texts attach partition ${name} for values from (${String(fromMs)}) to (${String(toMs)})`,
  );
}

/** Drops a part. Texts that still have their transaction go to the default part. */
async function drop(client: Client, { name, toMs }: Part): Promise<void> {
  const isThere = (await partsOf(client)).some((part) => part.name === name);
  const old = `t.received_at_ms < ${String(toMs)}`;
  const { rows } = await client.query(
    `select from transactions as t where ${old} limit ${String(KEPT_MAX + 1)}`,
  );
  if (!isThere || rows.length > KEPT_MAX) return;
  // All payments wait for this: no plan may read a whole part for the few rows that stay.
  await client.query(BY_INDEX);
  await client.query('lock table transaction_texts in access exclusive mode');
  await client.query(`alter table transaction_texts detach partition ${name}`);
  await client.query(`insert into transaction_texts select x.* from transactions as t
    join ${name} as x on x.transaction_sequence = t.sequence where ${old}`);
  await client.query(`drop table ${name}`);
}

/** Limit of remaining transactions. Above it the purge has not finished, and the part stays. */
const KEPT_MAX = 10_000;

const BY_INDEX = `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true)`;

/** Returns the parts, oldest first, without the default part. */
async function partsOf(client: Client): Promise<readonly Part[]> {
  const { rows } = await client.query<{ name: string; bound: string }>(PARTS);
  const parts = rows.flatMap(({ name, bound }) => {
    const [, to] = / TO \('(-?\d+)'\)/.exec(bound) ?? [];
    return to === undefined ? [] : [{ name, toMs: Number(to) }];
  });
  return parts.sort((a, b) => a.toMs - b.toMs);
}

const PARTS = `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_inherits as i join pg_class as c on c.oid = i.inhrelid where i.inhparent = 'transaction_texts'::regclass`;

/** Time limit for a change of the partitions that waits for payments. Later payments wait behind it. */
const LOCK_MS = 100;
const PAUSE_MS = 1000;

/** "parts", as a number. */
const PARTS_LOCK = '482871636083';

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Runs the work in one transaction, alone among changes of the partitions. Does nothing where payments leave no room for it, or
 * where this user has no right to it. Rows then go to the default part and are deleted one by one.
 */
async function withPartitionLock(
  { target, attemptsMax }: { readonly target: WatchedTarget; readonly attemptsMax: number },
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  await connected(target, async (client) => {
    for (let tried = 1; ; tried += 1) {
      try {
        await client.query(BEGIN);
        await client.query(WITHOUT_LIMITS);
        await client.query(`select set_config('lock_timeout', '${String(LOCK_MS)}', true), ${SURE_COMMIT}`);
        await client.query('select pg_advisory_xact_lock($1::bigint)', [PARTS_LOCK]);
        await work(client);
        await client.query('commit');
        return;
      } catch (error) {
        await client.query('rollback');
        const code = codeOf(error);
        if (code === INSUFFICIENT_PRIVILEGE) return;
        if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error;
        if (tried === attemptsMax) return;
      }
      await new Promise((resolve) => setTimeout(resolve, tried * PAUSE_MS));
    }
  });
}

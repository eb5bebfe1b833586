import { Client, type ClientConfig } from 'pg';
import type { LedgerParts } from '../dialect.js';
import { codeOf } from './errors.js';
import { GONE } from './ledger-names.js';
import { keysFrom } from './ledger-lookups.js';
import { FORGET_WRITERS } from './opening.js';
import { SURE_COMMIT } from './safety.js';

/** One partition, by the times at which its rows were received; the first one has no beginning. */
interface Part {
  readonly name: string;
  readonly fromMs: number | null;
  readonly toMs: number;
}

/**
 * Partitions are made ahead, and taken away when all of their rows are old. Both change the table that every payment uses, so neither
 * waits for it for longer than LOCK_MS, in which payments wait too; what does not get it in that time tries again later.
 */
export function createParts(args: {
  readonly config: ClientConfig;
  readonly partitionMs: number;
}): LedgerParts {
  const { config, partitionMs } = args;
  return {
    async prepare(nowMs) {
      await alone({ config, tries: 3, otherwise: null }, (client) => prepare(client, nowMs, partitionMs));
    },
    endBefore: (timeMs) =>
      connected(config, async (client) => {
        const ends = (await partsOf(client)).map(({ toMs }) => toMs).sort((one, two) => one - two);
        const past = ends.filter((toMs) => toMs <= timeMs);
        // Where no parts are made any more, what is received goes one by one.
        if (past.length === ends.length) return timeMs;
        return past.at(-1) ?? 0;
      }),
    takeAway: (wanted) =>
      alone<boolean>({ config, tries: 10, otherwise: false }, async (client) => {
        if (await exists(client, GONE)) return true;
        const part = await oldestOf(client, wanted);
        if (part !== null) await replace(client, part);
        return part !== null;
      }),
  };
}

/** Spans that are made before they begin. */
const SPANS_AHEAD = 2;

async function prepare(client: Client, nowMs: number, partitionMs: number): Promise<null> {
  const parts = await partsOf(client);
  const untilMs = nowMs + SPANS_AHEAD * partitionMs;
  let fromMs = Math.max(...parts.map(({ toMs }) => toMs));
  while (fromMs < untilMs) {
    // After a long time without a gateway one part holds all of it.
    const toMs = (Math.floor(Math.max(fromMs, nowMs - partitionMs) / partitionMs) + 1) * partitionMs;
    await addPart(client, { name: nameOf(fromMs), fromMs, toMs });
    fromMs = toMs;
  }
  await client.query(FORGET_WRITERS);
  return null;
}

function nameOf(fromMs: number): string {
  return `transactions_${new Date(fromMs).toISOString().replace(/\D/g, '').slice(0, 14)}`;
}

async function addPart(client: Client, { name, fromMs, toMs }: Part): Promise<void> {
  await client.query(`create table ${name} (like transactions including defaults)`);
  const range = `received_at_ms >= ${String(fromMs)} and received_at_ms < ${String(toMs)}`;
  // What came too early for its part waits in the one for all others, where its deletion takes the keys with it. Nobody may change
  // it between the two.
  await client.query('lock table transactions_other in access exclusive mode');
  await client.query(`insert into ${name} select * from transactions_other where ${range}`);
  await client.query(`delete from transactions_other where ${range}`);
  await attach(client, { name, fromMs, toMs });
  await client.query(keysFrom(name));
}

async function attach(client: Client, { name, fromMs, toMs }: Part): Promise<void> {
  await client.query(
    `alter table transactions attach partition ${name}
      for values from (${fromMs === null ? 'minvalue' : String(fromMs)}) to (${String(toMs)})`,
  );
}

/** The oldest part that may go, and of which more than `rowsMin` rows would, or which is empty: what is between goes row by row. */
async function oldestOf(
  client: Client,
  { receivedBeforeMs, rowsMin }: { readonly receivedBeforeMs: number; readonly rowsMin: number },
): Promise<Part | null> {
  if ((await countOf(client, `select from transactions where ${OPEN} limit ${String(OPEN_MAX)}`)) >= OPEN_MAX)
    return null;
  for (const part of await partsOf(client)) {
    if (part.toMs > receivedBeforeMs) continue;
    const stay = await countOf(client, needed(part.name));
    const enough = stay + rowsMin + 1;
    const rows = await countOf(client, `select from ${part.name} limit ${String(enough)}`);
    if (rows === enough || (rows === 0 && part.fromMs !== null)) return part;
  }
  return null;
}

/** Beyond so many open transactions nothing is taken away: to sort out what they need would take too long. */
const OPEN_MAX = 10_000;

/** Somebody waits for it still. The first half lets the index of open ones be used. */
const OPEN = `state <> 'answered' and state not in ('refused', 'failed')`;

/** The rows of a part that are open, and those that are linked with something open, wherever that is. */
const needed = (part: string): string => `with open as materialized (
    select request_id, original_request_id from transactions where ${OPEN}
    union all
    select request_id, original_request_id from ${part} where ${OPEN})
  select sequence from ${part} where ${OPEN}
  union
  select l.sequence from open join ${part} as l on l.original_request_id = open.request_id
  union
  select o.sequence from open
    join transaction_keys as k on k.request_key =
      substr(open.original_request_id, strpos(open.original_request_id, '_') + 1) || '_' ||
      split_part(open.original_request_id, '_', 1)
    join ${part} as o on o.sequence = k.sequence`;

/** Puts in its place a part that holds what is still needed of it, and keeps the rest under another name. */
async function replace(client: Client, part: Part): Promise<void> {
  const { name } = part;
  // Everybody waits for this: no plan may read a whole part for the few rows that stay.
  await client.query(BY_INDEX);
  await client.query('lock table transactions in access exclusive mode');
  await client.query(`alter table transactions detach partition ${name}`);
  await client.query(`alter table ${name} rename to ${GONE}`);
  await client.query(`create table ${name} (like transactions including defaults)`);
  await client.query(`insert into ${name} select * from ${GONE} where sequence in (${needed(GONE)})`);
  await client.query(`delete from ${GONE} where sequence in (select sequence from ${name})`);
  if (part.fromMs === null || (await countOf(client, `select from ${name} limit 1`)) > 0)
    await attach(client, part);
  else await client.query(`drop table ${name}`);
}

const BY_INDEX = `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true)`;

/** Oldest first; without the one for all others. */
async function partsOf(client: Client): Promise<readonly Part[]> {
  const { rows } = await client.query<{ name: string; bound: string }>(PARTS);
  const parts = rows.flatMap(({ name, bound }) => {
    const [, from, to] = /FROM \((?:MINVALUE|'(-?\d+)')\) TO \('(-?\d+)'\)/.exec(bound) ?? [];
    return to === undefined
      ? []
      : [{ name, fromMs: from === undefined ? null : Number(from), toMs: Number(to) }];
  });
  return parts.sort((a, b) => a.toMs - b.toMs);
}

const PARTS = `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_inherits as i join pg_class as c on c.oid = i.inhrelid where i.inhparent = 'transactions'::regclass`;

async function exists(client: Client, table: string): Promise<boolean> {
  return (await countOf(client, `select where to_regclass('${table}') is not null`)) > 0;
}

async function countOf(client: Client, rows: string): Promise<number> {
  const { rows: counted } = await client.query<{ n: number }>(
    `select count(*)::integer as n from (${rows}) as r`,
  );
  return counted[0]?.n ?? 0;
}

/** How long a change of the partitions may wait for the payments that use them, who wait behind it. */
const LOCK_MS = 100;
const PAUSE_MS = 1000;

/** "parts", as a number. */
const PARTS_LOCK = '482871636083';

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * In one transaction that nobody else changes the partitions beside. Resolves with `otherwise` when somebody does, when payments leave no
 * room for it, and when this user may not: then rows go where there is room, and leave one by one.
 */
async function alone<T>(
  args: { readonly config: ClientConfig; readonly tries: number; readonly otherwise: T },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { otherwise } = args;
  return connected(args.config, async (client) => {
    for (let tries = 1; ; tries += 1) {
      try {
        await client.query('begin');
        await client.query(`select set_config('lock_timeout', '${String(LOCK_MS)}', true), ${SURE_COMMIT}`);
        const { rows } = await client.query<{ taken: boolean }>(
          'select pg_try_advisory_xact_lock($1::bigint) as taken',
          [PARTS_LOCK],
        );
        const done = rows[0]?.taken === true ? await work(client) : otherwise;
        await client.query('commit');
        return done;
      } catch (error) {
        await client.query('rollback');
        const code = codeOf(error);
        if (code === INSUFFICIENT_PRIVILEGE) return otherwise;
        if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error;
        if (tries === args.tries) return otherwise;
      }
      await new Promise((resolve) => setTimeout(resolve, tries * PAUSE_MS));
    }
  });
}

async function connected<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  // Whoever waits for a statement is told; there is nobody else to tell.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

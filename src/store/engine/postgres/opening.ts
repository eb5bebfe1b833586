import type { StoreSettings } from '../../settings.js';
import type { LockName } from '../locks.js';
import type { Call, Operation, Result, Step } from '../operation.js';
import type { CallResult } from './round.js';

/**
 * Part of a transaction's opening. Its commit waits for the disk of the server and of requested standbys, whatever role, database
 * or server say now or after a reload. Only `remote_apply` waits for more. The setting ends with the transaction, so any
 * connection of a pooler will do.
 */
export const SURE_COMMIT = `set_config('synchronous_commit',
  case current_setting('synchronous_commit') when 'remote_apply' then 'remote_apply' else 'on' end, true)`;

/**
 * Returns the settings under which a crash loses committed data, one sentence each: which it is, where it comes from, and what to
 * do.
 */
export function* unsafeSettings({
  trustStorage,
}: Pick<StoreSettings, 'trustStorage'>): Operation<readonly string[]> {
  const { rows } = (yield { sql: FOUND, values: [] }) as Result<Found>;
  return rows
    .filter(({ name }) => !trustStorage || name === 'synchronous_commit')
    .map((found) => `${found.name} is off (${sourceOf(found)}): ${LOSES[found.name]} ${adviceOf(found)}`);
}

interface Found {
  readonly name: keyof typeof LOSES;
  readonly source: string;
  readonly role: string;
  readonly database: string;
}

/** Runs outside of our transactions: reads the settings that the connection got when it was made. */
const FOUND = `select name, source, current_user as role, current_database() as database from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`;

const LOSES = {
  fsync: 'a crash of its machine loses what was acknowledged, or all of it.',
  full_page_writes: 'a crash of its machine in the middle of a write damages what is there.',
  synchronous_commit: 'a crash of the server loses what was acknowledged.',
} as const;

function sourceOf({ source, role, database }: Found): string {
  switch (source) {
    case 'database user':
      return `set for role ${role} in database ${database}`;
    case 'user':
      return `set for role ${role}`;
    case 'database':
      return `set for database ${database}`;
    case 'global':
      return 'set for all roles';
    case 'configuration file':
      return 'set for the server, in a configuration file or by ALTER SYSTEM';
    default:
      return `set for the server: ${source}`;
  }
}

function adviceOf({ name, source, role, database }: Found): string {
  const [identRole, identDatabase] = [role, database].map((text) => `"${text.replaceAll('"', '""')}"`);
  const reset = {
    'database user': `ALTER ROLE ${String(identRole)} IN DATABASE ${String(identDatabase)} RESET ${name}`,
    global: `ALTER ROLE ALL RESET ${name}`,
    user: `ALTER ROLE ${String(identRole)} RESET ${name}`,
    database: `ALTER DATABASE ${String(identDatabase)} RESET ${name}`,
  }[source];
  if (reset !== undefined) return `Change it: ${reset}.`;
  const change = `Change it: ALTER SYSTEM SET ${name} = on, then SELECT pg_reload_conf() (a flag on the server's command line wins over that).`;
  return name === 'synchronous_commit'
    ? change
    : `${change} Where the storage of a hosted service needs no ${name}: database.trustStorage.`;
}

/**
 * Begins a transaction whose statements each see what was committed before them, also after a wait for a lock. Role, database or
 * server may set another default.
 */
export const BEGIN = 'begin isolation level read committed';

/** Lets a transaction that takes long be as long as it must, whatever role, database or server say. Older servers lack one of these. */
export const WITHOUT_LIMITS = `select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;

/** First half of the advisory locks with which ledger writers show followers where they began. */
const WRITERS = 0x43617264;

/** The second half of such a lock has 31 bits. */
const MARKS = 2 ** 31;

/**
 * Returns the statements that begin a transaction. READ COMMITTED lets each statement see what was committed before it. The locks
 * have a statement of their own; later statements see everything that the previous holders did. All transactions take locks in
 * the order of their numbers. All of it ends with the transaction, so any connection of a pooler will do.
 */
export function opening(args: { readonly locks: readonly LockName[]; readonly timeoutMs: number }): Call[] {
  const timeout = String(args.timeoutMs);
  const locks = [...new Set(args.locks)];
  return [
    { sql: BEGIN, values: [] },
    { sql: LIMITS, values: [timeout, timeout, timeout] },
    ...(locks.length === 0 ? [] : [{ sql: LOCKS, values: [arrayOf(locks)] }]),
    { sql: MARK, values: [WRITERS] },
  ];
}

/**
 * Generic plans are made once. Plans use an index wherever one exists. Otherwise the server would scan all of a table that it
 * believes empty, as after a vacuum of an empty one. It would do so for all rows that arrive until it is analyzed.
 */
const LIMITS = `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
  set_config('idle_in_transaction_session_timeout', $3, true),
  set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
  ${SURE_COMMIT}`;

const LOCKS = `select pg_advisory_xact_lock(k) from (
  select distinct hashtextextended(n, 0) as k from unnest($1::text[]) as n order by 1) as keys`;

/** Takes a lock in the middle of a transaction. */
export function* lock(name: LockName): Step<void> {
  yield { sql: LOCKS, values: [arrayOf([name])] };
}

const MARK = `select pg_current_xact_id()::text as xid,
  pg_advisory_xact_lock_shared($1::integer, ((last_value - 1 + is_called::integer) % ${String(MARKS)})::integer)
  from transactions_sequence_seq`;

/** Returns the statements that end a transaction that wrote: a note of it, and the commit. */
export function ending(note: Note): Call[] {
  return [{ sql: KEEP, values: [`writer ${note.writer}`, note.text] }, COMMIT];
}

/** A mark that distinguishes the commits of a writer. */
export interface Note {
  /** Name of the writer, which has one commit at a time. */
  readonly writer: string;
  readonly text: string;
}

const KEEP = `insert into store_facts (name, value) values ($1, $2 || ' ' || extract(epoch from now())::bigint)
  on conflict (name) do update set value = excluded.value`;

/** Returns whether the stored value is this note. The time of the note follows its text. */
export function isNote(value: string | undefined, note: Note): boolean {
  return value?.startsWith(`${note.text} `) === true;
}

/**
 * Deletes writers that have left no note for a day: most of their processes are gone. Notes are read for a minute at most, and a
 * live writer inserts its next note again. Notes from before migration 0010 have no time, and their writers cannot serve any more.
 */
export const DELETE_WRITERS = `delete from store_facts where name like 'writer %'
  and split_part(value, ' ', 2)::bigint < extract(epoch from now()) - 86400`;

export const COMMIT: Call = { sql: 'commit', values: [] };
export const ROLLBACK: Call = { sql: 'rollback', values: [] };

/** Returns the transaction's number. */
export function transactionIdOf(opened: readonly CallResult[]): string {
  return (opened.at(-1)?.rows[0] as { xid: string }).xid;
}

/**
 * Returns statements that ask whether the transaction has ended, and then for the writer's last note. The order matters, because
 * each statement sees what was committed before it. A number that the server never gave out belongs to a transaction that a
 * server crash lost.
 */
export function lookUp(args: { readonly transactionId: string; readonly writer: string }): Call[] {
  return [
    { sql: HAS_ENDED, values: [args.transactionId] },
    { sql: 'select value from store_facts where name = $1', values: [`writer ${args.writer}`] },
  ];
}

const HAS_ENDED = `select case when id >= pg_current_xact_id() then 1
  when pg_xact_status(id) = 'in progress' then 0 else 1 end as ended from (select $1::text::xid8 as id) as given`;

function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join()}}`;
}

/**
 * Returns the sequence up to which the ledger is complete: no row up to it can still appear. Writers do not commit in the order
 * of their sequences. Before it takes one, each writer therefore marks the last sequence given out (MARK).
 *
 * The order matters: a sequence given out before the first look is either committed before the second, or the second shows its
 * writer.
 */
export function* completeThrough(): Step<number> {
  const given = ((yield { sql: GIVEN, values: [] }) as Result<{ given: number }>).rows[0]?.given ?? 0;
  const { rows } = (yield { sql: WRITING, values: [WRITERS] }) as Result<{ mark: number }>;
  return rows.reduce((end, { mark }) => Math.min(end, given - ((given - mark + MARKS) % MARKS)), given);
}

const GIVEN = 'select last_value - 1 + is_called::integer as given from transactions_sequence_seq';

const WRITING = `select distinct objid::bigint as mark from pg_locks where locktype = 'advisory' and classid::bigint = $1
  and objsubid = 2 and database = (select oid from pg_database where datname = current_database())`;

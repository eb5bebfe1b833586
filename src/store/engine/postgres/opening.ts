import type { LockName } from '../locks.js';
import type { Call, Result, Step } from '../operation.js';
import type { Answer } from './pool.js';

/**
 * Part of a transaction's opening. Its commit waits for the disk of the server and of requested standbys, whatever role, database
 * or server say now or after a reload. Only `remote_apply` waits for more. The setting ends with the transaction, so any
 * connection of a pooler will do.
 */
export const SURE_COMMIT = `set_config('synchronous_commit',
  case current_setting('synchronous_commit') when 'remote_apply' then 'remote_apply' else 'on' end, true)`;

/**
 * Begins a transaction whose statements each see what was committed before them, also after a wait for a lock. Role, database or
 * server may set another default.
 */
export const BEGIN: Call = { sql: 'begin isolation level read committed', values: [] };
export const COMMIT: Call = { sql: 'commit', values: [] };
export const ROLLBACK: Call = { sql: 'rollback', values: [] };

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
    BEGIN,
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

function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join()}}`;
}

/**
 * Changes with each start of the server and with each crash after which it goes on: both set the counters of its background
 * writer to nothing. A crash loses transactions that were not yet on the disk, and gives their numbers to others.
 */
const SERVER_LIFE = `concat(extract(epoch from pg_postmaster_start_time()), ' ',
  extract(epoch from pg_stat_get_bgwriter_stat_reset_time()))`;

const MARK = `select pg_current_xact_id()::text as id, ${SERVER_LIFE} as life,
  pg_advisory_xact_lock_shared($1::integer, ((last_value - 1 + is_called::integer) % ${String(MARKS)})::integer)
  from transactions_sequence_seq`;

/** A transaction, as its server knows it. */
export interface Begun {
  readonly id: string;
  /** See SERVER_LIFE. */
  readonly life: string;
}

/** Returns the transaction that these answers to `opening` began. */
export function begunBy(opened: readonly Answer[]): Begun {
  return opened.at(-1)?.rows[0] as Begun;
}

/** Returns the statement that asks what has become of a transaction. A number that was never given out is of a lost one. */
export function standingOf({ id }: Begun): Call {
  return { sql: STANDING, values: [id] };
}

const STANDING = `select ${SERVER_LIFE} as life, case when id >= pg_current_xact_id() then 'aborted'
  else pg_xact_status(id) end as status from (select $1::text::xid8 as id) as given`;

export interface Standing {
  readonly life: string;
  /** Null for a transaction of long ago. */
  readonly status: 'in progress' | 'committed' | 'aborted' | null;
}

/**
 * Returns the statement before one that only reads. The server does not see that a connection is cut while its statement runs or waits
 * for a lock. The limit ends with the exchange, so any connection of a pooler will do.
 */
export function readLimit(timeoutMs: number): Call {
  return { sql: READ_LIMIT, values: [String(timeoutMs)] };
}

const READ_LIMIT = "select set_config('statement_timeout', $1, true)";

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

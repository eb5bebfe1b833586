import type { Client } from 'pg';
import { CardwayError } from '../../../platform/errors.js';
import type { Operation, Result, Step } from '../operation.js';
import { createClient, type Target } from './connection.js';
import { WITHOUT_LIMITS } from './opening.js';

/**
 * Lock that serving gateways share, and that a command takes alone when it needs a database without them. It names the schema,
 * because several databases of Cardway may be schemas of one of PostgreSQL.
 */
const SERVING = "hashtextextended('cardway serving ' || coalesce(current_schema(), ''), 0)";

/** Returns whether no command has the database alone at this moment. Keeps no lock, so any connection of a pooler will do. */
export function* mayServe(): Operation<boolean> {
  return yield* isTaken(`pg_try_advisory_xact_lock_shared(${SERVING})`);
}

/**
 * Keeps gateways away until the end of the transaction. Errors: UNAVAILABLE while one serves. It does not see a gateway without a
 * connection for wake-ups, which is what holds the lock.
 */
export function* requireUnserved(): Step<void> {
  if (!(yield* isTaken(`pg_try_advisory_xact_lock(${SERVING})`))) throw isServed();
}

function* isTaken(lock: string): Step<boolean> {
  const { rows } = (yield { sql: `select ${lock}::integer as taken`, values: [] }) as Result<{
    taken: number;
  }>;
  return rows[0]?.taken === 1;
}

/** Lock by which a gateway shows that it has the master key of this check. */
const KEY = "hashtextextended('cardway master key ' || $1 || ' ' || coalesce(current_schema(), ''), 0)";

/** Shows these checks on the connection that has the gateway's share, in place of those before. */
export async function shareKeys(
  client: Client,
  { before, now }: { readonly before: readonly string[]; readonly now: readonly string[] },
): Promise<void> {
  for (const check of now.filter((each) => !before.includes(each)))
    await client.query(`select pg_advisory_lock_shared(${KEY})`, [check]);
  for (const check of before.filter((each) => !now.includes(each)))
    await client.query(`select pg_advisory_unlock_shared(${KEY})`, [check]);
}

/** Returns whether every connection with a gateway's share shows this check too. */
export function* isKnownToGateways(masterKeyCheck: string): Step<boolean> {
  const isHeld = (
    held: string,
    lock: string,
  ): string => `${held}.locktype = 'advisory' and ${held}.objsubid = 1
    and ${held}.mode = 'ShareLock' and ${held}.granted
    and ${held}.database = (select oid from pg_database where datname = current_database())
    and (${held}.classid::bigint << 32 | ${held}.objid::bigint) = ${lock}`;
  const { rows } = (yield {
    sql: `select count(*)::integer as others from pg_locks gateway where ${isHeld('gateway', SERVING)}
      and not exists (select from pg_locks known where known.pid = gateway.pid and ${isHeld('known', KEY)})`,
    values: [masterKeyCheck],
  }) as Result<{ others: number }>;
  return rows[0]?.others === 0;
}

/** Takes a gateway's share of the lock for as long as the connection lives. Resolves false while a command has it alone. */
export async function shareServing(client: Client): Promise<boolean> {
  return isTakenOn(client, `pg_try_advisory_lock_shared(${SERVING})`);
}

/** Creates the error of a gateway that cannot serve. */
export function isHeldAlone(): CardwayError {
  return new CardwayError('UNAVAILABLE', {
    message:
      'cardway move, restore or reseal has the PostgreSQL database to itself: start the gateway when it has ended.',
  });
}

function isServed(): CardwayError {
  return new CardwayError('UNAVAILABLE', {
    message:
      'A gateway serves the PostgreSQL database, or another command has it to itself: stop every gateway on it first.',
  });
}

/** The whole lock, which keeps gateways away. */
interface ServingHold {
  /** Errors: UNAVAILABLE where the lock was lost, and a gateway may have started. */
  confirm(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the whole lock. It belongs to a transaction that does nothing else, so a pooler in between cannot keep it. Errors:
 * UNAVAILABLE while a gateway serves, and all errors of connecting.
 */
export async function holdServing(target: Target): Promise<ServingHold> {
  const client = createClient(target);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(WITHOUT_LIMITS);
    if (!(await isTakenWithin(client, ENDING_MS))) throw isServed();
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async confirm() {
      try {
        await client.query('select 1');
      } catch (cause) {
        throw new CardwayError('UNAVAILABLE', {
          message: 'The connection that keeps gateways away was lost. Run the same command again.',
          cause,
        });
      }
    },
    release: () => client.end(),
  };
}

/** Time in which the server notices that a gateway has just ended. */
const ENDING_MS = 1000;
const PAUSE_MS = 50;

async function isTakenWithin(client: Client, waitMs: number): Promise<boolean> {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    if (await isTakenOn(client, `pg_try_advisory_xact_lock(${SERVING})`)) return true;
    if (performance.now() > untilMs) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function isTakenOn(client: Client, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select ${lock} as taken`);
  return rows[0]?.taken === true;
}

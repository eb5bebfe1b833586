import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Call } from '../operation.js';
import { type CallResult, type Prepared, Round, type RoundCall, RoundFailed } from './round.js';
import { boundValue } from './values.js';

/** One connection of a pool, with the statements that it knows. */
export interface Session {
  /**
   * Runs calls in one exchange. Errors: RoundFailed, which says which of them; after `timeoutMs` the connection is cut.
   */
  run(calls: readonly Call[], timeoutMs: number): Promise<readonly CallResult[]>;
}

/** Statements under names that a connection keeps; those beyond are parsed anew each time. */
const STATEMENTS_MAX = 500;

const sessions = new WeakMap<PoolClient, Session>();

/** The session of a connection, the same one as long as the connection lives. */
function sessionOf(client: PoolClient, options: { readonly isNamed: boolean }): Session {
  const known = sessions.get(client);
  if (known !== undefined) return known;
  const session = createSession(client, options.isNamed ? STATEMENTS_MAX : 0);
  sessions.set(client, session);
  return session;
}

function createSession(client: PoolClient, statementsMax: number): Session {
  const statements = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= statementsMax) return { name: '', isParsed: false, columns: null };
    const statement = { name: `cardway_${String(statements.size + 1)}`, isParsed: false, columns: null };
    statements.set(sql, statement);
    return statement;
  };
  return {
    run(calls, timeoutMs) {
      return new Promise((resolve, reject) => {
        const round = calls.map((call, index): RoundCall => ({
          sql: call.sql,
          values: bound(call.values, index),
          prepared: prepare(call.sql),
        }));
        // While a query is under way, `end` cuts the connection.
        const timer = setTimeout(() => void (client as unknown as Ending).end(), timeoutMs);
        const done = (error: unknown, results: readonly CallResult[]): void => {
          clearTimeout(timer);
          if (error === null) resolve(results);
          else {
            deallocate(round, error);
            reject(error instanceof Error ? error : new Error('A round failed.', { cause: error }));
          }
        };
        client.query(new Round(round, done));
      });
    },
  };
}

/** Errors: RoundFailed for a value that no statement takes, before anything is sent. */
function bound(values: readonly unknown[], index: number): (string | Buffer | null)[] {
  try {
    return values.map(boundValue);
  } catch (error) {
    throw new RoundFailed(index, error);
  }
}

/** What the failed call and those after it prepared is there or is not. */
function deallocate(round: readonly RoundCall[], error: unknown): void {
  const from = error instanceof RoundFailed ? error.index : 0;
  for (const { prepared } of round.slice(from)) prepared.isParsed = false;
}

/** Its published type leaves it out. */
interface Ending {
  end(): Promise<void>;
}

/** A pool of connections. */
export interface Sessions {
  /** Lends one; `isBroken` says whether it is to be thrown away. */
  lend<T>(
    work: (session: Session) => Promise<{ readonly result: T; readonly isBroken: boolean }>,
  ): Promise<T>;
  /** One exchange on any of them. Errors: RoundFailed, and those of connecting. */
  run(calls: readonly Call[]): Promise<readonly CallResult[]>;
  close(): Promise<void>;
}

interface SessionsOptions {
  readonly config: PoolConfig;
  readonly max: number;
  /** Statements are kept under names. */
  readonly isNamed: boolean;
  readonly connectTimeoutMs: number;
  readonly timeoutMs: number;
}

/** An idle connection is closed after so long, so that a burst does not hold connections for ever. */
const IDLE_MS = 60_000;

export function openSessions(options: SessionsOptions): Sessions {
  const pool = new Pool({
    ...options.config,
    max: options.max,
    connectionTimeoutMillis: options.connectTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the next use.
  pool.on('error', () => undefined);
  // As long as it lives: a server that is stopped can end a connection in the very packet that lends it, before its borrower could
  // listen, and an error that nobody listens for ends the process. Whoever waits for a statement is told.
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function lend<T>(
    work: (session: Session) => Promise<{ readonly result: T; readonly isBroken: boolean }>,
  ): Promise<T> {
    const client: PoolClient = await pool.connect();
    let isBroken = true;
    try {
      const done = await work(sessionOf(client, options));
      isBroken = done.isBroken;
      return done.result;
    } finally {
      client.release(isBroken);
    }
  }

  return {
    lend,
    async run(calls) {
      const done = await lend(async (session) => {
        try {
          return { result: await session.run(calls, options.timeoutMs), isBroken: false };
        } catch (error) {
          return { result: error, isBroken: true };
        }
      });
      if (done instanceof RoundFailed) throw done;
      return done as readonly CallResult[];
    },
    close: () => pool.end(),
  };
}

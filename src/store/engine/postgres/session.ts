import { createHash } from 'node:crypto';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Call } from '../operation.js';
import { EndingClient, KEEP_ALIVE } from './connection.js';
import {
  type CallResult,
  causeOf,
  isOfServer,
  noAnswer,
  type Prepared,
  Round,
  type RoundCall,
  RoundFailed,
} from './round.js';
import { boundValue } from './values.js';

/** A connection of a pool, with its prepared statements. */
export interface Session {
  /** Runs calls in one exchange. Errors: RoundFailed, which names the failing call. After `timeoutMs` the connection is cut. */
  run(calls: readonly Call[], timeoutMs: number): Promise<readonly CallResult[]>;
}

/** Number of named statements that a connection keeps. Further ones are parsed anew each time. */
const STATEMENTS_MAX = 500;

const sessions = new WeakMap<PoolClient, Session>();

/** Returns the session of a connection, the same one for the connection's life. */
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
    const statement = { name: nameOf(sql), isParsed: false, columns: null };
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
        let isCut = false;
        const timer = setTimeout(() => {
          isCut = true;
          // During a query, `end` cuts the connection.
          void (client as unknown as Ending).end();
        }, timeoutMs);
        const done = (error: unknown, results: readonly CallResult[]): void => {
          clearTimeout(timer);
          if (error === null) resolve(results);
          else {
            deallocate(round, error);
            reject(isCut ? withoutAnswer(error) : asError(error));
          }
        };
        client.query(new Round(round, done));
      });
    },
  };
}

/**
 * Returns a name that belongs to this text alone. A pooler that knows nothing of named statements can lend a server connection on
 * which another session named its own. A number would run that one with the values of this one.
 */
function nameOf(sql: string): string {
  return `cardway_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`;
}

/** Converts values. Errors: RoundFailed for a value that no statement accepts, before anything is sent. */
function bound(values: readonly unknown[], index: number): (string | Buffer | null)[] {
  try {
    return values.map(boundValue);
  } catch (error) {
    throw new RoundFailed(index, error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('A round failed.', { cause: error });
}

/** Names the cause of a cut, unless the server gave another one just before. */
function withoutAnswer(error: unknown): Error {
  if (isOfServer(causeOf(error))) return asError(error);
  return new RoundFailed(error instanceof RoundFailed ? error.index : 0, noAnswer());
}

/** Marks the failed call's statement and later ones as unparsed: the server may or may not have them. */
function deallocate(round: readonly RoundCall[], error: unknown): void {
  const from = error instanceof RoundFailed ? error.index : 0;
  for (const { prepared } of round.slice(from)) prepared.isParsed = false;
}

/** A method that the published type leaves out. */
interface Ending {
  end(): Promise<void>;
}

/** A pool of connections. */
export interface Sessions {
  /** Lends a connection. `isBroken` says whether to discard it. */
  lend<T>(
    work: (session: Session) => Promise<{ readonly result: T; readonly isBroken: boolean }>,
  ): Promise<T>;
  /**
   * Runs one exchange on any connection, and lets each statement take `timeoutMs` at most. Errors: RoundFailed, and those of
   * connecting.
   */
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

/** Time after which an idle connection is closed. A burst must not hold connections for ever. */
const IDLE_MS = 60_000;

/**
 * The server does not see that a connection is cut while its statement runs or waits for a lock. The statement would go on, on a
 * connection that no pool counts. The setting ends with the exchange, so any connection of a pooler will do.
 */
const LIMIT = "select set_config('statement_timeout', $1, true)";

/** Message of the pool where every connection stayed in use. */
const POOL_IN_USE = 'timeout exceeded when trying to connect';

export function openSessions(options: SessionsOptions): Sessions {
  const limit: Call = { sql: LIMIT, values: [String(options.timeoutMs)] };
  const pool = new Pool({
    ...options.config,
    max: options.max,
    connectionTimeoutMillis: options.connectTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    ...KEEP_ALIVE,
    Client: EndingClient,
  });
  // The next use replaces an idle connection that breaks.
  pool.on('error', () => undefined);
  // Listens for the connection's whole life. A stopped server can end a connection in the packet that lends it, before the
  // borrower listens. An unheard error ends the process. A pending query reports the error itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const pace = createPace();

  /** Errors: those of connecting. While it fails, few callers try, and the others get the error of the last one that did. */
  async function connect(): Promise<PoolClient> {
    if (pool.idleCount === 0) await pace.turn();
    try {
      const client = await pool.connect();
      pace.succeeded();
      return client;
    } catch (error) {
      // A vain wait for a connection in use says nothing of the server.
      if (!(error instanceof Error && error.message === POOL_IN_USE)) pace.failed(error);
      throw error;
    }
  }

  async function lend<T>(
    work: (session: Session) => Promise<{ readonly result: T; readonly isBroken: boolean }>,
  ): Promise<T> {
    const client = await connect();
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
          const [, ...results] = await session.run([limit, ...calls], options.timeoutMs);
          return { result: results, isBroken: false };
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

/**
 * Creates the pace of new connections while they fail. Without it, every retry of every caller makes one, hundreds in a second. A
 * server that recovers or is full starts a process for each, and logs it.
 */
function createPace(): {
  /** Resolves for the caller that may connect now. Errors: after a pause, the last failure, for every other caller. */
  turn(): Promise<void>;
  failed(error: unknown): void;
  succeeded(): void;
} {
  let failure: { readonly error: unknown; readonly sinceMs: number } | null = null;
  let nextAtMs = 0;
  const putOff = (sinceMs: number): void => {
    const nowMs = performance.now();
    nextAtMs = nowMs + Math.min(nowMs - sinceMs, PAUSE_MAX_MS);
  };
  return {
    async turn() {
      if (failure === null) return;
      const { error, sinceMs } = failure;
      const pauseMs = nextAtMs - performance.now();
      if (pauseMs <= 0) {
        putOff(sinceMs);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      throw error;
    },
    failed(error) {
      failure = { error, sinceMs: failure?.sinceMs ?? performance.now() };
      putOff(failure.sinceMs);
    },
    succeeded() {
      failure = null;
    },
  };
}

/** Longest pause before another connection, after the same time of failures. */
const PAUSE_MAX_MS = 250;

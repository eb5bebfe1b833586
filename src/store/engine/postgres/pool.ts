import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Call, Result } from '../operation.js';
import { CONNECT_TIMEOUT_MS, EndingClient, KEEP_ALIVE } from './connection.js';
import { onlyReads } from './errors.js';
import { exchange, type PacketCall } from './packet.js';
import { boundValue, COLUMN_TYPES } from './values.js';

/** A connection that one user has to itself. */
export interface Lent {
  /** Runs calls in one exchange. Errors: of the first that fails, after which none runs. */
  send(...calls: readonly Call[]): Promise<readonly Answer[]>;
}

export interface Answer extends Result<unknown> {
  /** First word of the command that was run, in upper case. */
  readonly command: string;
}

export type Connections = ReturnType<typeof openConnections>;

/** All connections stayed in use, which says nothing of the server. */
export class ConnectionsInUse extends Error {
  override readonly name = 'ConnectionsInUse';
}

interface ConnectionsOptions {
  readonly config: PoolConfig;
  readonly max: number;
  /** Statements are kept under names. */
  readonly isNamed: boolean;
  /** Time limit for a statement. The server has the same one, and gives its error first. */
  readonly timeoutMs: number;
}

/** Time after which an idle connection is closed. A burst must not hold connections for ever. */
const IDLE_MS = 60_000;

/** Extra time, so that the server times out first and says why. */
const GRACE_MS = 1000;

export function openConnections(options: ConnectionsOptions) {
  const pool = new Pool({
    ...options.config,
    max: options.max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: options.timeoutMs + GRACE_MS,
    idleTimeoutMillis: IDLE_MS,
    types: COLUMN_TYPES,
    ...KEEP_ALIVE,
    Client: EndingClient,
  });
  // The next use replaces an idle connection that breaks.
  pool.on('error', () => undefined);
  // Listens for the connection's whole life: an unheard error of a connection that is lent ends the process. A pending query
  // reports the error itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const packetCallOf = createNames(options.isNamed ? STATEMENTS_MAX : 0);
  let failure: Failure | null = null;

  function failed(error: unknown): void {
    failure = { error, nextAtMs: performance.now() + PACE_MS };
  }

  /**
   * While connections fail, one caller in each pause makes one, and the others get the last failure. Otherwise every retry of every
   * caller would make one, hundreds in a second. A server that recovers or is full starts a process for each, and logs it.
   */
  async function connect(): Promise<PoolClient> {
    if (failure !== null && pool.idleCount === 0) {
      const { error, nextAtMs } = failure;
      const pauseMs = nextAtMs - performance.now();
      if (pauseMs > 0) {
        await pause(pauseMs);
        throw error;
      }
      failed(error);
    }
    try {
      const client = await pool.connect();
      failure = null;
      return client;
    } catch (error) {
      if (!isInUse(error)) failed(error);
      throw isInUse(error) ? (failure?.error ?? new ConnectionsInUse()) : error;
    }
  }

  async function send(client: PoolClient, calls: readonly Call[]): Promise<readonly Answer[]> {
    const results = await exchange(client, calls.map(packetCallOf));
    return results.map(({ rows, rowCount, command }) => ({ rows, changes: rowCount ?? 0, command }));
  }

  return {
    /**
     * Lends a connection, and closes it where the work fails: the state of it is unknown then. Errors: those of the work and of
     * connecting; ConnectionsInUse.
     */
    async lend<T>(work: (lent: Lent) => Promise<T>): Promise<T> {
      const client = await connect();
      try {
        const result = await work({ send: (...calls) => send(client, calls) });
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        // The next connection most likely leads to the same server.
        if (onlyReads(error)) failed(error);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

/** The last failed connection, and when the next one may be made. */
interface Failure {
  readonly error: unknown;
  readonly nextAtMs: number;
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** Number of named statements of a pool. Further ones are parsed anew each time. */
const STATEMENTS_MAX = 500;

/**
 * Names statements by their text. A pooler that knows nothing of named statements can lend a server connection on which another
 * session named its own. A number would run that one with the values of this one.
 */
function createNames(statementsMax: number): (call: Call) => PacketCall {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text);
    if (known !== undefined || names.size >= statementsMax) return known ?? '';
    const name = `cardway_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
    names.set(text, name);
    return name;
  };
  return ({ sql, values }) => ({ text: sql, name: nameOf(sql), values: values.map(boundValue) });
}

/** Pause before another connection, while none can be made. */
const PACE_MS = 100;

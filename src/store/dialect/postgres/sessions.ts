import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Call } from '../../operation.js';
import { RoundFailed, type CallResult } from './round.js';
import { sessionOf, type Session } from './session.js';

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

export interface SessionsOptions {
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

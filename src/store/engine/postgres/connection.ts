import { Client, type PoolConfig } from 'pg';
import { cannotConnect } from './errors.js';
import { serverOf } from './url.js';

/** Time limit for making a connection. */
export const CONNECT_TIMEOUT_MS = 2000;

/**
 * Idle time after which the system looks whether the host of the server is still there. Its own default is two hours. On Linux ten
 * more seconds pass until the connection fails. Firewalls that forget idle connections keep them meanwhile.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** A client whose end does not wait for a silent server. */
export class EndingClient extends Client {
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const cut = setTimeout(() => this.connection.stream.destroy(), END_MS);
    cut.unref();
    this.once('end', () => {
      clearTimeout(cut);
    });
    if (callback === undefined) return super.end();
    super.end(callback);
    return undefined;
  }
}

/** Time for the server to close a connection that was ended. Nothing is under way on it. */
const END_MS = 1000;

/** Time limit for one statement of a migration, which works at whole tables. A pooler in between may never answer. */
const LONG_STATEMENT_MS = 3_600_000;

/**
 * Runs long work on a connection of its own. Errors: those of the work, and UNAVAILABLE, with a sentence, where no connection can be
 * made.
 */
export async function connected<T>(config: PoolConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new EndingClient({
    ...config,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: LONG_STATEMENT_MS,
  });
  // A pending query reports the error itself; nobody else needs it.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw cannotConnect(error, serverOf(config));
  });
  try {
    return await work(client);
  } finally {
    // Without a commit, the end of the connection rolls back.
    await client.end();
  }
}

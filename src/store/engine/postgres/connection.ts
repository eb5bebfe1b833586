import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { cannotConnect, isOfServer, noAnswer } from './errors.js';
import { serverOf } from './url.js';

/** A server, and how long a connection to it may take. */
export interface Target {
  readonly config: ClientConfig;
  readonly connectTimeoutMs: number;
  /** Time limit for the answer to a short statement. A longer one is watched at this interval. */
  readonly answerMs: number;
}

/** A target of statements that may take long. Their transactions hold this advisory lock, by which others see them at work. */
export interface WatchedTarget extends Target {
  readonly lock: string;
}

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

/** Creates a client of its own, outside of the pools. Without an answer in time, a statement fails; end the client then. */
export function createClient({ config, connectTimeoutMs, answerMs }: Target): Client {
  return createWith({ ...config, connectionTimeoutMillis: connectTimeoutMs, query_timeout: answerMs });
}

function createWith(config: ClientConfig): Client {
  const client = new EndingClient({ ...config, ...KEEP_ALIVE });
  // A pending query reports the error itself; nobody else needs it.
  client.on('error', () => undefined);
  return client;
}

/**
 * Runs work on a connection of its own. Statements may take as long as they must while the server works at them. Errors: those of
 * the work, and of a connection that was cut because the server is silent. UNAVAILABLE, with a sentence, where none can be made.
 */
export async function connected<T>(target: WatchedTarget, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createWith({ ...target.config, connectionTimeoutMillis: target.connectTimeoutMs });
  await client.connect().catch((error: unknown) => {
    throw cannotConnect(error, serverOf(target.config));
  });
  const silence: { error: Error | null } = { error: null };
  const watching = watch(client, target, () => {
    silence.error = noAnswer();
    void client.end();
  });
  try {
    return await work(client);
  } catch (error) {
    throw silence.error ?? error;
  } finally {
    clearInterval(watching);
    // Without a commit, the end of the connection rolls back.
    await client.end();
  }
}

/** Reports a connection on which a statement waits for its answer although the server does not work at it. */
function watch(client: Client, target: WatchedTarget, onSilent: () => void): NodeJS.Timeout {
  const { stream } = client.connection as unknown as { readonly stream: Socket };
  let before = -1;
  const look = async (): Promise<void> => {
    const now = stream.bytesRead;
    const isQuiet = isWaiting(client) && now === before;
    before = now;
    if (isQuiet && !(await isAtWork(target)) && stream.bytesRead === now) onSilent();
  };
  return setInterval(() => void look(), target.answerMs);
}

/** Returns whether a statement is under way. The published type leaves it out. */
function isWaiting(client: Client): boolean {
  return !(client as unknown as { readonly readyForQuery: boolean }).readyForQuery;
}

/**
 * Returns whether the server works for a session that has the lock or waits for it. A server that answers with an error is not
 * silent.
 */
async function isAtWork(target: WatchedTarget): Promise<boolean> {
  const client = createClient(target);
  try {
    await client.connect();
    const { rows } = await client.query(AT_WORK, [target.lock]);
    return rows.length > 0;
  } catch (error) {
    return isOfServer(error);
  } finally {
    await client.end();
  }
}

const AT_WORK = `select from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and objsubid = 1 and state = 'active'
    and (classid::bigint << 32) + objid::bigint = $1::bigint
    and database = (select oid from pg_database where datname = current_database())`;

import { type Connection, type PoolClient, Query, type QueryResult } from 'pg';

/** A statement in the form that the protocol sends. */
export interface PacketCall {
  readonly text: string;
  /** Empty for a statement that is parsed anew each time. */
  readonly name: string;
  readonly values: (string | Buffer | null)[];
}

type Callback = (error: Error | null | undefined, results: unknown) => void;

/**
 * Several statements that go to the server and come back in one exchange. A query of `pg` is one statement, and the server answers
 * each in a packet of its own. This one speaks the extended query protocol (PostgreSQL 18, 54.2.3) with one Sync at the end: after an
 * error the server skips the rest.
 */
class Packet extends Query {
  constructor(
    private readonly calls: readonly PacketCall[],
    /** Names of the statements that the connection holds. */
    private readonly parsed: Set<string>,
    callback: Callback,
  ) {
    super({ text: '' }, callback);
    this.submit = (connection) => {
      this.sendAll(connection);
    };
  }

  private sendAll(connection: Connection): void {
    connection.stream.cork();
    for (const { text, name, values } of this.calls) {
      if (!this.parsed.has(name)) {
        // Another session may have left it on a pooler's connection. Closing a missing statement is no error.
        if (name !== '') connection.close({ type: 'S', name }, true);
        connection.parse({ name, text, types: [] }, true);
        if (name !== '') this.parsed.add(name);
      }
      connection.bind({ statement: name, values }, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }
}

const parsedBy = new WeakMap<PoolClient, Set<string>>();

/** Sends statements in one packet. The connection is of no use after an error. */
export function exchange(client: PoolClient, calls: readonly PacketCall[]): Promise<readonly QueryResult[]> {
  const parsed = parsedBy.get(client) ?? new Set();
  parsedBy.set(client, parsed);
  return new Promise((resolve, reject) => {
    const done: Callback = (error, results) => {
      // One result comes alone.
      if (error === null || error === undefined) resolve([results].flat() as QueryResult[]);
      else reject(error.message === 'Query read timeout' ? new Error(NO_ANSWER) : error);
    };
    client.query(new Packet(calls, parsed, done));
  });
}

const NO_ANSWER = 'PostgreSQL does not answer: timed out. A pooler in between may have no connection left.';

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { readPostgresUrl } from '../../../src/store/engine/postgres/url.js';
import { causeOf, isPassing } from '../../../src/store/engine/postgres/round.js';
import { openSessions, type Sessions } from '../../../src/store/engine/postgres/session.js';
import { until } from '../../life/until.js';
import { postgresServerTests } from '../../support/databases.js';

/** Returns a message of PostgreSQL's protocol (its documentation, section 54.7). */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const STARTING = message('E', Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0'));
const SHUT_DOWN = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

describe('a connection', () => {
  let server: Server;
  let sessions: Sessions;

  /** Opens sessions to a server that does this with each new connection. */
  async function openTo(greet: (socket: Socket) => void, timeoutMs: number): Promise<void> {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        greet(socket);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    sessions = openSessions({
      config: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'cardway' },
      max: 1,
      isNamed: true,
      connectTimeoutMs: 5000,
      timeoutMs,
    });
  }

  afterEach(async () => {
    await sessions.close();
    server.close();
  });

  it('that its server ends in its ready packet fails only its borrower', async () => {
    await openTo((socket) => socket.end(Buffer.concat([AUTHENTICATED, READY, SHUT_DOWN])), 5000);
    await expect(sessions.run([{ sql: 'select 1', values: [] }])).rejects.toThrow();
  });

  it('on which nothing comes fails with a sentence for operators, as behind a full pooler', async () => {
    await openTo((socket) => socket.write(Buffer.concat([AUTHENTICATED, READY])), 100);
    expect(await sessions.run([{ sql: 'select 1', values: [] }]).catch(causeOf)).toMatchObject({
      message: 'PostgreSQL does not answer: timed out. A pooler in between may have no connection left.',
    });
  });
});

postgresServerTests((name, _create, server) => {
  function onePooled(): Sessions {
    const { config } = readPostgresUrl(server().url);
    return openSessions({ config, max: 1, isNamed: true, connectTimeoutMs: 5000, timeoutMs: 5000 });
  }

  it(`two sessions on ${name} give one name to one text only, as a pooler may confuse them`, async () => {
    const sessions = [onePooled(), onePooled()];
    const texts = ['select $1::text as first', 'select $1::text as second', 'select $1::text as third'];
    const namesOf = async (session: Sessions, order: readonly string[]): Promise<Map<string, string>> => {
      for (const sql of order) await session.run([{ sql, values: ['value'] }]);
      const [found] = await session.run([
        { sql: 'select name, statement from pg_prepared_statements', values: [] },
      ]);
      const rows = (found?.rows ?? []) as { name: string; statement: string }[];
      return new Map(rows.map((row) => [row.statement, row.name]));
    };
    const [one, other] = await Promise.all([
      namesOf(sessions[0]!, texts),
      namesOf(sessions[1]!, texts.toReversed()),
    ]);
    expect(texts.map((sql) => one!.get(sql))).toEqual(texts.map((sql) => other!.get(sql)));
    expect(new Set(one!.values()).size).toBe(one!.size);
    await Promise.all(sessions.map((session) => session.close()));
  });

  it(`a statement that the connection of ${name} lacks is worth another attempt, which prepares it`, async () => {
    const sessions = onePooled();
    const call = { sql: 'select 1 as one', values: [] };
    const { result } = await sessions.lend(async (session) => {
      await session.run([call], 5000);
      await session.run([{ sql: 'deallocate all', values: [] }], 5000);
      const error: unknown = await session.run([call], 5000).catch((failure: unknown) => failure);
      const [again] = await session.run([call], 5000);
      return { result: { result: [isPassing(causeOf(error)), again?.rows] }, isBroken: false };
    });
    expect(result).toEqual([true, [{ one: 1 }]]);
    await sessions.close();
  });

  it(`while ${name} lets nobody in, callers that try again make few connections, and are served afterwards`, async () => {
    const { hostname, port } = new URL(server().url);
    let isStarting = true;
    let connections = 0;
    const proxy = createServer((near) => {
      connections += 1;
      near.on('error', () => undefined);
      if (isStarting) near.once('data', () => near.end(STARTING));
      else near.pipe(connect(Number(port), hostname)).pipe(near);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const config = { ...readPostgresUrl(server().url).config, port: (proxy.address() as AddressInfo).port };
    const sessions = openSessions({
      config,
      max: 2,
      isNamed: true,
      connectTimeoutMs: 5000,
      timeoutMs: 5000,
    });
    let failures = 0;
    async function untilServed(): Promise<unknown> {
      for (;;) {
        const results = await sessions.run([{ sql: 'select 1 as one', values: [] }]).catch(() => null);
        if (results !== null) return results[0]?.rows;
        failures += 1;
        isStarting = failures < 400;
      }
    }
    const served = await Promise.all(Array.from({ length: 20 }, untilServed));
    expect(served).toEqual(served.map(() => [{ one: 1 }]));
    // Without a pace, each failure is that of a connection of its own.
    expect(connections).toBeLessThan(failures / 4);
    await sessions.close();
    proxy.close();
  });

  it(`a read that ${name} keeps waiting for a lock ends on the server too`, async () => {
    const administrator = new Client({ connectionString: server().url });
    const onlooker = new Client({ connectionString: server().url });
    await Promise.all([administrator.connect(), onlooker.connect()]);
    await administrator.query('create table held (id integer)');
    await administrator.query('begin');
    await administrator.query('lock table held in access exclusive mode');
    const { config } = readPostgresUrl(server().url);
    const sessions = openSessions({ config, max: 1, isNamed: true, connectTimeoutMs: 5000, timeoutMs: 500 });
    await expect(sessions.run([{ sql: 'select * from held', values: [] }])).rejects.toThrow();
    await until('no read waits for the table', async () => {
      const { rows } = await onlooker.query(
        "select from pg_locks where relation = 'held'::regclass and not granted",
      );
      return rows.length === 0;
    });
    await administrator.query('drop table held; commit');
    await Promise.all([sessions.close(), administrator.end(), onlooker.end()]);
  });
});

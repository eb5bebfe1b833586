import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { readPostgresUrl } from '../../../src/store/engine/postgres/url.js';
import { readLimit } from '../../../src/store/engine/postgres/opening.js';
import { isPassing } from '../../../src/store/engine/postgres/errors.js';
import { type Connections, openConnections } from '../../../src/store/engine/postgres/pool.js';
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
  let connections: Connections;

  /** Opens connections to a server that does this with each new connection. */
  async function openTo(greet: (socket: Socket) => void, timeoutMs: number): Promise<void> {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        greet(socket);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    connections = openConnections({
      config: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'cardway' },
      max: 1,
      isNamed: true,
      timeoutMs,
    });
  }

  afterEach(async () => {
    await connections.close();
    server.close();
  });

  const ask = (): Promise<unknown> => connections.lend((lent) => lent.send({ sql: 'select 1', values: [] }));

  it('that its server ends in its ready packet fails only its borrower', async () => {
    await openTo((socket) => socket.end(Buffer.concat([AUTHENTICATED, READY, SHUT_DOWN])), 5000);
    await expect(ask()).rejects.toThrow();
  });

  it('that breaks while it is lent fails only its borrower', async () => {
    let cut = (): void => undefined;
    await openTo((socket) => {
      cut = () => socket.resetAndDestroy();
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
    }, 5000);
    const { port } = server.address() as AddressInfo;
    const lent = connections.lend(async ({ send }) => {
      cut();
      // The end of another connection is heard after the break of this one.
      const other = connect(port, '127.0.0.1', () => other.end());
      await once(other, 'close');
      return send({ sql: 'select 1', values: [] });
    });
    await expect(lent).rejects.toThrow();
  });

  it('on which nothing comes fails with a sentence for operators, as behind a full pooler', async () => {
    await openTo((socket) => socket.write(Buffer.concat([AUTHENTICATED, READY])), 100);
    await expect(ask()).rejects.toMatchObject({
      message: 'PostgreSQL does not answer: timed out. A pooler in between may have no connection left.',
    });
  });
});

postgresServerTests((name, _create, server) => {
  const open = (more: Partial<Parameters<typeof openConnections>[0]> = {}): Connections =>
    openConnections({
      ...{ config: readPostgresUrl(server().url).config, max: 1, isNamed: true },
      timeoutMs: 5000,
      ...more,
    });

  const rowsOf = (
    connections: Connections,
    sql: string,
    values: unknown[] = [],
  ): Promise<readonly unknown[]> =>
    connections.lend(async (lent) => (await lent.send({ sql, values }))[0]?.rows ?? []);

  it(`two pools on ${name} give one name to one text only, as a pooler may confuse them`, async () => {
    const pools = [open(), open()];
    const texts = ['select $1::text as first', 'select $1::text as second', 'select $1::text as third'];
    const namesOf = async (pool: Connections, order: readonly string[]): Promise<Map<string, string>> => {
      for (const sql of order) await rowsOf(pool, sql, ['value']);
      const rows = (await rowsOf(pool, 'select name, statement from pg_prepared_statements')) as {
        name: string;
        statement: string;
      }[];
      return new Map(rows.map((row) => [row.statement, row.name]));
    };
    const [one, other] = await Promise.all([
      namesOf(pools[0]!, texts),
      namesOf(pools[1]!, texts.toReversed()),
    ]);
    expect(texts.map((sql) => one!.get(sql))).toEqual(texts.map((sql) => other!.get(sql)));
    expect(new Set(one!.values()).size).toBe(one!.size);
    await Promise.all(pools.map((pool) => pool.close()));
  });

  it(`a statement that the connection of ${name} lacks is worth another attempt, which prepares it`, async () => {
    const pool = open();
    const call = { sql: 'select 1 as one', values: [] };
    const error: unknown = await pool
      .lend(async (lent) => {
        await lent.send(call, { sql: 'deallocate all', values: [] });
        return lent.send(call);
      })
      .catch((failure: unknown) => failure);
    expect(isPassing(error)).toBe(true);
    expect(await rowsOf(pool, call.sql)).toEqual([{ one: 1 }]);
    await pool.close();
  });

  it(`a statement that another session left on the connection of ${name} is replaced, as behind a pooler`, async () => {
    const [pool, other] = [open(), open()];
    const text = 'select 1 as one';
    await rowsOf(other, text);
    const named = "select name from pg_prepared_statements where statement = 'select 1 as one'";
    const [{ name: left }] = (await rowsOf(other, named)) as [{ name: string }];
    await pool.lend(async (lent) => {
      await lent.send({ sql: `prepare "${left}" as select 2 as two`, values: [] });
      expect((await lent.send({ sql: text, values: [] }))[0]?.rows).toEqual([{ one: 1 }]);
    });
    await Promise.all([pool.close(), other.close()]);
  });

  it(`values of ${name} come as from SQLite, whatever form of bytes a role has`, async () => {
    const pool = open();
    const bytes = Buffer.from('\0\\\xff', 'latin1');
    const text = `select 1::bigint as one, 2.5::numeric as two, true::text as truth, null as nothing, $1::bytea as bytes`;
    const expected = { one: 1, two: 2.5, truth: 'true', nothing: null, bytes };
    expect(await rowsOf(pool, text, [bytes])).toEqual([expected]);
    await rowsOf(pool, "set bytea_output = 'escape'");
    expect(await rowsOf(pool, text, [bytes])).toEqual([expected]);
    await pool.close();
  });

  it(`while ${name} lets nobody in, callers that try again make few connections, and are served afterwards`, async () => {
    const { hostname, port } = new URL(server().url);
    let isStarting = true;
    let made = 0;
    const proxy = createServer((near) => {
      made += 1;
      near.on('error', () => undefined);
      if (isStarting) near.once('data', () => near.end(STARTING));
      else near.pipe(connect(Number(port), hostname)).pipe(near);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const config = { ...readPostgresUrl(server().url).config, port: (proxy.address() as AddressInfo).port };
    const pool = open({ config, max: 2 });
    let failures = 0;
    async function untilServed(): Promise<unknown> {
      for (;;) {
        const rows = await rowsOf(pool, 'select 1 as one').catch(() => null);
        if (rows !== null) return rows;
        failures += 1;
        isStarting = failures < 400;
      }
    }
    const served = await Promise.all(Array.from({ length: 20 }, untilServed));
    expect(served).toEqual(served.map(() => [{ one: 1 }]));
    // Without a pace, each failure is that of a connection of its own.
    expect(made).toBeLessThan(failures / 4);
    await pool.close();
    proxy.close();
  });

  it(`a statement that ${name} keeps waiting for a lock ends on the server too`, async () => {
    const administrator = new Client({ connectionString: server().url });
    const onlooker = new Client({ connectionString: server().url });
    await Promise.all([administrator.connect(), onlooker.connect()]);
    await administrator.query('create table held (id integer)');
    await administrator.query('begin');
    await administrator.query('lock table held in access exclusive mode');
    const pool = open();
    const reads = pool.lend((lent) => lent.send(readLimit(500), { sql: 'select * from held', values: [] }));
    await expect(reads).rejects.toMatchObject({ code: '57014' });
    await until('no read waits for the table', async () => {
      const { rows } = await onlooker.query(
        "select from pg_locks where relation = 'held'::regclass and not granted",
      );
      return rows.length === 0;
    });
    await administrator.query('drop table held; commit');
    await Promise.all([pool.close(), administrator.end(), onlooker.end()]);
  });
});

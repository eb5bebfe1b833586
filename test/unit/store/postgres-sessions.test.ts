import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Client } from 'pg';
import { readPostgresUrl } from '../../../src/store/engine/postgres/url.js';
import { openSessions } from '../../../src/store/engine/postgres/session.js';
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
const SHUT_DOWN = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

it('a connection that its server ends in its ready packet fails only its borrower', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.end(Buffer.concat([AUTHENTICATED, READY, SHUT_DOWN]));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sessions = openSessions({
    config: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'cardway' },
    max: 1,
    isNamed: true,
    connectTimeoutMs: 5000,
    timeoutMs: 5000,
  });
  await expect(sessions.run([{ sql: 'select 1', values: [] }])).rejects.toThrow();
  await sessions.close();
  server.close();
});

postgresServerTests((name, _create, server) => {
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

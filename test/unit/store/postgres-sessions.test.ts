import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { openSessions } from '../../../src/store/engine/postgres/session.js';

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

/** Tests which connections with TLS count. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import { connect } from 'node:tls';
import { watchConnections } from '../../../src/http/connections.js';
import { HAS_OPENSSL, makeAuthority } from '../../support/certificates.js';
import { temporaryFolder } from '../../support/gateway.js';

let full: number;

/** Watches a server that allows two connections. */
function watched(server: Server): Server {
  full = 0;
  watchConnections(server, { connectionsMax: 2, onFull: () => (full += 1) });
  return server;
}

it('connections that were reset before anybody saw their address count no more', async () => {
  const server = watched(createServer().removeAllListeners('connection'));
  const begin = (): Socket => {
    const socket = new Socket();
    server.emit('connection', socket);
    return socket;
  };
  for (let round = 0; round < 3; round += 1) {
    const closed = [begin(), begin()].map((socket) => once(socket.destroy(), 'close'));
    await Promise.all(closed);
  }
  expect(full).toBe(0);
  const open = [begin(), begin(), begin()];
  expect([full, ...open.map(({ destroyed }) => destroyed)]).toEqual([1, true, false, false]);
});

it('a connection counts once, during its handshake and after it', async () => {
  if (!HAS_OPENSSL) return console.log('There is no openssl: TLS is not tested here.');
  const folder = temporaryFolder();
  const { certFile, keyFile } = makeAuthority(folder, 'ca').issue('/CN=gateway', { name: 'localhost' });
  const server = watched(createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  for (let count = 0; count < 2; count += 1)
    await Promise.all([
      once(server, 'secureConnection'),
      once(connect({ port, host: '127.0.0.1', rejectUnauthorized: false }), 'secureConnect'),
    ]);
  expect(full).toBe(0);
  server.closeAllConnections();
  await once(server.close(), 'close');
});

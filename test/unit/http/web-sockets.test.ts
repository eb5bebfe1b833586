import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { watchConnections } from '../../../src/http/connections.js';
import { serveWebSockets } from '../../../src/http/web-sockets.js';
import { until } from '../../life/until.js';

it('an open WebSocket does not keep the request that opened it', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const server = createServer();
  const connections = watchConnections(server, { connectionsMax: 100, onFull: () => undefined });
  let opener: WeakRef<IncomingMessage> | undefined;
  const sockets: Duplex[] = [];
  serveWebSockets(server, {
    webSockets: new Map([
      [
        '/graphql',
        (request, socket) => {
          opener = new WeakRef(request);
          sockets.push(socket);
        },
      ],
    ]),
    sandboxHosts: null,
    isDraining: () => false,
    checkUpgrade: () => undefined,
    addressOf: () => '127.0.0.1',
    newId: () => 'made',
    onRefused: () => undefined,
    connections,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET /graphql HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
  await until('it is open', () => sockets.length === 1);
  await until('the request is gone', () => {
    collect();
    return opener?.deref() === undefined;
  });
  expect(sockets[0]?.destroyed).toBe(false);
  client.destroy();
  server.close();
});

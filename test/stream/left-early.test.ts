/** Tests a WebSocket whose client goes away while its key is looked up: it must not keep a place. */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { createWebSocketRoute } from '../../src/graphql/server/web-socket.js';
import type { Authenticated } from '../../src/use-cases/access/authenticate-key.js';
import { clock, loneConnections } from './lone-connections.js';

it('a client that left before it was authenticated has no place', async () => {
  const happened = new EventEmitter();
  const [asked, left, found] = ['asked', 'left', 'found'].map((name) => once(happened, name));
  const failures: unknown[] = [];
  const connections = loneConnections(failures);
  const route = createWebSocketRoute({
    clock,
    connections,
    authenticate: () => {
      happened.emit('asked');
      return found?.then(() => ({ key: { keyId: 'k' } }) as unknown as Authenticated);
    },
    addressOf: () => '192.0.2.1',
    readJson: (message: Buffer) => JSON.parse(message.toString()) as never,
    limits: { messageBytesMax: 1000, initMs: 60_000 },
    onClosing: () => undefined,
    onClosed: () => happened.emit('left'),
    onRefused: () => undefined,
    onFailure: (error: unknown) => failures.push(error),
  } as unknown as Parameters<typeof createWebSocketRoute>[0]);
  const server = createServer().on('upgrade', route).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${String((server.address() as AddressInfo).port)}/graphql`;
  const client = new WebSocket(url, 'graphql-transport-ws');
  await once(client, 'open');
  client.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer key' } }));
  await asked;
  client.terminate();
  await left;
  happened.emit('found');
  await new Promise((resolve) => setImmediate(resolve));
  expect([connections.counts.connections, failures]).toEqual([0, []]);
  server.close();
});

/** Tests `subscribe` of cardway/client where the network or the gateway's machine fails without closing the connection. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { createClient, type SubscribeOptions } from '../../../src/client/index.js';

type Silence =
  'after the subscription began' | 'before the connection opened' | 'except for answers to pings';

const server: Server = createServer();
const sockets = new WebSocketServer({
  server,
  handleProtocols: () => 'graphql-transport-ws',
});
let silent: Silence;
let opened = 0;

beforeAll(async () => {
  // Without a listener for it, an upgrade of which the server takes no notice stays open.
  const [upgrade] = server.listeners('upgrade') as [(...given: unknown[]) => void];
  server.removeAllListeners('upgrade');
  server.on('upgrade', (...given) => {
    opened += 1;
    if (silent === 'before the connection opened' && opened === 1) return;
    upgrade(...given);
  });
  sockets.on('connection', (socket) => {
    const isSilent = silent === 'after the subscription began' && opened === 1;
    let pings = 0;
    let send = (): void => undefined;
    socket.on('message', (data: Buffer) => {
      const { id, type } = JSON.parse(data.toString('utf8')) as { id: string; type: string };
      if (type === 'ping') {
        pings += 1;
        if (!isSilent) socket.send('{"type":"pong"}');
        if (pings === 3) send();
      }
      if (type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (type !== 'subscribe' || isSilent) return;
      const event = { id: 'evt_000000000002', type: 'DIGITIZATION_COMPLETE' };
      const payload = { data: { events: event } };
      send = () => socket.send(JSON.stringify({ id, type: 'next', payload }));
      if (silent !== 'except for answers to pings') send();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function subscription(options: SubscribeOptions) {
  const { port } = server.address() as AddressInfo;
  return createClient({ url: `http://127.0.0.1:${String(port)}`, key: 'key' }).subscribe(options);
}

async function statesUntilEvent(when: Silence): Promise<readonly unknown[]> {
  silent = when;
  opened = 0;
  const states: unknown[] = [];
  const events = subscription({
    after: 'evt_000000000001',
    retryMaxMs: 10,
    silenceMaxMs: 2000,
    onConnection: (state, reason) => states.push([state, reason]),
  });
  expect(await events.next()).toMatchObject({ value: { id: 'evt_000000000002' } });
  await events.return();
  for (const socket of sockets.clients) socket.terminate();
  return states;
}

it('connects again when nothing comes after the subscription began', async () => {
  expect(await statesUntilEvent('after the subscription began')).toEqual([
    ['connected', null],
    ['lost', 'no sign of life'],
    ['connected', null],
  ]);
});

it('connects again when the connection does not open', async () => {
  expect(await statesUntilEvent('before the connection opened')).toEqual([
    ['lost', 'no sign of life'],
    ['connected', null],
  ]);
});

it('keeps a quiet connection that answers pings', async () => {
  expect(await statesUntilEvent('except for answers to pings')).toEqual([['connected', null]]);
});

it.each([
  ['request', {}], // for the place of now
  ['upgrade', { after: 'evt_000000000001' }],
])('ends by return() while the gateway does not answer its %s', async (kind, more) => {
  silent = 'before the connection opened';
  opened = 0;
  const events = subscription({ ...more, silenceMaxMs: 3_600_000 });
  const first = events.next();
  const [{ socket }] = (await once(server, kind)) as [IncomingMessage];
  const closed = once(socket.resume(), 'end');
  expect(await events.return()).toEqual({ done: true, value: undefined });
  expect(await first).toEqual({ done: true, value: undefined });
  await closed;
});

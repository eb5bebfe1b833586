import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { createClient, GatewayError, type SubscribeOptions } from '../../../src/client/index.js';

const idOf = (number: number): string => `evt_${String(number).padStart(12, '0')}`;
const numberOf = (id: string | null | undefined): number => Number(id?.slice(4) ?? 0);

interface Message {
  readonly id: string;
  readonly type: string;
  readonly payload: { readonly variables: { readonly after: string } };
}

const subscribe = ({ url, ...options }: SubscribeOptions & { readonly url: string }) =>
  createClient({ url, key: 'key' }).subscribe(options);

/**
 * Starts a server that gives each subscription the events after its cursor, up to the last one, and keeps the cursors. It refuses
 * the first subscriptions with these codes of errors, or with these extensions. A number is a close code.
 */
async function startServer(
  last: number,
  refusals: (string | number | Readonly<Record<string, string>>)[] = [],
): Promise<{
  readonly url: string;
  readonly cursors: string[];
  readonly sockets: WebSocket[];
}> {
  // Answers the query of the place of now.
  const server = createServer((_request, response) => response.end('{"data":{"events":{"edges":[]}}}'));
  const webSockets = new WebSocketServer({ server, handleProtocols: () => PROTOCOL });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cursors: string[] = [];
  const sockets: WebSocket[] = [];
  webSockets.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data: Buffer) => {
      const { id, type, payload } = JSON.parse(data.toString('utf8')) as Message;
      if (type === 'connection_init') socket.send(JSON.stringify({ type: 'connection_ack' }));
      if (type !== 'subscribe') return;
      const { after } = payload.variables;
      cursors.push(after);
      const refusal = refusals.shift();
      if (typeof refusal === 'number') return socket.close(refusal, 'the reason');
      if (refusal !== undefined) {
        const extensions = typeof refusal === 'string' ? { code: refusal } : refusal;
        const payload = [{ message: 'Not now.', extensions }];
        return socket.send(JSON.stringify({ id, type: 'error', payload }));
      }
      for (let number = numberOf(after) + 1; number <= last; number += 1) {
        const data = { events: { id: idOf(number), type: 'DIGITIZATION_COMPLETE' } };
        socket.send(JSON.stringify({ id, type: 'next', payload: { data } }));
      }
    });
  });
  const { port } = server.address() as AddressInfo;
  closings.push(() => {
    for (const socket of sockets) socket.terminate();
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${String(port)}`, cursors, sockets };
}

const PROTOCOL = 'graphql-transport-ws';
const closings: (() => void)[] = [];

afterEach(() => {
  for (const close of closings.splice(0)) close();
});

describe('subscribe of cardway/client', () => {
  it('delivers no event twice when the connection is lost while events wait for the loop', async () => {
    const server = await startServer(6);
    const seen: number[] = [];
    const events = subscribe({ url: server.url, after: idOf(0), retryMaxMs: 10 });
    const other = subscribe({ url: server.url, after: idOf(5) });
    while (seen.length < 6) {
      const { value } = await events.next();
      seen.push(numberOf(value?.id));
      if (seen.length > 1) continue;
      // The other subscription's event came on a later socket: all six have arrived by then.
      await other.next();
      server.sockets[0]?.terminate();
    }
    await other.return();
    const waiting = events.next();
    while (server.cursors.length < 3) await new Promise((next) => setImmediate(next));
    await events.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    expect(server.cursors).toEqual([idOf(0), idOf(5), idOf(6)]);
  });

  it('ends at once when its signal is already aborted', async () => {
    const events = subscribe({ url: 'http://127.0.0.1:1', signal: AbortSignal.abort() });
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it('subscribes again, after the last event, while the gateway cannot serve it', async () => {
    const server = await startServer(2, ['UNAVAILABLE', 'RATE_LIMITED']);
    const states: unknown[] = [];
    const events = subscribe({
      ...{ url: server.url, after: idOf(1), retryMaxMs: 10 },
      onConnection: (state, reason) => states.push(reason ?? state),
    });
    expect(await events.next()).toMatchObject({ value: { id: idOf(2) } });
    await events.return();
    expect(server.cursors).toEqual([idOf(1), idOf(1), idOf(1)]);
    expect(states).toEqual(['connected', 'Not now.', 'connected', 'Not now.', 'connected']);
  });

  it('connects again when its key was changed', async () => {
    const server = await startServer(2, [4403]);
    const events = subscribe({ url: server.url, after: idOf(1), retryMaxMs: 10 });
    expect(await events.next()).toMatchObject({ value: { id: idOf(2) } });
    await events.return();
  });

  it.each([
    ['an error', 'BAD_REQUEST', { code: 'BAD_REQUEST', message: 'Not now.' }],
    ['a close code of a failure', 4500, { code: 'INTERNAL', message: 'The connection ended: the reason.' }],
  ])('fails with a GatewayError for %s', async (_what, refusal, expected) => {
    const server = await startServer(2, [refusal]);
    const failure = await subscribe({ url: server.url, after: idOf(1) })
      .next()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GatewayError);
    expect(failure).toMatchObject(expected);
  });

  it.each([
    ['first', idOf(0), []],
    ['named', idOf(7), ['connected']],
  ])(
    'fails, and closes its connection, where the caller cannot keep its %s place',
    async (_which, lost, told) => {
      const server = await startServer(8, [{ code: 'BAD_REQUEST', oldestAfter: idOf(7) }]);
      const failure = new Error('The disk is full.');
      const states: string[] = [];
      const events = subscribe({
        ...{ url: server.url, retryMaxMs: 10, onConnection: (state) => states.push(state) },
        onStart: (place) => {
          if (place === lost) throw failure;
        },
      });
      await expect(events.next()).rejects.toBe(failure);
      for (const socket of server.sockets) await once(socket, 'close');
      expect(states).toEqual(told);
    },
  );

  it('ends by return() while it waits for an event', async () => {
    const server = await startServer(0);
    const events = subscribe({ url: server.url, after: idOf(0) });
    const waiting = events.next();
    while (server.cursors.length < 1) await new Promise((next) => setImmediate(next));
    expect(await events.return()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
    await once(server.sockets[0]!, 'close');
  });

  it('reads no more from the gateway than it can keep for a slow loop', async () => {
    const server = await startServer(1500);
    const events = subscribe({ url: server.url, after: idOf(0) });
    const seen: number[] = [];
    for await (const { id } of events) {
      seen.push(numberOf(id));
      if (seen.length === 1500) break;
    }
    expect(seen).toEqual(Array.from({ length: 1500 }, (_, index) => index + 1));
  });
});

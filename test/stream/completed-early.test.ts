/** Tests operations that a client completes while they run: they count until they have ended, and none outlives its socket. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebSocketRoute } from '../../src/graphql/server/web-socket.js';
import type { Authenticated } from '../../src/use-cases/access/authenticate-key.js';
import { clock, loneConnections } from './lone-connections.js';
import { connect, type RawSocket } from './raw-socket.js';

const OPERATIONS_MAX = 3;

type Operated = Awaited<ReturnType<Parameters<typeof createWebSocketRoute>[0]['operate']>>;

const failures: unknown[] = [];
let ends: ((operated: Operated) => void)[];
let server: Server;
let raw: RawSocket;

beforeEach(async () => {
  ends = [];
  const connections = loneConnections(failures);
  const route = createWebSocketRoute({
    clock,
    connections,
    authenticate: () => Promise.resolve({ key: { keyId: 'k' } } as unknown as Authenticated),
    contextOf: () => ({}),
    operate: () => new Promise((resolve) => ends.push(resolve)),
    addressOf: () => '192.0.2.1',
    readJson: (message: Buffer) => JSON.parse(message.toString()) as never,
    limits: { messageBytesMax: 1000, initMs: 60_000, operationsMax: OPERATIONS_MAX, bufferedBytesMax: 1000 },
    onClosing: () => undefined,
    onClosed: () => undefined,
    onRefused: () => undefined,
    onFailure: (error: unknown) => failures.push(error),
  } as unknown as Parameters<typeof createWebSocketRoute>[0]);
  server = createServer().on('upgrade', route).listen(0, '127.0.0.1');
  await once(server, 'listening');
  raw = await connect(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
});

afterEach(() => {
  raw.socket.terminate();
  server.close();
  expect(failures).toEqual([]);
});

const RESULT: Operated = { kind: 'result', result: { data: { ok: true } } };

const subscribe = (id: string): void =>
  raw.send({ id, type: 'subscribe', payload: { query: '{ __typename }' } });

it('an operation that its client completed counts until it has ended', async () => {
  for (let id = 0; id < OPERATIONS_MAX; id += 1) {
    subscribe(String(id));
    raw.send({ id: String(id), type: 'complete' });
  }
  subscribe('more');
  expect(await raw.next()).toMatchObject({
    id: 'more',
    type: 'error',
    payload: [{ extensions: { code: 'RATE_LIMITED' } }],
  });
  for (const end of ends) end(RESULT);
  subscribe('again');
  raw.send({ type: 'ping' });
  expect(await raw.next()).toEqual({ type: 'pong' });
  ends.at(-1)?.(RESULT);
  expect(await raw.next()).toMatchObject({ id: 'again', type: 'next', payload: { data: { ok: true } } });
});

it('subscriptions with the id of one that still began end with their socket', async () => {
  const streams: Operated[] = [];
  const ended = [0, 1].map(
    (number) =>
      new Promise<number>((resolve) => {
        const end = () => {
          resolve(number);
          return Promise.resolve({ done: true as const, value: undefined });
        };
        const results = { next: () => new Promise<never>(() => undefined), return: end };
        const stream = { ...results, [Symbol.asyncIterator]: () => stream };
        streams.push({ kind: 'stream', results: stream });
      }),
  );
  subscribe('1');
  raw.send({ id: '1', type: 'complete' });
  subscribe('1');
  raw.send({ type: 'ping' });
  expect(await raw.next()).toEqual({ type: 'pong' });
  for (const [number, end] of ends.entries()) end(streams[number]!);
  raw.socket.close(1000);
  expect(await Promise.all(ended)).toEqual([0, 1]);
});

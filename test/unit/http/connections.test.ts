/** Tests how much one connection can make a server do and hold, whatever it sends and however little it reads. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Connections, watchConnections } from '../../../src/http/connections.js';
import { answerUnreadable } from '../../../src/http/guard.js';
import { WebSocketAwareMessage } from '../../../src/http/web-sockets.js';
import { responseReader } from '../../life/raw-http.js';
import { until } from '../../life/until.js';

let server: Server;
let connections: Connections;
let parsed: number;
let begun: { request: IncomingMessage; response: ServerResponse }[];
let client: Socket;

async function open(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
  {
    stallMs = 0,
    connectionsMax = 100,
    onFull = () => undefined,
  }: { stallMs?: number; connectionsMax?: number; onFull?: () => void } = {},
): Promise<void> {
  begun = [];
  parsed = 0;
  server = createServer({ IncomingMessage: WebSocketAwareMessage });
  server.timeout = stallMs;
  connections = watchConnections(server, { connectionsMax, onFull });
  server.on('request', (request, response) => {
    parsed += 1;
    connections.admit(request, response, () => {
      begun.push({ request, response });
      serve(request, response);
    });
  });
  answerUnreadable(server, connections);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined); // Cut
  await once(client, 'connect');
}

afterEach(() => {
  client.destroy();
  server.close();
  server.closeAllConnections();
});

const get = (path: string): string => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_none, index) => index);
const cut = (): Promise<unknown> => once(client.resume(), 'close');

it('does no work for what one read brings beyond it, and does not even parse the rest', async () => {
  await open((_request, response) => response.end('cheap'));
  client.write(get('').repeat(1000));
  await cut();
  expect(begun.length).toBe(1);
  expect(parsed).toBe(33);
});

it('answers with one reply that is larger than that', async () => {
  const large = Buffer.alloc(20_000_000);
  await open((_request, response) => response.end(large));
  const reader = responseReader(client);
  for (const _index of numbers(2)) {
    client.write(get(''));
    expect((await reader.next()).body.length).toBe(large.length);
  }
});

it('keeps nothing of a connection that another protocol has taken over', async () => {
  let full = 0;
  await open((_request, response) => response.end(), { connectionsMax: 1, onFull: () => (full += 1) });
  let upgraded: Socket | undefined;
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    connections.leave(socket);
    upgraded = socket;
  });
  client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
  await until('it is upgraded', () => upgraded !== undefined);
  const next = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(server, 'connection');
  expect([full, upgraded?.destroyed]).toEqual([0, false]);
  next.destroy();
  upgraded?.destroy();
});

describe('a connection whose peer', () => {
  const page = Buffer.alloc(40_000_000);

  it('reads nothing is closed', async () => {
    await open((_request, response) => response.end(page), { stallMs: 200 });
    client.pause();
    client.write(get(''));
    await until('it is served', () => begun.length === 1);
    const { socket } = begun[0]!.request;
    await until('it is cut', () => socket.destroyed);
    client.resume();
    await once(client, 'close');
    expect(client.bytesRead).toBeLessThan(page.length);
  });

  it('reads slowly but steadily is kept', async () => {
    // It takes longer than a stall may: some 600 pieces, 8 ms apart. A busy machine pauses for a second, but hardly for three.
    await open((_request, response) => response.end(page), { stallMs: 3000 });
    client.write(get(''));
    let taken = 0;
    client.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      client.pause();
      setTimeout(() => client.resume(), 8);
    });
    await until('it is taken', () => taken > page.length);
  });

  it('waits for a slow answer is kept', async () => {
    await open(() => undefined, { stallMs: 50 });
    let isCut = false;
    client.on('close', () => (isCut = true));
    server.prependListener('timeout', () => {
      begun[0]?.response.end('late');
    });
    const reader = responseReader(client);
    client.write(get(''));
    expect((await reader.next()).text).toBe('late');
    expect(isCut).toBe(false);
  });
});

describe('bytes that are not HTTP', () => {
  const post = 'POST /late HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

  it.each([
    ['a NUL', '\0'],
    [
      'a head with two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['a body that breaks off', `${post}nonsense\r\n`],
  ])('end the connection after the replies to the requests before them (%s)', async (_what, bytes) => {
    await open(() => undefined);
    const reader = responseReader(client);
    client.write(get('a') + get('b') + get('c') + bytes);
    for (const index of numbers(3)) {
      await until('it is served', () => begun.length > index);
      begun[index]!.response.end(begun[index]!.request.url);
      expect((await reader.next()).text).toBe(`/${'abc'[index]!}`);
    }
    await once(client, 'close');
  });

  it('are not waited for by a request that they cut short', async () => {
    await open(() => undefined);
    const reader = responseReader(client);
    client.write(`${post}nonsense\r\n`);
    expect((await reader.next()).status).toBe(400);
    await once(client, 'close');
  });

  it('end a stream at once', async () => {
    await open((request, response) => {
      connections.leave(request.socket);
      response.write('begun');
    });
    client.write(`${get('stream')}\0`);
    client.resume();
    await once(client, 'close');
  });
});

/** Tests how much one connection can make a server hold, whatever it sends and however little it reads. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type ConnectionGate, gateConnections, type GateLimits } from '../../../src/http/connection-gate.js';
import { answerUnreadable } from '../../../src/http/guard.js';
import { responseReader } from '../../life/raw-http.js';
import { until } from '../../life/until.js';

let server: Server;
let gate: ConnectionGate;
let begun: { request: IncomingMessage; response: ServerResponse }[];
let client: Socket;

async function open(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
  {
    limits = {},
    ...options
  }: { limits?: Partial<GateLimits>; headersTimeout?: number; stallMs?: number } = {},
): Promise<void> {
  begun = [];
  const { stallMs = 0, ...timeouts } = options;
  server = createServer({ ...timeouts, connectionsCheckingInterval: 20 });
  server.timeout = stallMs;
  gate = gateConnections(
    server,
    (request, response) => {
      begun.push({ request, response });
      serve(request, response);
    },
    {
      waitingRequestsMax: 64,
      waitingBytesMax: 1_048_576,
      requestTimeoutMs: 60_000,
      connectionsMax: 100,
      onFull: () => undefined,
      ...limits,
    },
  );
  server.on('request', (request, response) => gate.take(request, response));
  answerUnreadable(server, gate);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
}

afterEach(() => {
  client.destroy();
  server.close();
  server.closeAllConnections();
});

const get = (path: string): string => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_none, index) => index);
const waiting = (): number =>
  begun.reduce((sum, { response }) => sum + (response.closed ? 0 : response.writableLength), 0);

it('serves a limited number of requests of a connection at once, and the next after an answer', async () => {
  await open(() => undefined);
  const reader = responseReader(client);
  client.write(
    numbers(500)
      .map((index) => get(String(index)))
      .join(''),
  );
  await until('64 are served', () => begun.length >= 64);
  for (const index of numbers(500)) {
    await until('the next is served', () => begun.length > index);
    expect(begun.length).toBeLessThanOrEqual(index + 64);
    begun[index]!.response.end(`${String(index)} ${begun[index]!.request.url!}`);
    expect((await reader.next()).text).toBe(`${String(index)} /${String(index)}`);
  }
});

it('serves no request while the limit of waiting bytes is reached; one larger answer is allowed', async () => {
  const page = Buffer.alloc(300_000);
  let most = 0;
  await open((_request, response) => {
    most = Math.max(most, waiting());
    response.end(page);
  });
  client.pause();
  client.write(get('').repeat(100));
  await until('bytes wait', () => waiting() >= 1_048_576);
  const reader = responseReader(client);
  client.resume();
  for (const _index of numbers(100)) expect((await reader.next()).body.length).toBe(page.length);
  expect(begun.length).toBe(100);
  expect(most).toBeLessThan(1_048_576);

  const large = Buffer.alloc(5_000_000);
  server.removeAllListeners('request').on('request', (_request, response) => response.end(large));
  client.write(get(''));
  expect((await reader.next()).body.length).toBe(large.length);
});

it('loses no byte, wherever reads and slices divide the requests', async () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  await open(
    (request, response) => {
      const digest = createHash('sha256');
      request.on('data', (chunk: Buffer) => digest.update(chunk));
      request.on('end', () => setImmediate(() => response.end(request.url! + digest.digest('hex'))));
    },
    { limits: { waitingRequestsMax: 3 } },
  );
  const reader = responseReader(client);
  const bodies = numbers(300).map(() =>
    Buffer.alloc(random(4) === 0 ? random(60_000) : random(300), random(256)),
  );
  const bytes = Buffer.concat(
    bodies.flatMap((body, index) => [
      Buffer.from(
        `POST /${String(index)} HTTP/1.1\r\nHost: a\r\nContent-Length: ${String(body.length)}\r\n\r\n`,
      ),
      body,
    ]),
  );
  for (let at = 0; at < bytes.length;) {
    const length = 1 + random(9000);
    client.write(bytes.subarray(at, at + length));
    at += length;
    if (random(5) === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  for (const [index, body] of bodies.entries()) {
    const digest = createHash('sha256').update(body).digest('hex');
    expect((await reader.next()).text).toBe(`/${String(index)}${digest}`);
  }
});

it('passes on the bytes after an upgrade, wherever slices divide them', async () => {
  await open((_request, response) => response.end());
  const heard: Buffer[] = [];
  let isUpgraded = false;
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    isUpgraded = true;
    heard.push(head, gate.leave(request.socket));
    socket.on('data', (chunk: Buffer) => heard.push(chunk));
  });
  const first = Buffer.alloc(9000, 1);
  const second = Buffer.alloc(9000, 2);
  client.write(
    Buffer.concat([
      Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      first,
    ]),
  );
  await until('it is upgraded', () => isUpgraded);
  client.write(second);
  await until('all is heard', () => Buffer.concat(heard).length === 18_000);
  expect(Buffer.concat(heard).equals(Buffer.concat([first, second]))).toBe(true);
});

it('keeps nothing of a connection that another protocol has taken over', async () => {
  await open((_request, response) => response.end());
  const listeners: number[] = [];
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    listeners.push(socket.listenerCount('close'), socket.listenerCount('data'));
    gate.leave(socket);
    listeners.push(socket.listenerCount('close'), socket.listenerCount('data'));
  });
  client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
  await until('it is upgraded', () => listeners.length === 4);
  const [closeBefore = 0, dataBefore = 0, closeAfter, dataAfter] = listeners;
  expect([closeAfter, dataAfter]).toEqual([closeBefore - 1, dataBefore - 1]);
});

describe('a connection whose peer', () => {
  const page = Buffer.alloc(20_000_000);

  it('reads nothing is closed', async () => {
    await open((_request, response) => response.end(page), { stallMs: 200 });
    client.pause();
    client.on('error', () => undefined); // Reset
    client.write(get(''));
    await until('it is served', () => begun.length === 1);
    const { socket } = begun[0]!.request;
    await until('it is cut', () => socket.destroyed);
    client.resume();
    await once(client, 'close');
    expect(client.bytesRead).toBeLessThan(page.length);
  });

  it('reads slowly but steadily is kept', async () => {
    // Both take longer than a stall may: some 600 pieces, 8 ms apart. A busy machine pauses for a second, but hardly for three.
    await open((_request, response) => response.end(page), { stallMs: 3000 });
    client.write(get('').repeat(2));
    let taken = 0;
    client.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      client.pause();
      setTimeout(() => client.resume(), 8);
    });
    await until('both are taken', () => taken > 2 * page.length);
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
  ])('are refused after the replies to the requests before them (%s)', async (_what, bytes) => {
    await open(() => undefined, { limits: { waitingRequestsMax: 2 } });
    const reader = responseReader(client);
    client.write(get('a') + get('b') + get('c') + bytes);
    for (const index of numbers(3)) {
      await until('it is served', () => begun.length > index);
      begun[index]!.response.end(begun[index]!.request.url);
      expect((await reader.next()).text).toBe(`/${'abc'[index]!}`);
    }
    expect((await reader.next()).status).toBe(400);
    await once(client, 'close');
    expect(begun.filter(({ request }) => request.url === '/late')).toEqual([]);
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
      gate.uncount(request.socket);
      response.write('begun');
    });
    client.write(`${get('stream')}\0`);
    client.resume();
    await once(client, 'close');
  });
});

it('a request that the gate itself holds back is not late', async () => {
  await open(() => undefined, { limits: { waitingRequestsMax: 1 }, headersTimeout: 50 });
  let lateCount = 0;
  server.prependListener('clientError', () => (lateCount += 1));
  const reader = responseReader(client);
  // The slice ends within the head of the third.
  client.write(get('a') + get('b') + `GET /c HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(5000)}\r\n\r\n`);
  await until('the third would be late', () => lateCount === 1);
  for (const index of numbers(3)) {
    await until('it is served', () => begun.length > index);
    begun[index]!.response.end(begun[index]!.request.url);
    expect((await reader.next()).text).toBe(`/${'abc'[index]!}`);
  }
});

it('an upgrade that the gate itself held back is not cut as a late request', async () => {
  const requestTimeoutMs = 50;
  await open(() => undefined, { limits: { waitingRequestsMax: 1, requestTimeoutMs }, headersTimeout: 50 });
  let lateCount = 0;
  let isOver = false;
  let upgraded: Socket | undefined;
  server.prependListener('clientError', () => (lateCount += 1));
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    gate.leave(socket);
    upgraded = socket;
    // Timers of one length end in the order in which they began: this one follows that of the late request.
    setTimeout(() => (isOver = true), requestTimeoutMs);
  });
  const upgrade = 'Connection: upgrade\r\nUpgrade: x\r\n';
  client.write(
    get('a') + get('b') + `GET /c HTTP/1.1\r\nHost: a\r\n${upgrade}X-Long: ${'x'.repeat(5000)}\r\n\r\n`,
  );
  await until('the third would be late', () => lateCount === 1);
  for (const index of numbers(2)) {
    await until('it is served', () => begun.length > index);
    begun[index]!.response.end();
  }
  await until('its time is over', () => isOver);
  expect(upgraded?.destroyed).toBe(false);
});

it('counts a connection again when its stream has ended', async () => {
  let full = 0;
  await open(
    (request, response) => {
      gate.uncount(request.socket);
      response.end('streamed');
    },
    { limits: { connectionsMax: 1, onFull: () => (full += 1) } },
  );
  client.write(get('stream'));
  await once(client, 'data');
  const closed = once(client, 'close');
  const { port } = server.address() as AddressInfo;
  const next = connect(port, '127.0.0.1');
  await closed;
  expect(full).toBe(1);
  next.destroy();
});

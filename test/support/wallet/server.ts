import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { shared } from '../shared.js';
import type { WalletAnswer } from './replies.js';

export interface ReceivedCall {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as the caller wrote them. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Number of the connection: 1 for the first that this wallet accepted. */
  readonly connection: number;
  /** Returns the parsed body. */
  envelope(): Record<string, unknown>;
}

export type Behaviour = (call: ReceivedCall) => WalletAnswer | Promise<WalletAnswer>;

export interface TestWallet {
  readonly url: string;
  readonly port: number;
  readonly calls: readonly ReceivedCall[];
  /** Resolves with the nth call (from 1), at once when it has arrived already. */
  called(n: number): Promise<ReceivedCall>;
  /** Resolves when the nth connection (from 1) has ended, by either side. */
  disconnected(n: number): Promise<void>;
  connections(): number;
  /** Sets the behaviour from the next call on. */
  behave(behaviour: Behaviour | WalletAnswer): void;
  /** Closes idle connections, as a server does after its keep-alive time. */
  closeIdle(): void;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 on a port that the system chooses. */
export async function startWallet(args: {
  readonly behaviour: Behaviour | WalletAnswer;
  readonly path?: string;
  /** Whether answers have `Keep-Alive: timeout=5`, as from Node servers. Default: they have none, as from most other servers. */
  readonly hintsKeepAlive?: boolean;
}): Promise<TestWallet> {
  let behaviour = toBehaviour(args.behaviour);
  const calls = counted<ReceivedCall>();
  const ends = new Map<number, Promise<void>>();
  const accepted = counted<Socket>();
  const server = createServer((request, response) => {
    void (async () => {
      const call = await receive(request, accepted.items.indexOf(request.socket) + 1);
      calls.push(call);
      await carryOut(await behaviour(call), response);
    })();
  });
  server.keepAliveTimeout = args.hintsKeepAlive === true ? 5000 : 0;
  server.on('connection', (socket) => {
    const number = accepted.push(socket);
    ends.set(number, new Promise((resolve) => socket.once('close', () => resolve())));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${args.path ?? '/internal/proxy-endpoint'}`,
    port,
    calls: calls.items,
    called: (n) => calls.nth(n),
    disconnected: async (n) => {
      await accepted.nth(n);
      await ends.get(n);
    },
    connections: () => accepted.items.length,
    behave: (next) => {
      behaviour = toBehaviour(next);
    },
    closeIdle: () => server.closeIdleConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const sharedWallet = (options: Parameters<typeof startWallet>[0]): TestWallet =>
  shared(
    () => startWallet(options),
    (wallet) => wallet.close(),
  );

function toBehaviour(behaviour: Behaviour | WalletAnswer): Behaviour {
  return typeof behaviour === 'function' ? behaviour : () => behaviour;
}

async function receive(request: IncomingMessage, connection: number): Promise<ReceivedCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { method = '', url = '', headers, rawHeaders } = request;
  const envelope = (): Record<string, unknown> =>
    JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  return { method, url, headers, rawHeaders, body, connection, envelope };
}

async function carryOut(reply: WalletAnswer, response: ServerResponse): Promise<void> {
  switch (reply.kind) {
    case 'respond':
      response
        .writeHead(reply.status, { ...reply.headers, 'Content-Length': String(reply.body.length) })
        .end(reply.body);
      return;
    case 'announce':
      for (const part of reply.parts) {
        await new Promise((resolve) => response.socket?.write(part, resolve));
        await new Promise(setImmediate);
      }
      return carryOut(reply.then, response);
    case 'hang':
      return;
    case 'cut':
      response.socket?.destroy();
      return;
    case 'half':
      response.writeHead(200, { 'Content-Length': String(reply.body.length) });
      response.write(reply.body.subarray(0, reply.body.length / 2), () => response.socket?.destroy());
      return;
    case 'flood':
      response.writeHead(200, { 'Content-Type': 'application/json' });
      Readable.from(floodOf(reply.bytes))
        .on('error', () => undefined)
        .pipe(response);
  }
}

function* floodOf(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  yield Buffer.from('{"message":"');
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield Buffer.from('"}');
}

interface Counted<T> {
  readonly items: readonly T[];
  /** Returns the new length. */
  push(item: T): number;
  nth(n: number): Promise<T>;
}

function counted<T>(): Counted<T> {
  const items: T[] = [];
  const waiting: { readonly n: number; readonly resolve: (item: T) => void }[] = [];
  return {
    items,
    push(item) {
      items.push(item);
      for (const { n, resolve } of waiting) if (n === items.length) resolve(item);
      return items.length;
    },
    nth(n) {
      const item = items[n - 1];
      return item === undefined
        ? new Promise((resolve) => waiting.push({ n, resolve }))
        : Promise.resolve(item);
    },
  };
}

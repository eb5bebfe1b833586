import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';

/** A WebSocket that sends given messages and keeps all received ones. */
export interface RawSocket {
  readonly socket: WebSocket;
  send(message: unknown): void;
  /** Resolves with the next message, parsed. */
  next(): Promise<Record<string, unknown>>;
  /** Returns a message that nobody took yet. */
  heard(): Record<string, unknown> | undefined;
  /** Resolves with the code of the close. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export async function openSocket(
  url: string,
  options: ClientOptions & { readonly protocols?: string[] } = {},
): Promise<RawSocket> {
  const { protocols = ['graphql-transport-ws'], ...rest } = options;
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, protocols, rest);
  const heard: Record<string, unknown>[] = [];
  const waiting: PromiseWithResolvers<Record<string, unknown>>[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as Record<string, unknown>;
    const taker = waiting.shift();
    if (taker === undefined) heard.push(message);
    else taker.resolve(message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      resolve({ code, reason: reason.toString('utf8') });
      for (const { reject } of waiting) reject(closedWith(code));
    });
  });
  await once(socket, 'open');
  return {
    socket,
    closed,
    heard: () => heard.shift(),
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async next() {
      const message = heard.shift();
      if (message !== undefined) return message;
      if (socket.readyState === socket.CLOSED) throw closedWith();
      const waited = Promise.withResolvers<Record<string, unknown>>();
      waiting.push(waited);
      return waited.promise;
    },
  };
}

/** A test that waits for a message of a closed socket would wait until its time limit, and not say why. */
function closedWith(code?: number): Error {
  return new Error(
    `The socket closed before the message came${code === undefined ? '' : `, with ${String(code)}`}.`,
  );
}

/** Opens a socket. Resolves when it is acknowledged. */
export async function connect(url: string, key = 'cardway_sandbox_integrator'): Promise<RawSocket> {
  const raw = await openSocket(url);
  raw.send({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } });
  const { type } = await raw.next();
  if (type !== 'connection_ack') throw new Error(`The gateway said ${String(type)}.`);
  return raw;
}

export const DIGITIZATIONS =
  'subscription($cardId: SafeInt, $after: ID) { digitizationComplete(cardId: $cardId, after: $after) { id type cardId tokenReference } }';

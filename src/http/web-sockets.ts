import { IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CardwayError, ERRORS, toCardwayError } from '../platform/errors.js';
import type { RefusedCall } from '../use-cases/access/refusal-port.js';
import type { ClientAddress } from './client-address.js';
import type { ConnectionGate } from './connection-gate.js';
import { guardProblem, requestTarget } from './guard.js';

/** Handlers of upgrade requests that asked for a WebSocket, by path. */
export type WebSocketRoutes = ReadonlyMap<
  string,
  (request: IncomingMessage, socket: Duplex, head: Buffer) => void
>;

/**
 * A request whose `Upgrade` counts only when it asks for a WebSocket. Once somebody listens for upgrades, Node treats every other
 * one as an upgrade too. RFC 9110, 7.8 lets a server ignore it, and clients that offer h2c with each call (Java's) need that.
 */
export class WebSocketAwareMessage extends IncomingMessage {
  /** Set by the constructor of the parent. A field with its own value would overwrite it. */
  declare private asked: boolean | null;

  get upgrade(): boolean {
    return this.asked === true && /^websocket$/i.test(this.headers.upgrade?.trim() ?? '');
  }

  set upgrade(asked: boolean | null) {
    this.asked = asked;
  }
}

export function serveWebSockets(
  server: Server,
  options: {
    readonly webSockets?: WebSocketRoutes;
    readonly sandboxHosts: readonly string[] | null;
    readonly isDraining: () => boolean;
    readonly checkUpgrade?: ((request: IncomingMessage) => void) | undefined;
    readonly addressOf: ClientAddress;
    readonly onRefused: (refused: RefusedCall) => void;
    readonly gate: ConnectionGate;
  },
): void {
  const { webSockets } = options;
  if (webSockets === undefined) return;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, fed: Buffer) => {
    // Newer versions of Node pass another stream while a body is still read. The gate then keeps feeding the connection.
    const unfed = socket === request.socket ? options.gate.leave(socket) : Buffer.alloc(0);
    const head = Buffer.concat([fed, unfed]);
    socket.on('error', ignore); // the other side went away
    const [path = ''] = requestTarget(request).split('?');
    const route = webSockets.get(path);
    const problem = guardProblem(request, options.sandboxHosts);
    if (problem !== null) {
      const error = new CardwayError(problem.code, { message: problem.message });
      options.onRefused({ channel: 'graphql', error, address: options.addressOf(request) });
      refuse(socket, problem.status, problem.message);
    } else if (route === undefined) refuse(socket, 404, 'No WebSocket is served at this path');
    else if (options.isDraining()) refuse(socket, 503, 'The gateway is stopping');
    else {
      const error = errorOf(() => options.checkUpgrade?.(request));
      if (error === null) return route(request, socket, head);
      options.onRefused({ channel: 'graphql', error, address: options.addressOf(request) });
      refuse(socket, error.entry.httpStatus, error.message);
    }
  });
}

/** Outside of the handler: a function within it would keep the request for as long as the socket is open. */
function ignore(): void {
  // Nobody is left to tell.
}

function errorOf(check: () => void): CardwayError | null {
  try {
    check();
    return null;
  } catch (thrown) {
    return toCardwayError(thrown);
  }
}

function refuse(socket: Duplex, status: number, message: string): void {
  const lines = [
    `HTTP/1.1 ${String(status)} ${REASONS[status] ?? 'Refused'}`,
    'Connection: close',
    'Content-Type: text/plain',
    `Content-Length: ${String(message.length + 1)}`,
    ...(status === 503 ? [`Retry-After: ${String(ERRORS.UNAVAILABLE.retryAfterSeconds)}`] : []),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${message}\n`);
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

import { IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { CardwayError, challengeOf, ERRORS, toCardwayError } from '../platform/errors.js';
import type { RefusedCall } from '../use-cases/access/refusal-port.js';
import type { ClientAddress } from './client-address.js';
import type { Connections } from './connections.js';
import { guardProblem, httpRequestId, requestTarget } from './guard.js';

/** Handlers of upgrade requests that asked for a WebSocket, by path. */
export type WebSocketRoutes = ReadonlyMap<
  string,
  (request: IncomingMessage, socket: Duplex, head: Buffer) => void
>;

/**
 * A request whose `Upgrade` counts only when it asks for a WebSocket. Once somebody listens for upgrades, Node treats every other
 * one as an upgrade too. RFC 9110, 7.8 lets a server ignore it, and clients that offer h2c with each call (Java's) need that.
 *
 * On a connection that was cut each request counts as one: nothing else stops Node's parser, which would go through all that one
 * read brought.
 */
export class WebSocketAwareMessage extends IncomingMessage {
  /** Set by the constructor of the parent. A field with its own value would overwrite it. */
  declare private asked: boolean | null;

  get upgrade(): boolean {
    if (this.socket.destroyed) return true;
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
    readonly newId: () => string;
    readonly onRefused: (refused: RefusedCall) => void;
    readonly connections: Connections;
  },
): void {
  const { webSockets } = options;
  if (webSockets === undefined) return;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.socket.destroyed) return;
    // Newer versions of Node pass another stream while a body is still read.
    if (socket === request.socket) options.connections.leave(socket);
    socket.on('error', ignore); // the other side went away
    const [path = ''] = requestTarget(request).split('?');
    const route = webSockets.get(path);
    const id = httpRequestId(request.headers['x-request-id'], options.newId);
    const turnAway = (status: number, message: string, headers = {}): void =>
      refuse(socket, { status, message, headers: { 'X-Request-Id': id, ...headers } });
    const refuseCall = (error: CardwayError, status: number): void => {
      options.onRefused({
        channel: 'graphql',
        error,
        address: options.addressOf(request),
        httpRequestId: id,
      });
      turnAway(status, error.message, challengeOf(error));
    };
    const problem = guardProblem(request, options.sandboxHosts);
    if (problem !== null) {
      refuseCall(new CardwayError(problem.code, { message: problem.message }), problem.status);
    } else if (route === undefined) turnAway(404, 'No WebSocket is served at this path');
    else if (options.isDraining()) turnAway(503, 'The gateway is stopping', RETRY);
    else {
      const error = errorOf(() => options.checkUpgrade?.(request));
      if (error === null) return route(request, socket, head);
      refuseCall(error, error.entry.httpStatus);
    }
  });
}

const RETRY = { 'Retry-After': String(ERRORS.UNAVAILABLE.retryAfterSeconds) };

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

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

function refuse(socket: Duplex, { status, message, headers }: Refusal): void {
  const lines = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? 'Refused'}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    'Connection: close',
    'Content-Type: text/plain',
    `Content-Length: ${String(message.length + 1)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${message}\n`);
}

import { IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { retryAfter } from '../adapters/exchange.js';
import { CardwayError, challengeOf, toCardwayError } from '../platform/errors.js';
import type { RefusedCall } from '../use-cases/access/refusal-port.js';
import type { ClientAddress } from './client-address.js';
import type { Connections } from './connections.js';
import { guardProblem, httpRequestId, lastReply, requestTarget } from './guard.js';

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
    const refuse = (error: CardwayError, status = error.entry.httpStatus): void => {
      const headers = { 'X-Request-Id': id, ...challengeOf(error), ...retryAfter(error) };
      socket.end(lastReply(status, `${error.message}\n`, headers));
    };
    const refuseCall = (error: CardwayError, status?: number): void => {
      const address = options.addressOf(request);
      options.onRefused({ channel: 'graphql', error, address, httpRequestId: id });
      refuse(error, status);
    };
    const problem = guardProblem(request, options.sandboxHosts);
    if (problem !== null) return refuseCall(problem.error, problem.status);
    if (route === undefined)
      return refuse(new CardwayError('NOT_FOUND', { message: 'No WebSocket is served at this path.' }));
    if (options.isDraining())
      return refuse(new CardwayError('UNAVAILABLE', { message: 'The gateway is stopping.' }));
    try {
      options.checkUpgrade?.(request);
    } catch (thrown) {
      return refuseCall(toCardwayError(thrown));
    }
    route(request, socket, head);
  });
}

/** Outside of the handler: a function within it would keep the request for as long as the socket is open. */
function ignore(): void {
  // Nobody is left to tell.
}

import { handleProtocols, makeServer } from 'graphql-ws';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/wire/json.js';
import { CardwayError } from '../../platform/errors.js';
import { type Proof, withoutKey } from '../../use-cases/access/authenticate-key.js';
import { SocketConnection, type WebSocketRouteOptions } from './web-socket-connection.js';
import { type Extra, socketOperations } from './web-socket-operations.js';

/** Function that takes over an upgrade request that asked for a WebSocket. */
type WebSocketRoute = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Creates GraphQL over WebSocket (graphql-transport-ws). A socket is closed with 1001 stopping, 1008 too many fragments, 1009
 * message too long, 1013 too slow or too many (stock clients connect again), 4400 not a message of the protocol, 4401 operation
 * before the acknowledgement, 4403 no or wrong or ended key, 4406 other subprotocol, 4408 no connection_init, 4409 operation id in
 * use, 4429 second connection_init, 4500 failure.
 */
export function createWebSocketRoute(options: WebSocketRouteOptions): WebSocketRoute {
  const { limits } = options;
  const piecesMax = Math.max(PIECES_MIN, limits.messageBytesMax / PIECE_BYTES);
  const upgrader = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // One message a turn: thousands of them in one read would delay everybody else.
    allowSynchronousEvents: false,
    maxPayload: limits.messageBytesMax,
    maxFragments: piecesMax,
    maxBufferedChunks: piecesMax,
    handleProtocols,
  });
  const protocol = makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: limits.initMs,
    onConnect: ({ connectionParams, extra }) => connect(options, extra, connectionParams ?? {}),
    ...socketOperations(options),
  });
  return (request, socket, head) => {
    upgrader.handleUpgrade(request, socket, head, (webSocket) => {
      open(webSocket, request);
    });
  };

  function open(webSocket: WebSocket, request: IncomingMessage): void {
    const openedAtMs = options.clock.monotonicMs();
    const connection = new SocketConnection(options, webSocket);
    webSocket.on('error', () => undefined); // 'close' follows with the code
    if (!options.connections.add(connection, options.addressOf(request))) {
      webSocket.close(1013, 'The gateway is stopping');
      return;
    }
    const closed = protocol.opened(transportOf(options, connection, webSocket), {
      connection,
      request,
    });
    webSocket.once('close', (code, reason) => {
      const keyId = connection.credential?.key.keyId ?? null;
      options.connections.remove(connection);
      options.onClosed({ code, keyId, durationMs: Math.round(options.clock.monotonicMs() - openedAtMs) });
      closed(code, String(reason)).catch(options.onFailure);
    });
  }
}

/**
 * Pieces of one message: its fragments, and what the network brings of a fragment. Each takes some 300 bytes, so that a message of
 * 128 KiB in pieces of one byte would hold megabytes. Stock clients send a message in one piece.
 */
const PIECES_MIN = 1024;
const PIECE_BYTES = 256;

type Transport = Parameters<ReturnType<typeof makeServer>['opened']>[0];

function transportOf(
  options: WebSocketRouteOptions,
  connection: SocketConnection,
  webSocket: WebSocket,
): Transport {
  return {
    protocol: webSocket.protocol,
    send: (text) => connection.send(text),
    close: (code, reason) => webSocket.close(code, reason),
    onMessage: (receive) => {
      webSocket.on('message', (data: Buffer) => {
        connection.onMessage();
        let text: string;
        try {
          const message = options.readJson(data);
          requireClientMessage(message);
          text = namesDocument(message) ? withEmptyQuery(message) : data.toString('utf8');
        } catch {
          webSocket.close(4400, 'Invalid message received');
          return;
        }
        receive(text).catch((error: unknown) => {
          options.onFailure(error);
          webSocket.close(4500, 'Internal server error');
        });
      });
    },
  };
}

/** Returns true for a subscribe message with the id of a document and without its text. */
function namesDocument(message: JsonValue): message is JsonObject & { readonly payload: JsonObject } {
  const payload = isJsonObject(message) ? message['payload'] : undefined;
  return isJsonObject(payload) && typeof payload['documentId'] === 'string' && payload['query'] == null;
}

/** Adds an empty query: graphql-ws closes a socket on which an operation has no text. */
function withEmptyQuery(message: { readonly payload: JsonObject }): string {
  return JSON.stringify({ ...message, payload: { ...message.payload, query: '' } });
}

/** Throws for messages that only servers send. graphql-ws would throw at them as if it had failed itself. */
function requireClientMessage(message: JsonValue): void {
  const type = isJsonObject(message) ? message['type'] : undefined;
  if (type === 'next' || type === 'error' || type === 'connection_ack')
    throw new Error('A message of servers.');
}

/**
 * Authenticates a connection. The key is in the header of the upgrade request, or in `authorization` of the connectionParams.
 * Without a key the upgrade request may have the cookie of a console session. False closes with 4403.
 */
async function connect(
  options: WebSocketRouteOptions,
  extra: Extra,
  params: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { authenticate, proofOf, addressOf, connections, onRefused, onFailure } = options;
  const { connection, request } = extra;
  extra.request = null;
  if (request === null) return false;
  const inParams = params['authorization'] ?? params['Authorization'];
  const inHeader = request.headers.authorization;
  try {
    // Two keys are refused wherever they stand: a proxy may have checked the other one.
    if (inHeader !== undefined && inParams !== undefined && inParams !== inHeader) throw twoKeys();
    const certificate = options.certificateOf?.(request);
    const given = inParams === undefined ? proofOf(request) : keyIn(inParams);
    const proof = certificate == null ? given : { ...given, certificate };
    const authenticated = await authenticate(proof, request);
    // A client that went away meanwhile would keep its place for ever.
    if (!connection.isOpen) return false;
    connection.authenticated({ ...authenticated, proof, address: addressOf(request) });
    if (connections.admit(connection) !== 'admitted') connection.close('too many');
    return true;
  } catch (error) {
    if (error instanceof CardwayError && WRONG_KEY.has(error.code)) {
      onRefused({ channel: 'graphql', error, address: addressOf(request) });
      return false;
    }
    onFailure(error);
    connection.close('unavailable');
    return true;
  }
}

/** Errors: UNAUTHENTICATED for a key that is no text. A session cookie never takes its place. */
function keyIn(authorization: unknown): Proof {
  if (typeof authorization !== 'string') throw withoutKey();
  return { kind: 'key', authorization };
}

function twoKeys(): CardwayError {
  return new CardwayError('UNAUTHENTICATED').with({ reason: 'There are two different keys.', isOfKey: true });
}

/** Codes of a wrong proof. Only callers with a wrong key are limited: trying again would not help them either. */
const WRONG_KEY: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED']);

import { handleProtocols, makeServer, validateMessage, type ServerOptions } from 'graphql-ws';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { isJsonObject, type JsonObject } from '../../core/wire/json.js';
import { CardwayError, ERRORS } from '../../platform/errors.js';
import { type Proof, withoutKey } from '../../use-cases/access/authenticate-key.js';
import { SocketConnection, type WebSocketRouteOptions } from './web-socket-connection.js';
import {
  type ExecutionArgs,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  parse,
} from 'graphql';
import { momentOf } from '../../platform/clock.js';
import type { Stream } from '../context.js';
import { type Operated, StreamFailure } from './operate.js';

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
    onConnect: ({ extra }) => connect(options, extra, extra.payload),
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
    const extra: Extra = { connection, request, payload: {} };
    const closed = protocol.opened(transportOf(options, extra, webSocket), extra);
    webSocket.once('close', (code, reason) => {
      const keyId = connection.credential?.key.keyId ?? null;
      options.connections.remove(connection);
      options.onClosed({ code, keyId, durationMs: Math.round(options.clock.monotonicMs() - openedAtMs) });
      closed(code, String(reason)).catch(options.onFailure);
      connection.endSubscriptions().catch(options.onFailure);
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

function transportOf(options: WebSocketRouteOptions, extra: Extra, webSocket: WebSocket): Transport {
  const { connection } = extra;
  return {
    protocol: webSocket.protocol,
    send: (text) => connection.send(text),
    close: (code, reason) => webSocket.close(code, reason),
    onMessage: (receive) => {
      webSocket.on('message', (data: Buffer) => {
        connection.onMessage();
        let text: string;
        try {
          text = withoutPayload(readMessage(options, data), extra);
        } catch {
          webSocket.close(4400, 'Invalid message received');
          return;
        }
        receive(text).catch((error: unknown) => {
          options.onFailure(error);
          webSocket.close(4500, 'Internal server error');
        });
        extra.payload = {};
      });
    },
  };
}

/** Longest id of an operation. Those of stock clients have 36 characters, and each open operation keeps its id. */
const ID_LENGTH_MAX = 256;

/** Reads a message. Throws for text that is no message of a client. */
function readMessage(options: WebSocketRouteOptions, data: Buffer): JsonObject {
  const message = options.readJson(data);
  if (!isJsonObject(message)) throw new Error('Not an object.');
  const { type, id, payload } = message;
  // graphql-ws would throw at messages of servers as if it had failed itself.
  if (type === 'next' || type === 'error' || type === 'connection_ack')
    throw new Error('A message of servers.');
  if (typeof id === 'string' && id.length > ID_LENGTH_MAX) throw new Error('The id is too long.');
  // An operation may have the id of a document in place of its text.
  const isNamed = isJsonObject(payload) && typeof payload['documentId'] === 'string';
  validateMessage(isNamed ? { ...message, payload: { ...payload, query: payload['query'] ?? '' } } : message);
  return message;
}

/**
 * Returns the text for graphql-ws, which keeps a message for as long as its operation or its socket is open. Therefore large
 * payloads go past it: its hooks take them from `extra` in the same turn.
 */
function withoutPayload(message: JsonObject, extra: Extra): string {
  const { type, id, payload } = message;
  if (type !== 'connection_init' && type !== 'subscribe') return JSON.stringify(message);
  extra.payload = isJsonObject(payload) ? payload : {};
  return JSON.stringify(type === 'subscribe' ? { id, type, payload: { query: '' } } : { type });
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
    const proof = inParams === undefined ? proofOf(request) : keyIn(inParams);
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

interface Extra extends Record<PropertyKey, unknown> {
  readonly connection: SocketConnection;
  /** Upgrade request. It is released with the first message, because it is as large as the rest of a connection. */
  request: IncomingMessage | null;
  /** Payload of the message that graphql-ws is given in this turn. */
  payload: JsonObject;
}

type Hooks = ServerOptions<Record<string, unknown>, Extra>;

/**
 * Returns the hooks that make graphql-ws run operations our way. The result of `operate` passes through as if graphql-ws had
 * executed it. Its errors are formatted already, so the socket reports the same as HTTP.
 */
function socketOperations(
  options: Pick<WebSocketRouteOptions, 'clock' | 'connections' | 'contextOf' | 'limits' | 'operate'>,
): Pick<Hooks, 'onSubscribe' | 'execute' | 'subscribe' | 'onNext' | 'onError'> {
  const refusals = new WeakMap<object, readonly GraphQLFormattedError[]>();
  return {
    async onSubscribe({ extra, subscriptions }, id, message) {
      const { connection, payload } = extra;
      const { credential } = connection;
      const refuse = (errors: readonly GraphQLFormattedError[]): GraphQLError[] => {
        refusals.set(message, errors);
        return errors.map(({ message }) => new GraphQLError(message));
      };
      // A client may complete an operation that still runs. Then graphql-ws no longer knows of it.
      const known = Object.keys(subscriptions).length - 1;
      const open = Math.max(known, connection.running + connection.subscriptions);
      if (open >= options.limits.operationsMax) return refuse([TOO_MANY]);
      if (connection.ending === 'going away') return refuse([STOPPING]);
      if (credential === null || connection.ending !== null) return refuse([UNAUTHENTICATED]);
      const stream: Stream = {
        onBehind: () => connection.behind(),
        hold: (bytes) => options.connections.hold(credential.key.keyId, bytes),
      };
      const context = { ...options.contextOf(credential, momentOf(options.clock)), stream };
      connection.began('running');
      const operated = await options.operate(payload, context).finally(() => connection.ended('running'));
      if (operated.kind === 'result' && operated.result.data === undefined) {
        return refuse(operated.result.errors ?? []);
      }
      if (operated.kind === 'result') return argsOf(operated);
      return argsOf({ kind: 'stream', results: new Pump(operated.results, connection, id) });
    },
    execute: ({ contextValue }) => (contextValue as { result: FormattedExecutionResult }).result as never,
    subscribe: ({ contextValue }) => (contextValue as { results: AsyncIterable<never> }).results,
    onNext: (...given) => given[4] as FormattedExecutionResult,
    onError: (_context, _id, payload, errors) => refusals.get(payload) ?? failuresOf(errors),
  };
}

const QUERY = parse('{ __typename }');
const SUBSCRIPTION = parse('subscription { __typename }');

function argsOf(operated: Operated): ExecutionArgs {
  const document = operated.kind === 'stream' ? SUBSCRIPTION : QUERY;
  return { schema: undefined as never, document, contextValue: operated };
}

function failuresOf(errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
  return errors.flatMap(({ originalError }) =>
    originalError instanceof StreamFailure ? originalError.errors : [INTERNAL],
  );
}

const TOO_MANY: GraphQLFormattedError = {
  message: 'Too many operations at one time on this connection.',
  extensions: { code: 'RATE_LIMITED', retryAfterSeconds: ERRORS.RATE_LIMITED.retryAfterSeconds },
};
const UNAUTHENTICATED: GraphQLFormattedError = {
  message: 'Authentication failed.',
  extensions: { code: 'UNAUTHENTICATED' },
};
const STOPPING: GraphQLFormattedError = {
  message: 'The gateway is stopping.',
  extensions: { code: 'UNAVAILABLE', retryAfterSeconds: ERRORS.UNAVAILABLE.retryAfterSeconds },
};
const INTERNAL: GraphQLFormattedError = {
  message: 'The gateway failed.',
  extensions: { code: 'INTERNAL' },
};

type Results = AsyncIterableIterator<FormattedExecutionResult>;

/**
 * Results of a subscription for graphql-ws. The iteration sends each `next` message itself and hands out nothing until it ends or
 * fails, which graphql-ws reports to the client. A result for many subscribers is serialized once (`operate.ts` shares it). The
 * connection learns of the beginning and of every kind of end.
 */
class Pump implements Results {
  private readonly head: string;

  constructor(
    private readonly results: Results,
    private readonly connection: SocketConnection,
    operationId: string,
  ) {
    this.head = `{"id":${JSON.stringify(operationId)},"type":"next","payload":`;
    connection.began(this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    try {
      for (let step = await this.results.next(); step.done !== true; step = await this.results.next()) {
        if (this.connection.ending === null) await this.connection.send(`${this.head}${textOf(step.value)}}`);
      }
    } finally {
      this.connection.ended(this);
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    this.connection.ended(this);
    await this.results.return?.();
    return { done: true, value: undefined };
  }
}

const texts = new WeakMap<FormattedExecutionResult, string>();

function textOf(result: FormattedExecutionResult): string {
  const known = texts.get(result);
  if (known !== undefined) return known;
  const text = JSON.stringify(result);
  texts.set(result, text);
  return text;
}

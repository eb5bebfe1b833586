import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import { type HttpReply, type HttpRoute, jsonError, STALL_MS } from '../adapters/exchange.js';
import { type Clock, momentOf } from '../platform/clock.js';
import { CardwayError, toCardwayError } from '../platform/errors.js';
import type { RefusedCall } from '../use-cases/access/refusal-port.js';
import { discardRest, isRefusedUnsent, parseContentType, readBody, requireJsonCharset } from './body.js';
import { type ClientAddress, peerOf } from './client-address.js';
import { type Connections, watchConnections } from './connections.js';
import { answerUnreadable, guardProblem, httpRequestId, requestTarget } from './guard.js';
import { serveWebSockets, WebSocketAwareMessage, type WebSocketRoutes } from './web-sockets.js';

/** Node's default. Each connection may hold as much before it proves a key. */
const HEADER_BYTES_MAX = 16_384;
/** Time for a whole request. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Time for a TLS handshake. */
const HANDSHAKE_TIMEOUT_MS = 5000;
/** Time for the head of a request, which fits into a few packets. */
const HEADERS_TIMEOUT_MS = REQUEST_TIMEOUT_MS / 3;

interface HttpLimits {
  /** Maximum number of connections. */
  readonly connectionsMax: number;
  readonly bodyBytesMax: number;
  readonly keepAliveMs: number;
}

export interface ListenerOptions {
  /**
   * Interfaces by path. A path that ends with a slash serves all paths one level below. They run ahead of Express, which would
   * halve their throughput.
   */
  readonly routes: ReadonlyMap<string, HttpRoute>;
  /** Handlers of WebSockets by path. */
  readonly webSockets?: WebSocketRoutes;
  /** Throws for an upgrade request that is refused before a connection opens. Errors: of the register. */
  readonly checkUpgrade?: ((request: IncomingMessage) => void) | undefined;
  /** Handler of everything else. */
  readonly fallback: (request: IncomingMessage, response: ServerResponse) => void;
  /** With `ca`, every connection needs a client certificate of these authorities. */
  readonly tls?: SecureContextOptions | undefined;
  readonly http: HttpLimits;
  /** Runs when a connection comes beyond the maximum and another one gives way. */
  readonly onFull: () => void;
  readonly addressOf: ClientAddress;
  readonly clock: Clock;
  /** Returns true if a trusted proxy sent the request. Only then is the trace that it names continued. */
  readonly isFromProxy: (request: IncomingMessage) => boolean;
  readonly newId: () => string;
  /** Hosts that a sandbox allows beside loopback; null outside the sandbox, where every host is allowed. */
  readonly sandboxHosts: readonly string[] | null;
  /** Returns true while connections close after their reply. */
  readonly isDraining: () => boolean;
  /** Returns true while new requests on open connections are turned away. */
  readonly isRefusing: () => boolean;
  readonly onDone: (done: RequestDone) => void;
  /** Runs when a call is refused, whatever refused it. */
  readonly onRefused: (refused: RefusedCall) => void;
  /** Begins the span of a call; undefined where calls are not traced. */
  readonly trace?: TraceRequest | undefined;
  readonly onInternalError: (error: Error) => void;
}

export type TraceRequest = (about: {
  readonly method: string;
  readonly path: string;
  readonly httpRequestId: string;
  readonly headers: IncomingMessage['headers'];
}) => RequestSpan;

interface RequestSpan {
  /** Runs the work of the call inside the span. */
  run(work: () => void): void;
  end(status: number): void;
}

interface RequestDone {
  readonly httpRequestId: string;
  readonly method: string;
  /**
   * A label out of a few: the path of an interface, or the first part of another known path; `other` for what callers make up.
   */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
}

interface Serving extends ListenerOptions {
  readonly connections: Connections;
}

export function createListener(options: ListenerOptions): Server {
  const limits = {
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: options.http.keepAliveMs,
    connectionsCheckingInterval: 1000,
    IncomingMessage: WebSocketAwareMessage,
    requireHostHeader: false, // the guard refuses it, with our headers and in the log
  };
  const server =
    options.tls === undefined
      ? createServer(limits)
      : createTlsServer({
          ...limits,
          ...options.tls,
          requestCert: options.tls.ca !== undefined,
          rejectUnauthorized: true,
          // A caller that ends within the handshake is noticed by this alone. A stop waits for it too.
          handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
          allowHalfOpen: true,
        });
  if (options.tls?.ca !== undefined) watchRefusedCertificates(server, options.onRefused);
  answerHalfClosed(server);
  // Node silently drops headers beyond its count, and the guards would not see them. The size of a head bounds them too.
  server.maxHeadersCount = 0;
  server.timeout = STALL_MS;
  const { connectionsMax } = options.http;
  const connections = watchConnections(server, { connectionsMax, onFull: options.onFull });
  const serving: Serving = { ...options, connections };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    connections.admit(request, response, () => handle(serving, request, response));
  };
  server.on('request', serve);
  server.on('checkExpectation', serve); // the guard refuses it
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!isRefusedUnsent(request, options.http.bodyBytesMax)) response.writeContinue();
    serve(request, response);
  });
  answerUnreadable(server, connections);
  serveWebSockets(server, { ...options, connections });
  return server;
}

/** Reports handshakes that fail for the certificate of the caller. Otherwise only the caller would see the failure. */
function watchRefusedCertificates(server: Server, onRefused: ListenerOptions['onRefused']): void {
  // Read now, because the connection is closed when its handshake has failed.
  server.on('connection', (socket: Socket) => peerOf(socket));
  server.on('tlsClientError', (caught: NodeJS.ErrnoException, socket: TLSSocket & { _parent?: Socket }) => {
    // Node's types say that this is an error. It is the code of OpenSSL, such as CERT_HAS_EXPIRED.
    const code = caught.code === NO_CERTIFICATE ? 'none' : (socket.authorizationError as unknown);
    if (typeof code !== 'string') return;
    const error = new CardwayError('UNAUTHENTICATED', { message: `certificate refused: ${code}` });
    onRefused({ channel: 'gateway', error, address: peerOf(socket._parent ?? socket) });
  });
}

const NO_CERTIFICATE = 'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE';

/**
 * Keeps half-closed connections. A caller may close its sending half once its request is out: TCP allows it, and Apache's light
 * XML-RPC transport does it. Node drops such a caller unless this property is set, which its types do not know. With it, the
 * connection ends after the last reply. A connection without a request under way ends at once. One that ends within a request is
 * refused.
 */
function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** Logs and metrics show this status for a request whose connection ended before its reply. nginx uses the same number. */
const LEFT_BEFORE_REPLY = 499;

function handle(options: Serving, request: IncomingMessage, response: ServerResponse): void {
  const startedAtMs = options.clock.monotonicMs();
  const id = httpRequestId(request.headers['x-request-id'], options.newId);
  const url = requestTarget(request);
  request.url = url; // for the fallback
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  const search = queryAt === -1 ? '' : url.slice(queryAt);
  const isLast = options.isDraining() || isOddlyFramed(request);
  const call: IncomingCall = { id, request, response, path, search, isLast };
  const method = request.method ?? '';
  const span = options.trace?.({
    method,
    path: pathLabelOf(options, path),
    httpRequestId: id,
    headers: options.isFromProxy(request) ? request.headers : {},
  });
  response.once('close', () => {
    // A response that nobody wrote has the status 200 too.
    const status = response.headersSent ? response.statusCode : LEFT_BEFORE_REPLY;
    span?.end(status);
    options.onDone({
      httpRequestId: id,
      method,
      path: pathLabelOf(options, path),
      status,
      durationMs: options.clock.monotonicMs() - startedAtMs,
    });
  });
  const route = routeAt(options, path);
  const problem = guardProblem(request, options.sandboxHosts);
  if (problem !== null) {
    response.shouldKeepAlive = false;
    if (problem.status === 405 && route !== undefined) response.setHeader('Allow', route.methods.join(', '));
    const reply = { ...(route?.refuse ?? jsonError)(problem.error), status: problem.status };
    if (route === undefined) write(call, reply);
    else finish(options, call, reply);
    return;
  }
  const serve = (): void => {
    if (route !== undefined) return void answer(options, route, call);
    response.setHeader('X-Request-Id', id);
    if (call.isLast) response.setHeader('Connection', 'close');
    options.fallback(request, response);
  };
  if (span === undefined) serve();
  else span.run(serve);
}

/** Returns true for chunks in HTTP/1.0, whose proxies may have read the end elsewhere (RFC 9112, 6.1). */
const isOddlyFramed = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.0' && headers['transfer-encoding'] !== undefined;

function routeAt({ routes }: ListenerOptions, path: string): HttpRoute | undefined {
  return routes.get(path) ?? routes.get(path.slice(0, path.lastIndexOf('/') + 1));
}

const KNOWN_PATHS = '/v1/transactions /health /metrics /console /openapi.json /reference'.split(' ');

function pathLabelOf(options: ListenerOptions, path: string): string {
  return options.routes.has(path) ? path : (KNOWN_PATHS.find((known) => path.startsWith(known)) ?? 'other');
}

interface IncomingCall {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly search: string;
  /** The connection ends after the reply. */
  readonly isLast: boolean;
}

async function answer(options: Serving, route: HttpRoute, call: IncomingCall): Promise<void> {
  const { request, response } = call;
  let reply: HttpReply;
  try {
    reply = await replyOf(options, route, call);
  } catch (thrown) {
    const error = toCardwayError(thrown);
    if (error.code === 'INTERNAL') options.onInternalError(error);
    // The connection cannot be used again. Closing it on unread bytes would cut the reply off.
    if (!request.complete) {
      response.shouldKeepAlive = false;
      if (!isRefusedUnsent(request, options.http.bodyBytesMax)) await discardRest(request);
    }
    reply = route.refuse(error);
  }
  finish(options, call, reply);
}

/** Notes a refusal, and writes the reply. */
function finish(options: Serving, call: IncomingCall, reply: HttpReply): void {
  const { request } = call;
  if (reply.refused !== undefined) {
    const address = options.addressOf(request);
    options.onRefused({ ...reply.refused, address, httpRequestId: call.id });
  }
  // The connection ends with a stream.
  if (reply.stream !== undefined) options.connections.leave(request.socket);
  write(call, reply);
}

async function replyOf(
  options: ListenerOptions,
  route: HttpRoute,
  { id, request, response, path, search }: IncomingCall,
): Promise<HttpReply> {
  const method = request.method ?? '';
  if (!route.methods.includes(method)) {
    response.setHeader('Allow', route.methods.join(', '));
    throw new CardwayError('METHOD_NOT_ALLOWED').with({ reason: `${path} does not allow ${method}.` });
  }
  if (options.isRefusing()) throw new CardwayError('UNAVAILABLE', { message: 'The gateway is stopping.' });
  const body = method === 'GET' ? Buffer.alloc(0) : await readBody(request, options.http.bodyBytesMax);
  const { mediaType, charset } = parseContentType(request.headers['content-type']);
  requireJsonCharset(mediaType, charset);
  return route.answer({
    method,
    path,
    search,
    headers: request.headers,
    socket: request.socket,
    mediaType,
    charset,
    body,
    receivedAt: momentOf(options.clock),
    httpRequestId: id,
    address: options.addressOf(request),
  });
}

/** Writes a reply. Its head is one flat list, which Node writes as it is, and in one piece with a text. */
function write({ id, response, isLast }: IncomingCall, { status, headers, body, stream }: HttpReply): void {
  const head: (string | string[])[] = ['X-Request-Id', id];
  if (isLast || stream !== undefined) head.push('Connection', 'close');
  // Replies and refusals are for their caller alone: no cache may keep them.
  if (headers['Cache-Control'] === undefined) head.push('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers)) head.push(name, value);
  if (stream !== undefined) {
    response.socket?.setTimeout(0); // streams have their own rule for readers that take nothing
    response.writeHead(status, head);
    stream(response);
    return;
  }
  if (response.destroyed) return;
  // A reply 204 must not name a length (RFC 9110, 8.6).
  if (status !== 204) head.push('Content-Length', String(Buffer.byteLength(body)));
  response.writeHead(status, head);
  response.end(body);
}

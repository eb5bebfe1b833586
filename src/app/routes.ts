import type { GraphQLSchema } from 'graphql';
import type { ServerResponse } from 'node:http';
import {
  type AdapterReply,
  type AdapterRequest,
  jsonError,
  type Program,
  rpcError,
} from '../adapters/exchange.js';
import { createProxyRoute } from '../adapters/json/proxy.js';
import { readJson } from '../adapters/json/reader.js';
import { createExportRoutes, type ExportRoute } from '../adapters/rest/export.js';
import { createAuthorizationRoute, createDigitizationRoute } from '../adapters/rest/network.js';
import { createProvisioningRoutes, type ProvisioningRoute } from '../adapters/rest/provisioning.js';
import { createRpcRoute } from '../adapters/xmlrpc/route.js';
import type { MethodTable } from '../core/transactions/methods.js';
import type { UseCases } from '../graphql/context.js';
import { createResolvers } from '../graphql/resolvers.js';
import type { OpenEventStream } from '../graphql/server/event-stream.js';
import { type GraphQLServer, HeaderMap } from '../graphql/server/server.js';
import { createEventStreamRoute } from '../http/event-stream-route.js';
import { createGraphQLRoute, type Explorer, isActivity } from '../http/graphql-route.js';
import { type HttpRoute, type HttpRouteReply, type HttpRouteRequest, STALL_MS } from '../http/listener.js';
import type { AuthenticateProof, Proof } from '../use-cases/access/authenticate-key.js';

/** Returns what every adapter needs. */
export function compatOf({
  schema,
  useCases,
  ...rest
}: Pick<Program, 'authenticateKey' | 'onInternalError'> & {
  readonly schema: GraphQLSchema;
  readonly useCases: UseCases;
}): Program {
  return {
    ...rest,
    resolvers: createResolvers(schema),
    contextOf: (caller, credential) => ({ caller, isTerminal: credential === 'checksum', useCases }),
  };
}

interface RouteParts {
  readonly methods: MethodTable;
  readonly graphql: GraphQLServer;
  readonly useCases: UseCases;
  readonly compat: Program;
  readonly proofOf: (request: HttpRouteRequest) => Proof;
  /** Authenticates keys and console sessions for GraphQL, where each field names its roles. */
  readonly authenticate: AuthenticateProof;
  readonly signInRoutes: ReadonlyMap<string, HttpRoute>;
  readonly nowMs: () => number;
  readonly openEventStream: OpenEventStream;
  readonly explorer: Explorer | undefined;
  /** Gets the error of an export that was cut. */
  readonly onExportFailure: (error: unknown) => void;
}

/** Returns the interfaces that answer directly on node:http. */
export function httpRoutes(args: RouteParts): ReadonlyMap<string, HttpRoute> {
  const { methods, compat } = args;
  const rpc = createRpcRoute({ ...compat, methods });
  const proxy = createProxyRoute({ ...compat, methods, rpc });
  const provisioning = createProvisioningRoutes({ ...compat, nowMs: args.nowMs });
  const exports = createExportRoutes(compat);
  return new Map<string, HttpRoute>([
    ...exports.map((route) => [route.path, exportRoute(route, args)] as const),
    ...provisioning.map((route) => [route.path, provisioningRoute(route)] as const),
    ['/v1/proxy', adapterRoute(proxy, (error) => jsonError(error, UNREAD))],
    [
      '/RPC2',
      adapterRoute(
        (request) => rpc.answer(request),
        (error) => rpcError(error, UNREAD),
      ),
    ],
    // The card network
    ['/network/v1/token-authorizations', adapterRoute(createAuthorizationRoute(compat), jsonError)],
    ['/network/v1/digitizations', adapterRoute(createDigitizationRoute(compat), jsonError)],
    [
      '/graphql',
      createGraphQLRoute({
        explorer: args.explorer,
        readJson: (body) => readJson(body),
        proofOf: args.proofOf,
        authenticate: args.authenticate,
        handle: ({ method, search, headers, body }, caller) =>
          args.graphql.handle(
            { method, search, headers: new HeaderMap(headers), body },
            { caller: { channel: 'graphql', ...caller }, isTerminal: false, useCases: args.useCases },
          ),
      }),
    ],
    [
      '/graphql/stream',
      createEventStreamRoute({
        readJson: (body) => readJson(body),
        proofOf: args.proofOf,
        authenticate: args.authenticate,
        open: args.openEventStream,
      }),
    ],
    ...args.signInRoutes,
  ]);
}

/** The listener refuses a call before an adapter reads it. */
const UNREAD = { isUnread: true };

function adapterRoute(
  answer: (request: AdapterRequest) => Promise<AdapterReply>,
  refuse: HttpRoute['refuse'],
): HttpRoute {
  return {
    methods: ['POST'],
    refuse,
    answer: (request) => answer(adapterRequest(request)),
  };
}

function provisioningRoute(route: ProvisioningRoute): HttpRoute {
  return {
    methods: ['POST'],
    refuse: (error) => route.refuse(error),
    answer: (request) => route.answer({ ...adapterRequest(request), search: request.search }),
  };
}

function exportRoute(
  route: ExportRoute,
  {
    proofOf,
    authenticate,
    onExportFailure,
  }: Pick<RouteParts, 'proofOf' | 'authenticate' | 'onExportFailure'>,
): HttpRoute {
  return {
    methods: ['GET'],
    refuse: jsonError,
    async answer(request): Promise<HttpRouteReply> {
      const { search, receivedAt, httpRequestId, address } = request;
      const proof = proofOf(request);
      const { texts, ...reply } = await route.answer({
        ...{ search, receivedAt, httpRequestId, address },
        authenticate: () => authenticate(proof, { address, isActivity: isActivity(request) }),
        // A running export is no act of its reader.
        authenticateAgain: () => authenticate(proof, { address, isActivity: false }),
      });
      if (texts === undefined) return reply;
      const stream: HttpRouteReply['stream'] = (response) =>
        void sendTexts(response, texts.all, onExportFailure).finally(texts.close);
      return { ...reply, stream };
    },
  };
}

function adapterRequest(request: HttpRouteRequest): AdapterRequest {
  return {
    mediaType: request.mediaType,
    charset: request.charset,
    accept: request.headers.accept,
    authorization: request.headers.authorization,
    body: request.body,
    receivedAt: request.receivedAt,
    httpRequestId: request.httpRequestId,
    address: request.address,
  };
}

/**
 * Sends texts one after the other, never further ahead than one. A reader that takes nothing for `STALL_MS` is cut. An error of the
 * texts cuts the response too, so that no reader takes a part for the whole.
 */
async function sendTexts(
  response: ServerResponse,
  texts: AsyncIterable<string | Uint8Array>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  try {
    for await (const text of texts) {
      if (response.destroyed) return;
      if (!response.write(text)) await drained(response);
    }
    response.end();
  } catch (error) {
    // A reader that went away, or a gateway that stops, is no failure.
    if (!response.destroyed) onFailure(error);
    response.destroy();
  }
}

/**
 * Resolves when everything was taken, or when the response is closed. The timeout of the socket runs only here: while the next
 * text is read, the reader waits for us. It is Node's own, which sees each piece that a slow reader takes.
 */
function drained(response: ServerResponse): Promise<void> {
  response.socket?.setTimeout(STALL_MS);
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      response.socket?.setTimeout(0);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
    if (response.destroyed) done();
  });
}

import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { jsonError, type Program } from '../adapters/exchange.js';
import { createProxyRoute } from '../adapters/json/proxy.js';
import { readJson } from '../adapters/json/reader.js';
import { createExportRoutes, type ExportRoute } from '../adapters/rest/export.js';
import { createAuthorizationRoute, createDigitizationRoute } from '../adapters/rest/network.js';
import { createProvisioningRoutes } from '../adapters/rest/provisioning.js';
import { createTransactionReportRoute, TRANSACTION_REPORTS } from '../adapters/rest/transaction-report.js';
import { createRpcRoute } from '../adapters/xmlrpc/route.js';
import type { MethodTable } from '../core/transactions/methods.js';
import { HeaderMap } from '../graphql/server/server.js';
import { createEventStreamRoute } from '../http/event-stream-route.js';
import { createExplorer, createGraphQLRoute, type Explorer, isActivity } from '../http/graphql-route.js';
import { type HttpRoute, type HttpRouteReply, STALL_MS } from '../http/listener.js';
import { BUILT_FOLDER } from '../platform/build.js';
import { SANDBOX_API_KEYS } from '../sandbox/data.js';
import { type Ground, logFailure } from './runtime.js';
import type { Interfaces, Streams } from './streams.js';

export interface RouteParts extends Interfaces {
  readonly methods: MethodTable;
  readonly program: Program;
  readonly streams: Streams;
}

/** Returns the interfaces that answer directly on node:http. */
export function httpRoutes(ground: Ground, parts: RouteParts): ReadonlyMap<string, HttpRoute> {
  const { methods, program, graphql, useCases } = parts;
  const { proofOf, signInRoutes } = parts.access;
  const { authenticate } = parts.authentication;
  const rpc = createRpcRoute({ ...program, methods });
  const nowMs = (): number => ground.runtime.clock.nowMs();
  return new Map<string, HttpRoute>([
    ...createExportRoutes(program).map((route) => [route.path, exportRoute(route, ground, parts)] as const),
    ...createProvisioningRoutes({ ...program, nowMs }),
    ['/v1/proxy', createProxyRoute({ ...program, methods, rpc })],
    ['/RPC2', rpc],
    [TRANSACTION_REPORTS, createTransactionReportRoute(program)],
    // The card network
    ['/network/v1/token-authorizations', createAuthorizationRoute(program)],
    ['/network/v1/digitizations', createDigitizationRoute(program)],
    [
      '/graphql',
      createGraphQLRoute({
        explorer: explorerOf(ground),
        readJson: (body) => readJson(body),
        proofOf,
        authenticate,
        handle: ({ method, search, headers, body }, caller) =>
          graphql.handle(
            { method, search, headers: new HeaderMap(headers), body },
            { caller: { channel: 'graphql', ...caller }, isTerminal: false, useCases },
          ),
      }),
    ],
    [
      '/graphql/stream',
      createEventStreamRoute({
        readJson: (body) => readJson(body),
        proofOf,
        authenticate,
        open: parts.streams.openEventStream,
      }),
    ],
    ...signInRoutes,
  ]);
}

/** Returns the explorer, which shows the keys of a sandbox. Undefined where introspection is off. */
function explorerOf({ config, runtime }: Ground): Explorer | undefined {
  if (!config.settings.graphql.introspection) return undefined;
  const shown = config.isSandbox ? SANDBOX_API_KEYS : [];
  const keys = Object.fromEntries(shown.map(({ role, key }) => [role, key]));
  return createExplorer(keys, () => runtime.readFile(EXPLORER_PAGE));
}

const EXPLORER_PAGE = join(BUILT_FOLDER, 'explorer', 'page.html');

function exportRoute(
  route: ExportRoute,
  ground: Ground,
  { access: { proofOf }, authentication: { authenticate } }: Interfaces,
): HttpRoute {
  const onFailure = logFailure(ground, 'export failed');
  return {
    methods: ['GET'],
    refuse: jsonError,
    async answer(request): Promise<HttpRouteReply> {
      const { address } = request;
      const proof = proofOf(request);
      const { texts, ...reply } = await route.answer({
        ...request,
        authenticate: () => authenticate(proof, { address, isActivity: isActivity(request) }),
        // A running export is no act of its reader.
        authenticateAgain: () => authenticate(proof, { address, isActivity: false }),
      });
      if (texts === undefined) return reply;
      const stream: HttpRouteReply['stream'] = (response) =>
        void sendTexts(response, texts.all, onFailure).finally(texts.close);
      return { ...reply, stream };
    },
  };
}

/**
 * Sends texts one after the other, never further ahead than one. A reader that takes nothing for `STALL_MS` is cut. An error of the
 * texts cuts the response too, so that no reader takes a part for the whole.
 */
function sendTexts(
  response: ServerResponse,
  texts: AsyncIterable<string | Uint8Array>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  async function* timed(): AsyncGenerator<string | Uint8Array> {
    try {
      for await (const text of texts) {
        // The timeout of the socket runs while the reader takes a text. While the next one is read, the reader waits for us.
        response.socket?.setTimeout(STALL_MS);
        yield text;
        response.socket?.setTimeout(0);
      }
    } catch (error) {
      // A reader that went away, or a gateway that stops, is no failure.
      if (!response.destroyed) onFailure(error);
      throw error;
    }
  }
  return pipeline(timed(), response).catch(() => undefined);
}

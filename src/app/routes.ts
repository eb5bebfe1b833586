import { join } from 'node:path';
import type { HttpRequest, HttpRoute, Program } from '../adapters/exchange.js';
import { createProxyRoute } from '../adapters/json/proxy.js';
import { createExportRoutes } from '../adapters/rest/export.js';
import { createAuthorizationRoute, createDigitizationRoute } from '../adapters/rest/network.js';
import { createProvisioningRoutes } from '../adapters/rest/provisioning.js';
import { createTransactionReportRoute, TRANSACTION_REPORTS } from '../adapters/rest/transaction-report.js';
import { createRpcRoute } from '../adapters/xmlrpc/route.js';
import type { MethodTable } from '../core/transactions/methods.js';
import type { Credential } from '../graphql/server/connections.js';
import { createEventStreamRoute } from '../http/event-stream-route.js';
import { createExplorer, createGraphQLRoute, type Explorer } from '../http/graphql-route.js';
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
  const { access, methods, program, graphql, useCases } = parts;
  const rpc = createRpcRoute({ ...program, methods });
  const authenticate = authenticationOf(parts);
  const nowMs = (): number => ground.runtime.clock.nowMs();
  return new Map<string, HttpRoute>([
    ...createExportRoutes({ ...program, authenticate, onFailure: logFailure(ground, 'export failed') }),
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
        proofOf: access.proofOf,
        authenticate,
        handle: (request, caller) => graphql.handle(request, { caller, isTerminal: false, useCases }),
      }),
    ],
    [
      '/graphql/stream',
      createEventStreamRoute({
        proofOf: access.proofOf,
        // A stream opens again by itself, so it does not prolong a console session.
        authenticate: (request) => authenticate(request, false),
        open: parts.streams.openEventStream,
      }),
    ],
    ...access.signInRoutes,
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

/** Returns the function that authenticates a request. Requests that a page sends by itself do not prolong a console session. */
function authenticationOf({ access, authentication }: Interfaces) {
  return async (
    request: HttpRequest,
    isActivity = request.headers['x-cardway-background'] !== '1',
  ): Promise<Credential> => {
    const proof = access.proofOf(request);
    const { address } = request;
    return { ...(await authentication.authenticate(proof, { address, isActivity })), proof, address };
  };
}

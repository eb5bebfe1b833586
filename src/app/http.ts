import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { join } from 'node:path';
import { clientAddressOf, fromProxyOf } from '../http/client-address.js';
import { createHttpApp, createOperatorsApp, type OperatorsPages, type Readiness } from '../http/express.js';
import { createListener } from '../http/listener.js';
import { createPage } from '../http/page.js';
import { BUILT_FOLDER } from '../platform/build.js';
import type { Settings } from '../platform/settings.js';
import { SANDBOX_API_KEYS } from '../sandbox/data.js';
import type { StoreStatus } from '../store/maintenance/status.js';
import type { Externals } from './externals.js';
import { httpRoutes, type RouteParts } from './routes.js';
import { filesMaxOf, type Ground, logFailure } from './runtime.js';
import { readTls } from './tls.js';

interface HttpParts extends RouteParts {
  readonly draining: { readonly isDraining: boolean; readonly isRefusing: boolean };
}

/** The reference and the documentation add their styles as elements of the document. */
const WITH_STYLES = { hasViews: false, styleSources: "'self' 'unsafe-inline'" };

/** Key that the console's sign-in shows in the sandbox. */
const OPERATOR_KEY = SANDBOX_API_KEYS.find(({ role }) => role === 'operator')?.key;

interface HttpServers {
  readonly main: Server;
  /** Server for health and metrics only; null unless `metrics.port` is set. */
  readonly operators: Server | null;
}

/** Creates the servers. They do not listen yet. */
export function httpServersOf(ground: Ground, externals: Externals, parts: HttpParts): HttpServers {
  const operators: OperatorsPages = {
    readiness: () => readinessOf(ground, externals, parts.draining),
    metrics: externals.metrics.read,
  };
  const isWanted = ground.config.settings.metrics.port !== undefined;
  return {
    main: mainServerOf(ground, externals, { ...parts, operators }),
    operators: isWanted ? operatorsServerOf(ground, { ...parts, operators }) : null,
  };
}

interface ServerParts extends HttpParts {
  readonly operators: OperatorsPages;
}

/** Creates the server for health and metrics. It has no TLS, and does not log each scrape. */
function operatorsServerOf(ground: Ground, { draining, operators }: ServerParts): Server {
  const common = commonOptions(ground, draining);
  return createListener({
    ...common,
    routes: new Map(),
    fallback: createOperatorsApp({ operators, onInternalError: common.onInternalError }),
    onDone: () => undefined,
    onFull: () => undefined,
    onRefused: () => undefined,
  });
}

/** Creates the main server: the routes, with Express behind them. */
function mainServerOf(ground: Ground, externals: Externals, parts: ServerParts): Server {
  const { isSandbox, settings } = ground.config;
  const { readFile } = ground.runtime;
  const { metrics, loggedRequests, alert } = externals;
  const { onRefused } = parts;
  const common = commonOptions(ground, parts.draining);
  const fallback = createHttpApp({
    openApi: join(BUILT_FOLDER, 'schema/openapi.json'),
    pages: pagesOf(ground),
    operators: parts.operators,
    isMetricsPublic: settings.metrics.public,
    leadsToConsole: isSandbox && settings.console.page,
    onInternalError: common.onInternalError,
  });
  return createListener({
    ...common,
    tls: readTls(settings.tls, readFile) ?? undefined,
    routes: httpRoutes(ground, parts),
    webSockets: parts.streams.webSockets,
    checkUpgrade: parts.access.checkUpgrade,
    fallback,
    trace: ground.tracing?.request,
    onDone(done) {
      metrics.http(done);
      if (!loggedRequests.delete(done.httpRequestId)) ground.log.info(done, 'request');
    },
    onRefused,
    onFull: () => alert('connections_full', {}),
  });
}

/** Returns the handlers of the pages by path: the reference, the console, and in the sandbox the documentation. */
function pagesOf({ config: { isSandbox, settings } }: Ground): Parameters<typeof createHttpApp>[0]['pages'] {
  const { issuer } = settings.signIn;
  const console = createPage({
    folder: join(BUILT_FOLDER, 'console'),
    hasViews: true,
    sandboxKey: isSandbox ? OPERATOR_KEY : undefined,
    // The page names the OpenID provider.
    signInHost: issuer === undefined ? undefined : new URL(issuer).host,
  });
  const docs = createPage({
    ...WITH_STYLES,
    folder: join(BUILT_FOLDER, 'docs'),
    notBuilt:
      'The documentation site is not built here. Run npm run docs in the checkout and load this page again, ' +
      'or read the Markdown files in docs/.',
  });
  return {
    '/reference': createPage({ ...WITH_STYLES, folder: join(BUILT_FOLDER, 'reference') }),
    ...(settings.console.page ? { '/console': console } : {}),
    ...(isSandbox ? { '/docs': docs } : {}),
  };
}

/** Returns the readiness. Clocks and routes are reported but never fail it (docs/reference/protocol.md#http-rules). */
async function readinessOf(
  { store }: Ground,
  { readClocks, downstream }: Externals,
  { isDraining }: HttpParts['draining'],
): Promise<Readiness> {
  const asked = Promise.all([store.status(), readClocks()]);
  const [status, clocks] = await Promise.race([asked, unusable(store.load().isFailing)]);
  const report = { store: status, draining: isDraining, clocks, routes: downstream.states() };
  return { isReady: status.isReady && !isDraining, report };
}

/**
 * Reports a database that does not answer in time. Operations wait longer for it than orchestrators wait for this answer:
 * Kubernetes waits for 1 s by default, and the chart for 2 s.
 */
async function unusable(isFailing: boolean): Promise<readonly [StoreStatus, null]> {
  await new Promise((resolve) => setTimeout(resolve, isFailing ? FAILING_MS : SILENT_MS).unref());
  return [{ isReady: false, reason: 'The database cannot be used.' }, null];
}

/** Time for a database whose last commit failed, and which has not yet accepted another one. */
const FAILING_MS = 500;
/** Time for any other. One that needs longer for a few short reads answers no call within its deadline. */
const SILENT_MS = 1500;

function commonOptions(ground: Ground, draining: HttpParts['draining']) {
  const { config, runtime } = ground;
  const { http, sandbox, trustProxy } = config.settings;
  // At most half of this process's file descriptors: wallet services and files need the other half.
  const connectionsMax = Math.min(http.connectionsMax, Math.floor(filesMaxOf(runtime) / 2));
  return {
    http: { ...http, connectionsMax },
    addressOf: clientAddressOf(trustProxy),
    isFromProxy: fromProxyOf(trustProxy),
    sandboxHosts: config.isSandbox ? sandbox.hosts : null,
    clock: runtime.clock,
    newId: runtime.newId,
    isDraining: () => draining.isDraining,
    isRefusing: () => draining.isRefusing,
    onInternalError: logFailure(ground, 'internal error'),
  };
}

export interface Served {
  readonly url: string;
  /** URL of health and metrics; null unless they have their own port. */
  readonly operatorsUrl: string | null;
}

/** Opens the ports. Resolves with the served URLs. */
export async function listen({ main, operators }: HttpServers, settings: Settings): Promise<Served> {
  const { host, metrics, reusePort, tls } = settings;
  // The operators' port opens first: if it fails, nobody has been served yet.
  const operatorsPort =
    operators === null ? null : await open(operators, { host: metrics.host, port: metrics.port ?? 0 });
  // With `reusePort` the kernel distributes connections over all processes that listen on the port.
  const port = await open(main, { host, port: settings.port, reusePort });
  return {
    url: urlOf(tls.cert === undefined ? 'http' : 'https', host, port),
    operatorsUrl: operatorsPort === null ? null : urlOf('http', metrics.host, operatorsPort),
  };
}

/** Resolves with the port. Errors: those of the system, with the address in `at`. */
async function open(server: Server, address: ListenOptions): Promise<number> {
  server.listen(address);
  await once(server, 'listening').catch((error: unknown) => {
    throw Object.assign(error as Error, { at: address });
  });
  return (server.address() as AddressInfo).port;
}

function urlOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/** Stops the servers of a process. Servers that never listened count as stopped. */
export async function drainAll({ main, operators }: HttpServers, drained: Promise<void>): Promise<void> {
  await Promise.all(
    [main, ...(operators === null ? [] : [operators])].map((server) => drain(server, drained)),
  );
}

/**
 * Stops a server: accepts no new connections, closes idle ones, lets requests under way end until `drained`, and cuts the rest.
 * Resolves when no connection is left.
 */
async function drain(server: Server, drained: Promise<void>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  void drained.then(() => server.closeAllConnections());
  const sweepIdle = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(sweepIdle);
}

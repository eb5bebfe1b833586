import type { Server } from 'node:http';
import { join } from 'node:path';
import { jsonError, type Program } from '../adapters/exchange.js';
import { createTransactionStatusRoute } from '../adapters/rest/transaction-report.js';
import { createPage, type PageOptions } from '../http/page.js';
import { createHttpApp, createOperatorsApp, type OperatorsPages, type Readiness } from '../http/express.js';
import { createListener, type HttpRoute, type ListenerOptions } from '../http/listener.js';
import type { WebSocketRoutes } from '../http/web-sockets.js';
import type { DownstreamClient } from '../outbound/downstream/client.js';
import { BUILT_FOLDER } from '../platform/build.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import type { Settings } from '../platform/settings.js';
import type { StoreStatus } from '../store/maintenance/status.js';
import type { Store } from '../store/store.js';
import type { RefusedCall } from '../use-cases/access/refusal-port.js';
import type { Observer } from '../use-cases/ports.js';
import type { ReadClocks } from '../use-cases/provisioning/clock-drift.js';
import type { LoggedRequests } from './externals.js';
import { filesMaxOf, type Runtime } from './runtime.js';
import type { Tracing } from './tracing.js';
import { clientAddressOf, fromProxyOf } from '../http/client-address.js';
import { readTls } from './tls.js';

interface HttpParts {
  readonly settings: Settings;
  readonly config: Pick<Config, 'isSandbox'>;
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly store: Store;
  readonly compat: Program;
  readonly routes: ReadonlyMap<string, HttpRoute>;
  readonly webSockets: WebSocketRoutes;
  readonly checkUpgrade: ListenerOptions['checkUpgrade'];
  readonly downstream: DownstreamClient;
  readonly metrics: Metrics;
  readonly observer: Pick<Observer, 'alert'>;
  readonly readClocks: ReadClocks;
  readonly loggedRequests: LoggedRequests;
  readonly draining: { readonly isDraining: boolean; readonly isRefusing: boolean };
  readonly tracing?: Tracing | null | undefined;
  /** Key that the console's sign-in shows. */
  readonly sandboxKeys: { readonly operator?: string };
  readonly onRefused: (refused: RefusedCall) => void;
  readonly onInternalError: (error: unknown) => void;
}

/** Returns the host of the OpenID provider, which the page names. */
function hostOf(issuer: string | undefined): string | undefined {
  return issuer === undefined ? undefined : new URL(issuer).host;
}

const CONSOLE_FOLDER = join(BUILT_FOLDER, 'console');

const DOCS: PageOptions = {
  folder: join(BUILT_FOLDER, 'docs'),
  hasViews: false,
  notBuilt:
    'The documentation site is not built here. Run npm run docs in the checkout and load this page again, ' +
    'or read the Markdown files in docs/.',
  // The page adds its styles as elements of the document.
  styleSources: "'self' 'unsafe-inline'",
};

interface HttpServers {
  readonly main: Server;
  /** Server for health and metrics only; null unless `metrics.port` is set. */
  readonly operators: Server | null;
}

/** Creates the servers. They do not listen yet. */
export function httpServersOf(parts: HttpParts): HttpServers {
  const isWanted = parts.settings.metrics.port !== undefined;
  return { main: mainServerOf(parts), operators: isWanted ? operatorsServerOf(parts) : null };
}

/** Creates the server for health and metrics. It has no TLS, and does not log each scrape. */
function operatorsServerOf(parts: HttpParts): Server {
  const { onInternalError } = parts;
  return createListener({
    ...commonOptions(parts),
    routes: new Map(),
    fallback: createOperatorsApp({ pages: pagesOf(parts), refuse: jsonError, onInternalError }),
    onDone: () => undefined,
    onFull: () => undefined,
    onRefused: () => undefined,
  });
}

function pagesOf(parts: HttpParts): OperatorsPages {
  return { readiness: () => readinessOf(parts), metrics: parts.metrics.read };
}

/** Creates the main server: the routes, with Express behind them. */
function mainServerOf(parts: HttpParts): Server {
  const { settings, runtime, log, compat, onInternalError } = parts;
  const fallback = createHttpApp({
    readTransaction: createTransactionStatusRoute({ ...compat, clock: runtime.clock }),
    reference: {
      openApi: join(BUILT_FOLDER, 'schema/openapi.json'),
      folder: join(BUILT_FOLDER, 'reference'),
    },
    refuse: jsonError,
    pages: pagesOf(parts),
    isMetricsPublic: settings.metrics.public,
    trustProxy: settings.trustProxy,
    console: settings.console.page
      ? createPage({
          folder: CONSOLE_FOLDER,
          hasViews: true,
          sandboxKey: parts.sandboxKeys.operator,
          signInHost: hostOf(settings.signIn.issuer),
        })
      : undefined,
    docs: parts.config.isSandbox ? createPage(DOCS) : undefined,
    leadsToConsole: parts.config.isSandbox,
    onRefused: parts.onRefused,
    onInternalError,
  });
  return createListener({
    ...commonOptions(parts),
    tls: readTls(settings.tls, runtime.readFile) ?? undefined,
    routes: parts.routes,
    webSockets: parts.webSockets,
    checkUpgrade: parts.checkUpgrade,
    fallback,
    trace: parts.tracing?.request,
    onDone(done) {
      parts.metrics.http(done);
      if (!parts.loggedRequests.take(done.httpRequestId)) log.info(done, 'request');
    },
    onRefused: parts.onRefused,
    onFull: () => parts.observer.alert('connections_full', {}),
  });
}

/** Returns the readiness. Clocks and routes are reported but never fail it (docs/reference/protocol.md#http-rules). */
async function readinessOf({ store, draining, readClocks, downstream }: HttpParts): Promise<Readiness> {
  const asked = Promise.all([store.status(), readClocks()]);
  const [status, clocks] = await Promise.race([asked, unusable(store.load().isFailing)]);
  const report = { store: status, draining: draining.isDraining, clocks, routes: downstream.states() };
  return { isReady: status.isReady && !draining.isDraining, report };
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

function commonOptions({ settings, config, runtime, draining, onInternalError }: HttpParts) {
  // At most half of this process's file descriptors: wallet services and files need the other half.
  const connectionsMax = Math.min(settings.http.connectionsMax, Math.floor(filesMaxOf(runtime) / 2));
  return {
    http: { ...settings.http, connectionsMax },
    addressOf: clientAddressOf(settings.trustProxy),
    isFromProxy: fromProxyOf(settings.trustProxy),
    sandboxHosts: config.isSandbox ? settings.sandbox.hosts : null,
    clock: runtime.clock,
    newId: runtime.newId,
    isDraining: () => draining.isDraining,
    isRefusing: () => draining.isRefusing,
    onInternalError,
  };
}

export interface Served {
  readonly url: string;
  /** URL of health and metrics; null unless they have their own port. */
  readonly operatorsUrl: string | null;
}

/** Opens the ports. Resolves with the served URLs. */
export async function listen({ main, operators }: HttpServers, settings: Settings): Promise<Served> {
  const { host, port: wanted = 0 } = settings.metrics;
  // The operators' port opens first: if it fails, nobody has been served yet.
  const operatorsPort = operators === null ? null : await open(operators, { host, port: wanted });
  const port = await open(main, settings);
  const scheme = settings.tls.cert === undefined ? 'http' : 'https';
  return {
    url: urlOf(scheme, settings.host, port),
    operatorsUrl: operatorsPort === null ? null : urlOf('http', host, operatorsPort),
  };
}

interface Address {
  readonly host: string;
  readonly port: number;
  /** Lets the kernel distribute connections over all processes that listen with this option. */
  readonly reusePort?: boolean;
}

function open(server: Server, { host, port, reusePort = false }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(Object.assign(error, { at: { host, port } }));
    });
    server.listen({ host, port, reusePort }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function urlOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

import type { Server } from 'node:http';
import { join } from 'node:path';
import { jsonError } from '../adapters/exchange.js';
import { asyncApiDocument } from '../adapters/openapi/async-api.js';
import { openApiDocument } from '../adapters/openapi/document.js';
import { createTransactionStatusRoute } from '../adapters/rest/transaction-report.js';
import type { MethodTable } from '../core/transactions/methods.js';
import { createPage, type PageOptions } from '../http/page.js';
import { createHttpApp, createOperatorsApp, type OperatorsPages, type Readiness } from '../http/express.js';
import type { HttpRoute, ListenerOptions } from '../http/listener.js';
import type { WebSocketRoutes } from '../http/web-sockets.js';
import type { DownstreamClient } from '../outbound/downstream/client.js';
import { BUILT_FOLDER } from '../platform/build.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import type { Settings } from '../platform/settings.js';
import type { Store } from '../store/store.js';
import type { RefusedCall } from '../use-cases/access/refusal-port.js';
import type { Observer } from '../use-cases/ports.js';
import type { ReadClocks } from '../use-cases/provisioning/clock-drift.js';
import type { LoggedRequests } from './externals.js';
import type { AdapterDeps } from './routes.js';
import type { Runtime } from './runtime.js';
import { serverOf } from './server.js';
import type { Tracing } from './tracing.js';

interface HttpParts {
  readonly settings: Settings;
  readonly config: Pick<Config, 'isSandbox'>;
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly store: Store;
  readonly methods: MethodTable;
  readonly compat: AdapterDeps;
  readonly routes: ReadonlyMap<string, HttpRoute>;
  readonly webSockets: WebSocketRoutes;
  readonly checkUpgrade: ListenerOptions['checkUpgrade'];
  readonly clientCertificates: ListenerOptions['clientCertificates'];
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
  const { settings, runtime, draining, onInternalError } = parts;
  return serverOf({
    settings: { ...settings, tls: { ...settings.tls, cert: undefined, key: undefined } },
    isSandbox: parts.config.isSandbox,
    runtime,
    routes: new Map(),
    fallback: createOperatorsApp({ pages: pagesOf(parts), refuse: jsonError, onInternalError }),
    isDraining: () => draining.isDraining,
    isRefusing: () => draining.isRefusing,
    onDone: () => undefined,
    onFull: () => undefined,
    onRefused: () => undefined,
    onInternalError,
  });
}

function pagesOf(parts: HttpParts): OperatorsPages {
  return { readiness: () => readinessOf(parts), metrics: parts.metrics.read };
}

/** Creates the main server: the routes, with Express behind them. */
function mainServerOf(parts: HttpParts): Server {
  const { settings, runtime, log, compat, draining, onInternalError } = parts;
  const fallback = createHttpApp({
    readTransaction: createTransactionStatusRoute({ ...compat, clock: runtime.clock }),
    reference: {
      openApi: JSON.stringify(openApiDocument(parts.methods.all)),
      asyncApi: JSON.stringify(asyncApiDocument()),
      folder: join(BUILT_FOLDER, 'reference'),
    },
    refuse: jsonError,
    pages: pagesOf(parts),
    isMetricsPublic: settings.metrics.public,
    trustProxy: settings.trustProxy,
    certificateOf: parts.clientCertificates?.of,
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
  return serverOf({
    settings,
    isSandbox: parts.config.isSandbox,
    runtime,
    routes: parts.routes,
    webSockets: parts.webSockets,
    checkUpgrade: parts.checkUpgrade,
    clientCertificates: parts.clientCertificates,
    fallback,
    isDraining: () => draining.isDraining,
    isRefusing: () => draining.isRefusing,
    trace: parts.tracing?.request,
    onDone(done) {
      parts.metrics.http(done);
      if (!parts.loggedRequests.take(done.httpRequestId)) log.info(done, 'request');
    },
    onRefused: parts.onRefused,
    onFull: () => parts.observer.alert('connections_full', {}),
    onInternalError,
  });
}

/** Returns the readiness. Clocks and routes are reported but never fail it (docs/reference/protocol.md#http-rules). */
async function readinessOf({ store, draining, readClocks, downstream }: HttpParts): Promise<Readiness> {
  const status = await store.status();
  const report = {
    store: status,
    draining: draining.isDraining,
    clocks: await readClocks(),
    routes: downstream.states(),
  };
  return { isReady: status.isReady && !draining.isDraining, report };
}

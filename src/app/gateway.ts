import { methodTable } from '../core/transactions/methods.js';
import { buildSchema } from '../graphql/build-schema.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import { SANDBOX_API_KEYS } from '../sandbox/data.js';
import type { Store } from '../store/store.js';
import type { Role } from '../use-cases/directory/directory-port.js';
import type { Timer, Observer } from '../use-cases/ports.js';
import { alertRecovered } from '../use-cases/transactions/call/running.js';
import { startAudit, startKeyUses } from './administration.js';
import { authenticationOf } from './authentication.js';
import { watchClocksOf } from './clocks.js';
import { consoleAccessOf, peopleOf, startConsoleSessions } from './console-sessions.js';
import { logAlertTo, openExternals, type Externals } from './externals.js';
import { httpServersOf, listen, type Served } from './http.js';
import { createReload } from './reload.js';
import { compatOf, httpRoutes } from './routes.js';
import type { Runtime } from './runtime.js';
import { recoverPriorWorkIn } from './store.js';
import { createStreams, startFeeds } from './streams.js';
import type { Tracing } from './tracing.js';
import { createUseCases, startHousekeeping } from './use-cases.js';
import type { Server } from 'node:http';
import { cutHandshakes } from '../http/connections.js';
import type { MonitoringUseCases } from '../graphql/context.js';
import { VERSION, BUILT_FOLDER } from '../platform/build.js';
import type { Metrics } from '../platform/metrics.js';
import { createRefusals, type Refusals } from '../use-cases/access/refusals.js';
import { createReadStats } from '../use-cases/transactions/history/read-stats.js';
import type { GraphQLSchema } from 'graphql';
import { join } from 'node:path';
import { readJson } from '../adapters/json/reader.js';
import * as clientDocuments from '../client/documents.js';
import * as operatorDocuments from '../generated/operations.js';
import { explorerPage } from '../graphql/server/explorer.js';
import { DOCUMENT_LIMITS } from '../graphql/server/limits.js';
import {
  createReadDocument,
  type ReadDocument,
  readManifest,
} from '../graphql/server/persisted-documents.js';
import { createGraphQLServer, type GraphQLServer } from '../graphql/server/server.js';
import { createExplorer, type Explorer } from '../http/graphql-route.js';
import type { Settings } from '../platform/settings.js';
import type { RefusedCall } from '../use-cases/access/refusal-port.js';
import { PAGE_SIZE_MAX } from '../use-cases/paging.js';

export interface App {
  /** Opens the ports. Resolves with the served URLs. */
  listen(): Promise<Served>;
  /** Applies settings that need no restart (docs/operations.md). Errors: BAD_REQUEST for a certificate that cannot be used. */
  reload(config: Config): void;
  /** Stops accepting, finishes calls in flight and closes everything. May be called once. */
  close(): Promise<void>;
}

interface AppParts {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly log: Logger;
  /** Must be open and migrated. */
  readonly store: Store;
  /** Null or left out: calls are not traced. */
  readonly tracing?: Tracing | null;
}

/** Builds every part of the gateway by hand, in order. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, log, store, runtime } = parts;
  const { settings } = config;
  const failed = (what: string) => (error: unknown) => {
    log.error({ err: error }, what);
  };
  const onInternalError = failed('internal error');

  // Files are checked before anything opens
  const schema = buildSchema();
  const readDocument = readDocumentOf(schema, settings.graphql, runtime.readFile);

  // Outbound connections and authentication
  const left = await recoverPriorWorkIn(store, runtime, logAlertTo(log));
  const externals = await openExternals({ ...parts, failed });
  // The metrics are open only now.
  for (const row of left) alertRecovered(externals.metrics.observer.alert, row);
  const keyUses = startKeyUses(parts, failed('noting key uses failed'));
  const audit = startAudit({ ...parts, ...externals }, failed('the audit log cannot be read'));
  const refusals = startRefusals({ ...parts, ...externals }, failed('refused calls cannot be kept'));
  const people = peopleOf(settings);
  const sessions = startConsoleSessions({ ...parts, ...externals, people }, failed('sessions cannot end'));
  const authentication = authenticationOf({ ...parts, ...externals, keyUses, sessions });

  // The use cases
  const methods = methodTable(config.methods);
  const feeds = startFeeds({ ...parts, onFailure: failed('event log failed') });
  const onSweepFailure = failed('sweep failed');
  const onRefused = refusals.note;
  const useCaseParts = { ...parts, ...externals, ...authentication, methods, onSweepFailure, onRefused };
  const monitoring = monitoringOf({ ...parts, externals });
  const useCases = createUseCases({ ...useCaseParts, feeds, monitoring });
  const sweeper = startHousekeeping(useCaseParts);
  const clockWatch = watchClocksOf(parts, externals);

  // GraphQL, and the interfaces that use it
  const graphql = graphQLServerOf({ schema, settings, readDocument, onRefused, onInternalError });
  await graphql.start();
  const compat = compatOf({ schema, useCases, authenticateKey: authentication.keyOf, onInternalError });
  const onFailure = failed('stream failed');
  const access = consoleAccessOf({ ...authentication, ...runtime, settings, sessions, people, store });
  const graphqlParts = { graphql, useCases, ...access, authenticate: authentication.proof, onRefused };
  const streams = createStreams({ ...parts, ...graphqlParts, ...externals, ...authentication, onFailure });
  const { openEventStream, webSockets } = streams;
  const nowMs = (): number => runtime.clock.nowMs();
  const sandboxKeys = sandboxKeysOf(externals);
  const explorer = explorerOf({ ...runtime, graphql: settings.graphql, sandboxKeys });
  const routes = httpRoutes({
    ...graphqlParts,
    ...{ methods, compat, nowMs, openEventStream, explorer },
    onExportFailure: failed('export failed'),
  });

  // HTTP
  const draining = { isDraining: false, isRefusing: false };
  const httpParts = { ...parts, ...externals, ...graphqlParts, settings, compat, routes, webSockets };
  const servers = httpServersOf({ ...httpParts, draining, sandboxKeys, onInternalError });

  return {
    listen: () => listen(servers, settings),
    reload: createReload({ ...parts, ...externals, ...access, server: servers.main }),
    async close() {
      draining.isDraining = true;
      const { drainDelayMs, drainMs } = settings.http;
      // During this delay balancers may still send calls, and the gateway serves them.
      if (drainDelayMs > 0) await runtime.timer.wait(drainDelayMs).done;
      draining.isRefusing = true;
      void clockWatch.stop();
      const drained = runtime.timer.wait(drainMs);
      const listening = [servers.main, ...(servers.operators === null ? [] : [servers.operators])];
      await Promise.all([drainAll(listening, drainMs), streams.close(), externals.relay.stop(drainMs)]);
      const swept = sweeper.stop();
      await feeds.stop();
      await Promise.all([graphql.stop(), keyUses.stop(), refusals.stop(), sessions.stop()]);
      await closeExternals(externals, runtime, { swept, drained });
      await audit.stop();
      await store.close();
      await parts.tracing?.stop();
    },
  };
}

function sandboxKeysOf({ sandbox }: Externals): Partial<Record<Role, string>> {
  return sandbox === null ? {} : Object.fromEntries(SANDBOX_API_KEYS.map(({ role, key }) => [role, key]));
}

/** Work on transactions that ends by itself, and the end of the wait for it. */
interface Unfinished {
  readonly swept: Promise<void>;
  readonly drained: ReturnType<Timer['wait']>;
}

async function closeExternals(
  externals: Externals,
  runtime: Runtime,
  { swept, drained }: Unfinished,
): Promise<void> {
  const { downstream, running, background, sandbox } = externals;
  // A caller may have gone, and advices that are sent again have none: no connection waits for their answers.
  await Promise.race([Promise.all([running.idle(), swept]), drained.done]);
  drained.cancel();
  await downstream.close();
  // A broken store must not delay the stop: the leases of its rows end by themselves.
  const limit = runtime.timer.wait(BACKGROUND_STOP_MS);
  await Promise.race([Promise.all([background.idle(), swept]), limit.done]);
  limit.cancel();
  await sandbox?.close();
}

/** Time that a stop waits for work behind the replies. */
const BACKGROUND_STOP_MS = 500;

/** Stops all servers of a process. Servers that never listened count as stopped. */
async function drainAll(servers: readonly Server[], drainMs: number): Promise<void> {
  await Promise.all(servers.map((server) => drain(server, drainMs)));
}

/**
 * Stops a server: accepts no new connections, closes idle ones, lets requests under way end within `drainMs`, and cuts the rest.
 * Resolves when no connection is left.
 */
async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  server.closeIdleConnections();
  cutHandshakes(server);
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, drainMs);
  const sweepIdle = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  await closed;
  clearTimeout(cut);
  clearInterval(sweepIdle);
}

/** Reports refused calls to the log, to a metric, and to operators through the database. */
function startRefusals(
  parts: {
    readonly runtime: Runtime;
    readonly store: Store;
    readonly log: Logger;
    readonly metrics: Pick<Metrics, 'refused'>;
    readonly observer: Pick<Observer, 'alert'>;
  },
  onFailure: (error: unknown) => void,
): Refusals {
  const { log, metrics, observer, store, runtime } = parts;
  return createRefusals({
    ...runtime,
    store: store.refusals,
    alert: observer.alert,
    onRefused(refused) {
      metrics.refused(refused);
      log.warn(refused, 'call refused');
    },
    onFailure,
  });
}

/** Creates the use cases that show the gateway's state and build. */
function monitoringOf(parts: {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly externals: Pick<Externals, 'downstream' | 'sandbox'>;
}): MonitoringUseCases {
  const { runtime, store, externals } = parts;
  const { sandbox, downstream } = externals;
  return {
    stats: createReadStats({ stats: store.stats, clock: runtime.clock }),
    routes: () => downstream.states(),
    gateway: { version: VERSION, isSandbox: sandbox !== null },
  };
}

const EXPLORER_PAGE = join(BUILT_FOLDER, 'explorer', 'page.html');

function graphQLServerOf(args: {
  readonly schema: GraphQLSchema;
  readonly settings: Pick<Settings, 'graphql'>;
  readonly readDocument: ReadDocument;
  readonly onRefused: (refused: RefusedCall) => void;
  readonly onInternalError: (error: Error) => void;
}): GraphQLServer {
  const { settings } = args;
  return createGraphQLServer({
    schema: args.schema,
    readJson: (text) => readJson(Buffer.from(text)),
    introspection: settings.graphql.introspection,
    limits: { ...DOCUMENT_LIMITS, pageSizeMax: PAGE_SIZE_MAX },
    readDocument: args.readDocument,
    onRefused: args.onRefused,
    onInternalError: args.onInternalError,
  });
}

/** Returns the explorer. Undefined where introspection is off. */
function explorerOf(args: {
  readonly graphql: Settings['graphql'];
  /** Keys that the sandbox's page shows. */
  readonly sandboxKeys: Parameters<typeof explorerPage>[0]['keys'];
  readonly readFile: (path: string) => string;
}): Explorer | undefined {
  const { graphql, sandboxKeys, readFile } = args;
  if (!graphql.introspection) return undefined;
  return createExplorer(() => explorerPage({ keys: sandboxKeys, readPage: () => readFile(EXPLORER_PAGE) }));
}

/** Creates the reader of documents that clients name by id: our own, and those of the manifest. Errors: BAD_REQUEST. */
function readDocumentOf(
  schema: GraphQLSchema,
  { documents: path }: Settings['graphql'],
  readFile: (path: string) => string,
): ReadDocument {
  const manifest = path === undefined ? [] : readManifest(readFile(path), schema);
  return createReadDocument([...OWN, ...manifest]);
}

const OWN = [...Object.values(operatorDocuments), ...Object.values(clientDocuments)];

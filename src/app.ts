import type { Server } from 'node:http';
import { jsonError } from './compat/faults.js';
import { createTransactionReport } from './compat/transaction-report.js';
import type { Config } from './config.js';
import { methodTable } from './core/methods.js';
import { createDownstream, type DownstreamClient } from './downstream/client.js';
import { buildSchema } from './graphql/build-schema.js';
import { createExecute } from './graphql/execute.js';
import { createHttpApp, type Readiness } from './http/app.js';
import type { Door } from './http/doors.js';
import { drain } from './http/shutdown.js';
import type { WebSocketDoors } from './http/web-sockets.js';
import type { Logger } from './log.js';
import { createMetrics, type Metrics } from './metrics.js';
import { SANDBOX_API_KEYS } from './sandbox/data.js';
import { startSandbox, type Sandbox } from './sandbox/start.js';
import type { Settings } from './settings.js';
import type { Store } from './store/store.js';
import { authenticateKey, authenticateKeyOf } from './usecase/authenticate-key.js';
import { createBackground } from './usecase/background.js';
import type { ReadClocks } from './usecase/clock-drift.js';
import { createFailedAuthentication } from './usecase/failed-authentication.js';
import type { DeliveryObserver, Observer } from './usecase/ports.js';
import { createRunningTransactions } from './usecase/running.js';
import { readClocksOf, watchClocksOf } from './wiring/clocks.js';
import { answerReaders, compatOf, hotDoors, type Compat } from './wiring/doors.js';
import { downstreamSettings, routeConfigs } from './wiring/downstream.js';
import { startFeeds } from './wiring/feeds.js';
import { graphQLServerOf, trustedDocumentsOf } from './wiring/graphql.js';
import { rateLimitsOf } from './wiring/rate-limits.js';
import { secretObserverOf } from './wiring/secrets.js';
import { listen, serverOf } from './wiring/server.js';
import { createStreams } from './wiring/streams.js';
import { createUseCases, startHousekeeping } from './wiring/use-cases.js';
import { startRelay } from './wiring/webhooks.js';
import type { World } from './world.js';

export interface App {
  /** Opens the port; resolves with the URL that is served. */
  listen(): Promise<{ readonly url: string }>;
  /** Stops accepting, finishes what is in flight, closes everything. Once. */
  close(): Promise<void>;
}

export interface AppParts {
  readonly config: Config;
  readonly world: World;
  readonly log: Logger;
  /** Opened and migrated. */
  readonly store: Store;
}

/** Builds every part of the gateway by hand, readable from top to bottom. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, log, store } = parts;
  const { settings } = config;
  const failed = (what: string) => (error: unknown) => {
    log.error({ err: error }, what);
  };
  const onInternalError = failed('internal error');

  // What can be wrong with files, before anything opens
  const schema = buildSchema();
  const trusted = trustedDocumentsOf({ schema, settings, readFile: parts.world.readFile });

  // The outside, and what is watched of it
  const sandbox = config.isSandbox ? await openSandbox(parts) : null;
  const downstream = openDownstream(parts, sandbox);
  const running = createRunningTransactions();
  const background = createBackground(failed('background work failed'));
  const readClocks = readClocksOf(parts, downstream);
  const metrics = createMetrics({
    routes: () => downstream.states(),
    running: () => running.size,
    clocks: readClocks,
    webhooks: () => relay.state(),
  });

  const observer = observerOf(metrics, log);
  const rateLimits = rateLimitsOf({ settings, clock: parts.world.clock, onLimited: metrics.limited });
  const failedAuthentication = createFailedAuthentication({ limits: rateLimits, observer });

  // The use cases
  const methods = methodTable(config.methods);
  const observers = { observer: observerOf(metrics, log), secretObserver: secretObserverOf(metrics, log) };
  const onSweepFailure = failed('sweep failed');
  const useCaseParts = {
    ...parts,
    ...observers,
    methods,
    downstream,
    running,
    background,
    rateLimits,
    failedAuthentication,
    onSweepFailure,
  };
  const feeds = startFeeds({ ...parts, onFailure: failed('event log failed') });
  const useCases = createUseCases({ ...useCaseParts, feeds });
  const sweeper = startHousekeeping(useCaseParts);
  const clockWatch = watchClocksOf(parts, { readClocks, metrics });
  const deliveryObserver = deliveryObserverOf(metrics, log);
  const relay = startRelay({
    ...parts,
    observer: deliveryObserver,
    onFailure: failed('webhook relay failed'),
  });

  // GraphQL, and the doors that are its clients
  const sandboxKey =
    sandbox === null ? undefined : SANDBOX_API_KEYS.find(({ role }) => role === 'client')?.key;
  const graphql = graphQLServerOf({
    schema,
    settings,
    trusted,
    sandboxKey,
    onInternalError,
  });
  await graphql.start();
  const wrongKey = (address: string | undefined) => () => failedAuthentication.ofKey({ address });
  const compat = compatOf({
    execute: createExecute(schema),
    useCases,
    authenticateKey: (authorization, allowed, address) =>
      authenticateKeyOf(store.directory, authorization, allowed, wrongKey(address)),
    onInternalError,
  });
  const authenticate = (authorization: string | undefined, address: string | undefined) =>
    authenticateKey(store.directory, authorization, wrongKey(address));
  const nowMs = (): number => parts.world.clock.nowMs();
  const streams = createStreams({
    ...parts,
    graphql,
    useCases,
    authenticateKey: authenticate,
    onFailure: failed('stream failed'),
  });
  const doors = hotDoors({
    settings,
    methods,
    graphql,
    useCases,
    compat,
    authenticateKey: authenticate,
    nowMs,
    openEventStream: streams.openEventStream,
  });

  // HTTP
  const draining = { isDraining: false };
  const server = openServer(
    { ...parts, settings },
    {
      compat,
      doors,
      webSockets: streams.webSockets,
      downstream,
      metrics,
      readClocks,
      draining,
      onInternalError,
    },
  );

  return {
    listen: () => listen(server, settings),
    async close() {
      draining.isDraining = true;
      clockWatch.stop();
      await Promise.all([
        drain(server, settings['http.drainMs']),
        streams.close(),
        relay.stop(settings['http.drainMs']),
      ]);
      await feeds.stop();
      await sweeper.stop();
      await graphql.stop();
      await downstream.close();
      // What a broken store holds up must not hold up the stop; the leases of its rows will end.
      const limit = parts.world.timer.wait(BACKGROUND_STOP_MS);
      await Promise.race([background.idle(), limit.done]);
      limit.cancel();
      await sandbox?.close();
      await store.close();
    },
  };
}

/** How long a stop waits for what goes on behind the replies. */
const BACKGROUND_STOP_MS = 500;

function openServer(
  { settings, log, store, world }: AppParts & { settings: Settings },
  parts: {
    readonly compat: Compat;
    readonly doors: ReadonlyMap<string, Door>;
    readonly webSockets: WebSocketDoors;
    readonly downstream: DownstreamClient;
    readonly metrics: Metrics;
    readonly readClocks: ReadClocks;
    readonly draining: { readonly isDraining: boolean };
    readonly onInternalError: (error: unknown) => void;
  },
): Server {
  const { compat, draining, onInternalError } = parts;
  const readiness = async (): Promise<Readiness> => {
    const status = await store.status();
    const report = {
      store: status,
      draining: draining.isDraining,
      clocks: await parts.readClocks(),
      routes: parts.downstream.states(),
    };
    return { isReady: status.isReady && !draining.isDraining, report };
  };
  const fallback = createHttpApp({
    readTransaction: createTransactionReport({ ...compat, nowMs: () => world.clock.nowMs() }),
    refuse: jsonError,
    readiness,
    metrics: parts.metrics.read,
    isMetricsPublic: settings['metrics.public'],
    trustProxy: settings.trustProxy,
    onInternalError,
  });
  return serverOf({
    settings,
    world,
    doors: parts.doors,
    webSockets: parts.webSockets,
    fallback,
    isDraining: () => draining.isDraining,
    onDone(done) {
      parts.metrics.http(done);
      log.info(done, 'request');
    },
    onInternalError,
  });
}

function openSandbox({ config, store, world }: AppParts): Promise<Sandbox> {
  return startSandbox({
    directoryAdmin: store.directoryAdmin,
    provisioningAdmin: store.provisioningAdmin,
    databasePath: store.path,
    downstreamUrl: config.settings['downstream.url'],
    signingKey: config.settings.signingKey,
    timer: world.timer,
  });
}

function openDownstream({ config, world }: AppParts, sandbox: Sandbox | null): DownstreamClient {
  return createDownstream({
    ...world,
    routes: routeConfigs(config, sandbox),
    settings: downstreamSettings(config.settings),
    readers: answerReaders(config.settings),
  });
}

function observerOf(metrics: Metrics, log: Logger): Observer {
  return {
    concluded: (about) => {
      metrics.observer.concluded(about);
      log.info(about, 'transaction');
    },
    alert(alert, about) {
      metrics.observer.alert(alert, about);
      log.warn({ alert, ...about }, 'alert');
    },
  };
}

/** Endpoints are named by their id: a URL may hold a secret of the receiver's. */
function deliveryObserverOf(metrics: Metrics, log: Logger): DeliveryObserver {
  return {
    attempted(about) {
      metrics.webhooks.attempted(about);
      log.info(about, 'webhook');
    },
    endpointChanged(about) {
      metrics.webhooks.endpointChanged(about);
      log.warn(about, 'webhook endpoint');
    },
  };
}

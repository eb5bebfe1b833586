import type { Program } from '../adapters/exchange.js';
import * as clientDocuments from '../client/documents.js';
import { methodTable } from '../core/transactions/methods.js';
import * as operatorDocuments from '../generated/operations.js';
import { buildSchema } from '../graphql/build-schema.js';
import type { MonitoringUseCases } from '../graphql/context.js';
import { createResolvers } from '../graphql/resolvers.js';
import { DOCUMENT_LIMITS } from '../graphql/server/limits.js';
import { createReadDocument, readManifest } from '../graphql/server/persisted-documents.js';
import { createGraphQLServer } from '../graphql/server/server.js';
import { VERSION } from '../platform/build.js';
import type { Config } from '../platform/config.js';
import { PAGE_SIZE_MAX } from '../use-cases/paging.js';
import { watchConditions } from '../use-cases/events/announce.js';
import { alertRecovered } from '../use-cases/transactions/call/running.js';
import { createReadStats } from '../use-cases/transactions/history/read-stats.js';
import { authenticationOf } from './authentication.js';
import { consoleAccessOf, peopleOf, startConsoleSessions } from './console-sessions.js';
import { type Externals, openExternals, startAudit, startKeyUses, startRefusals } from './externals.js';
import { drainAll, httpServersOf, listen, type Served } from './http.js';
import { createReload } from './reload.js';
import { type Ground, INTERVALS, logFailure } from './runtime.js';
import { recoverPriorWorkIn } from './store.js';
import { createStreams, startFeeds } from './streams.js';
import { createUseCases, startHousekeeping } from './use-cases.js';

export interface App {
  /** Opens the ports. Resolves with the served URLs. */
  listen(): Promise<Served>;
  /** Applies settings that need no restart (docs/operations.md). Errors: BAD_REQUEST for a certificate that cannot be used. */
  reload(config: Config): void;
  /** Stops accepting, finishes calls in flight and closes everything. May be called once. */
  close(): Promise<void>;
}

/** Builds every part of the gateway by hand, in order. */
export async function createApp(ground: Ground): Promise<App> {
  const { config, store, runtime } = ground;
  const { settings } = config;
  const onInternalError = logFailure(ground, 'internal error');

  // Files are checked before anything opens
  const schema = buildSchema();
  const { documents: path } = settings.graphql;
  const manifest = path === undefined ? [] : readManifest(runtime.readFile(path), schema);
  const readDocument = createReadDocument([...OWN, ...manifest]);

  // Outbound connections and authentication
  const left = await recoverPriorWorkIn(ground);
  const externals = await openExternals(ground);
  // The metrics are open only now.
  for (const row of left) alertRecovered(externals.alert, row);
  const audit = startAudit(ground, externals);
  const keyUses = startKeyUses(ground);
  const refusals = startRefusals(ground, externals);
  const people = peopleOf(settings);
  const sessions = startConsoleSessions(ground, externals, people);
  const authentication = authenticationOf(ground, externals, { keyUses, sessions });

  // The use cases
  const methods = methodTable(config.methods);
  const feeds = startFeeds(ground);
  const monitoring = monitoringOf(ground, externals);
  const business = { ...externals, ...authentication, methods, onRefused: refusals.note };
  const useCases = createUseCases(ground, { ...business, feeds, monitoring });
  const housekeeping = startHousekeeping(ground, business);
  const watch = startWatch(ground, externals);

  // GraphQL, and the interfaces that use it
  const graphql = createGraphQLServer({
    schema,
    introspection: settings.graphql.introspection,
    limits: { ...DOCUMENT_LIMITS, pageSizeMax: PAGE_SIZE_MAX },
    readDocument,
    onRefused: refusals.note,
    onInternalError,
  });
  await graphql.start();
  const program: Program = {
    resolvers: createResolvers(schema),
    contextOf: (caller, credential) => ({ caller, isTerminal: credential === 'checksum', useCases }),
    authenticateKey: authentication.keyOf,
    onInternalError,
  };
  const access = consoleAccessOf(ground, authentication, { sessions, people });
  const interfaces = { graphql, useCases, access, authentication, onRefused: refusals.note };
  const streams = createStreams(ground, externals, interfaces);

  // HTTP
  const draining = { isDraining: false, isRefusing: false };
  const servers = httpServersOf(ground, externals, { ...interfaces, methods, program, streams, draining });

  /** How the parts stop, in the order of their start. */
  const stops: readonly ((drained: Promise<void>) => unknown)[] = [
    () => ground.tracing?.stop(),
    () => store.close(),
    () => externals.sandbox?.close(),
    () => audit.stop(),
    () => keyUses.stop(),
    () => refusals.stop(),
    () => sessions.stop(),
    () => feeds.stop(),
    (drained) => stopWork(ground, externals, housekeeping, drained),
    () => graphql.stop(),
    (drained) => Promise.all([drainAll(servers, drained), streams.close(), externals.relay.stop(drained)]),
    // Nobody waits for a database that does not tell its time.
    () => void watch.stop(),
  ];
  return {
    listen: () => listen(servers, settings),
    reload: createReload(ground, externals, servers.main),
    async close() {
      draining.isDraining = true;
      const { drainDelayMs, drainMs } = settings.http;
      // During this delay balancers may still send calls, and the gateway serves them.
      if (drainDelayMs > 0) await runtime.timer.wait(drainDelayMs).done;
      draining.isRefusing = true;
      const drain = runtime.timer.wait(drainMs);
      for (const stop of stops.toReversed()) await stop(drain.done);
      drain.cancel();
    },
  };
}

/** Ends the work on transactions: calls in flight until `drained`, and soon after that what goes on behind their replies. */
async function stopWork(
  { runtime }: Ground,
  { downstream, running, background }: Externals,
  housekeeping: ReturnType<typeof startHousekeeping>,
  drained: Promise<void>,
): Promise<void> {
  const swept = housekeeping.stop();
  // A caller may have gone, and advices that are sent again have none: no connection waits for their answers.
  await Promise.race([Promise.all([running.idle(), swept]), drained]);
  await downstream.close();
  // A broken store must not delay the stop: the leases of its rows end by themselves.
  const limit = runtime.timer.wait(BACKGROUND_STOP_MS);
  await Promise.race([Promise.all([background.idle(), swept]), limit.done]);
  limit.cancel();
}

/** Time that a stop waits for work behind the replies. */
const BACKGROUND_STOP_MS = 500;

/** Watches clocks, breakers, doubts and keys. A clock that is off also raises an alert. */
function startWatch(ground: Ground, { readClocks, downstream, metrics }: Externals) {
  const { runtime, store } = ground;
  return watchConditions({
    eventLog: store.eventLog,
    keys: store.administration.keys,
    backlog: () => store.backlog(),
    readClocks,
    routes: () => downstream.states(),
    clock: runtime.clock,
    timer: runtime.timer,
    everyMs: INTERVALS.clockCheckMs,
    onFailure: logFailure(ground, 'clocks and queues cannot be read'),
    onDrift(report) {
      metrics.alert('clock_drift', {});
      ground.log.warn({ alert: 'clock_drift', ...report }, 'alert');
    },
  });
}

/** Creates the use cases that show the gateway's state and build. */
function monitoringOf({ config, runtime, store }: Ground, { downstream }: Externals): MonitoringUseCases {
  return {
    stats: createReadStats({ stats: store.stats, clock: runtime.clock }),
    routes: () => downstream.states(),
    gateway: { version: VERSION, isSandbox: config.isSandbox },
  };
}

/** Documents of the console and the client, which anybody may name by id. */
const OWN = [...Object.values(operatorDocuments), ...Object.values(clientDocuments)];

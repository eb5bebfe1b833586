import { methodTable } from '../core/transactions/methods.js';
import { buildSchema } from '../graphql/build-schema.js';
import { drainAll } from '../http/shutdown.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import { SANDBOX_API_KEYS } from '../sandbox/data.js';
import type { Store } from '../store/store.js';
import type { Role } from '../use-cases/directory/directory-port.js';
import { alertRecovered } from '../use-cases/transactions/running.js';
import { startKeyUses } from './administration.js';
import { authenticationOf, shareRatesOf } from './authentication.js';
import { watchClocksOf } from './clocks.js';
import { openExternals, type Externals } from './externals.js';
import { startFeeds } from './feeds.js';
import { explorerOf, graphQLServerOf, trustedDocumentsOf } from './graphql.js';
import { httpServersOf } from './http.js';
import { monitoringOf } from './monitoring.js';
import { createReload } from './reload.js';
import { compatOf, httpRoutes } from './routes.js';
import type { Runtime } from './runtime.js';
import { listen, type Served } from './server.js';
import { recoverPriorWorkIn } from './store.js';
import { createStreams } from './streams.js';
import type { Tracing } from './tracing.js';
import { createUseCases, startHousekeeping } from './use-cases.js';

export interface App {
  /** Opens the ports; resolves with the URLs that are served. */
  listen(): Promise<Served>;
  /** Takes over what can be changed without a restart (docs/operations.md). Errors: those of a master key that does not fit. */
  reload(config: Config): Promise<void>;
  /** Stops accepting, finishes what is in flight, closes everything. Once. */
  close(): Promise<void>;
}

export interface AppParts {
  readonly config: Config;
  readonly world: Runtime;
  readonly log: Logger;
  /** Opened and migrated. */
  readonly store: Store;
  /** Null, or left out: calls are not traced. */
  readonly tracing?: Tracing | null;
}

/** Builds every part of the gateway by hand, readable from top to bottom. */
export async function createApp(given: AppParts): Promise<App> {
  const parts = { ...given, store: given.tracing?.store(given.store) ?? given.store };
  const { config, log, store, world } = parts;
  const { settings } = config;
  const failed = (what: string) => (error: unknown) => {
    log.error({ err: error }, what);
  };
  const onInternalError = failed('internal error');

  // What can be wrong with files, before anything opens
  const schema = buildSchema(config);
  const trusted = trustedDocumentsOf({ schema, graphql: settings.graphql, readFile: world.readFile });

  // The outside, and who may come in
  const left = await recoverPriorWorkIn(store, world);
  const outside = await openExternals({ ...parts, failed });
  alertRecovered({ alert: outside.raiseAlert }, left);
  const keyUses = startKeyUses(parts, failed('noting key uses failed'));
  const authentication = authenticationOf({ ...parts, ...outside, limits: settings.limits, keyUses });
  const sharedRates = shareRatesOf({
    ...parts,
    sweep: settings.sweep,
    limits: authentication.rateLimits,
    onFailure: failed('rate limits cannot be shared'),
  });

  // The use cases
  const methods = methodTable(config.methods);
  const feeds = startFeeds({ ...parts, onFailure: failed('event log failed') });
  const onSweepFailure = failed('sweep failed');
  const useCaseParts = { ...parts, ...outside, ...authentication, methods, onSweepFailure };
  const oversight = monitoringOf({ ...parts, outside });
  const untraced = createUseCases({ ...useCaseParts, feeds, oversight });
  const useCases = given.tracing?.operations(untraced) ?? untraced;
  const sweeper = startHousekeeping(useCaseParts);
  const clockWatch = watchClocksOf(parts, outside);

  // GraphQL, and the doors that are its clients
  const graphql = graphQLServerOf({ schema, settings, trusted, onInternalError });
  await graphql.start();
  const compat = compatOf({ useCases, authenticateKey: authentication.keyOf, onInternalError });
  const onFailure = failed('stream failed');
  const graphqlParts = { graphql, useCases, authenticateKey: authentication.key };
  const streams = createStreams({ ...parts, ...graphqlParts, ...outside, ...authentication, onFailure });
  const { openEventStream, webSockets } = streams;
  const nowMs = (): number => world.clock.nowMs();
  const explorer = explorerOf({
    ...world,
    graphql: settings.graphql,
    sandboxKey: sandboxKeyOf(outside, 'client'),
  });
  const doors = httpRoutes({ ...graphqlParts, settings, methods, compat, nowMs, openEventStream, explorer });

  // HTTP
  const draining = { isDraining: false, isRefusing: false };
  const sandboxOperatorKey = sandboxKeyOf(outside, 'operator');
  const httpParts = { ...parts, ...outside, settings, compat, doors, webSockets, sandboxOperatorKey };
  const servers = httpServersOf({ ...httpParts, methods, draining, onInternalError });

  return {
    listen: () => listen(servers, settings),
    reload: createReload({ ...parts, ...outside, server: servers.main }),
    async close() {
      draining.isDraining = true;
      // So long balancers may go on sending here, and are served.
      if (settings.http.drainDelayMs > 0) await world.timer.wait(settings.http.drainDelayMs).done;
      draining.isRefusing = true;
      void clockWatch.stop();
      const drainMs = settings.http.drainMs;
      const listening = [servers.main, ...(servers.operators === null ? [] : [servers.operators])];
      await Promise.all([drainAll(listening, drainMs), streams.close(), outside.relay.stop(drainMs)]);
      await feeds.stop();
      await Promise.all([sweeper.stop(), sharedRates.stop()]);
      await graphql.stop();
      await keyUses.stop();
      await closeExternals(outside, world);
      await store.close();
      await given.tracing?.stop();
    },
  };
}

function sandboxKeyOf({ sandbox }: Externals, wanted: Role): string | undefined {
  return sandbox === null ? undefined : SANDBOX_API_KEYS.find(({ role }) => role === wanted)?.key;
}

async function closeExternals(outside: Externals, world: Runtime): Promise<void> {
  const { downstream, outsideWallets, background, alerts, sandbox } = outside;
  await Promise.all([downstream.close(), outsideWallets?.close()]);
  // What a broken store holds up must not hold up the stop; the leases of its rows will end.
  const limit = world.timer.wait(BACKGROUND_STOP_MS);
  await Promise.race([background.idle(), limit.done]);
  limit.cancel();
  await alerts.stop();
  await sandbox?.close();
}

/** How long a stop waits for what goes on behind the replies. */
const BACKGROUND_STOP_MS = 500;

import type { Config } from '../config.js';
import { createDownstream, type DownstreamClient } from '../downstream/client.js';
import type { Logger } from '../log.js';
import { createMetrics, type Metrics } from '../metrics.js';
import type { Sandbox } from '../sandbox/start.js';
import type { Store } from '../store/store.js';
import { createBackground, type Background } from '../usecase/background.js';
import type { ReadClocks } from '../usecase/provisioning/clock-drift.js';
import type { AlertFolding } from '../usecase/fold-alerts.js';
import type { Observer } from '../usecase/ports.js';
import { createRunningTransactions, type RunningTransactions } from '../usecase/transactions/running.js';
import type { SecretObserver } from '../usecase/provisioning/secret-deps.js';
import type { Tracing } from '../tracing.js';
import { VERSION } from '../version.js';
import type { World } from '../world.js';
import { cadencesOf } from './cadences.js';
import { readClocksOf } from './clocks.js';
import { answerReaders } from './doors.js';
import { downstreamSettings, routeConfigs } from './downstream.js';
import { deliveryObserverOf, foldAlertsOf, observerOf, raiseAlertOf } from './observers.js';
import { sandboxOf } from './sandbox.js';
import { secretObserverOf } from './secrets.js';
import { walletLookupOf, type OutsideWallets } from './wallet-lookup.js';
import { startRelay } from './webhooks.js';

export interface OutsideParts {
  readonly config: Config;
  readonly world: World;
  readonly log: Logger;
  readonly store: Store;
  readonly tracing?: Tracing | null;
  /** Tells the log what went wrong where nobody waits for it. */
  readonly failed: (what: string) => (error: unknown) => void;
}

/** What calls go out to, and what is watched of it. */
export interface Outside {
  /** Null outside of the sandbox. */
  readonly sandbox: Sandbox | null;
  readonly downstream: DownstreamClient;
  /** Null where the directory has every wallet. */
  readonly outsideWallets: OutsideWallets | null;
  readonly running: RunningTransactions;
  readonly background: Background;
  readonly relay: ReturnType<typeof startRelay>;
  readonly metrics: Metrics;
  readonly readClocks: ReadClocks;
  readonly observer: Observer;
  /** Behind the observer's alerts. */
  readonly alerts: AlertFolding;
  /** For what no caller brings about: each one is raised. */
  readonly raiseAlert: Observer['alert'];
  readonly secretObserver: SecretObserver;
}

export async function openOutside(parts: OutsideParts): Promise<Outside> {
  const { config, log, failed, store, world } = parts;
  const sandbox = config.isSandbox ? await sandboxOf(parts) : null;
  const opened = openDownstream(parts, sandbox);
  const downstream = parts.tracing?.downstream(opened) ?? opened;
  const running = createRunningTransactions();
  const readClocks = readClocksOf(parts, downstream);
  const metrics = createMetrics({
    routes: () => downstream.states(),
    running: () => running.size,
    clocks: readClocks,
    version: VERSION,
    store: {
      waiting: () => store.load().waiting,
      isFailing: () => store.load().isFailing,
      backlog: () => store.backlog(),
      nowMs: () => world.clock.nowMs(),
      backlogEveryMs: cadencesOf(config.settings.sweep).backlogMs,
    },
    webhooks: () => relay.state(),
  });
  const alerts = foldAlertsOf(
    { metrics, log, world, pauseMs: config.settings.transaction.alertPauseMs },
    failed('folded alerts cannot be told'),
  );
  const observer = observerOf(metrics, log, alerts.alert);
  store.onTimed(metrics.store);
  store.onLost(({ path, what }) => {
    observer.alert('database_lost', {
      path,
      reason: `it ${what} while it was open; nothing is acknowledged`,
    });
  });
  const relay = startRelay({
    ...parts,
    observer: deliveryObserverOf(metrics, log),
    onFailure: failed('webhook relay failed'),
  });
  return {
    sandbox,
    downstream,
    outsideWallets: walletLookupOf(parts, metrics, sandbox),
    running,
    background: createBackground(failed('background work failed')),
    relay,
    metrics,
    readClocks,
    observer,
    alerts,
    raiseAlert: raiseAlertOf(metrics, log),
    secretObserver: secretObserverOf(metrics, log),
  };
}

function openDownstream({ config, log, world }: OutsideParts, sandbox: Sandbox | null): DownstreamClient {
  return createDownstream({
    ...world,
    routes: routeConfigs(config, sandbox),
    settings: downstreamSettings(config.settings),
    readers: answerReaders(config.settings),
    onSigningKey: (route) => log.warn({ route }, 'the wallet service takes the other signing key'),
  });
}

import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDownstream, type DownstreamClient } from '../outbound/downstream/client.js';
import { tlsFor } from '../outbound/tls.js';
import { type Background, createBackground } from '../platform/background.js';
import { VERSION } from '../platform/build.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import { createMetrics, type Metrics } from '../platform/metrics.js';
import { type Sandbox, startSandbox } from '../sandbox/start.js';
import type { Store } from '../store/store.js';
import type { DeliveryObserver } from '../use-cases/events/delivery-port.js';
import type { Observer } from '../use-cases/ports.js';
import type { ReadClocks } from '../use-cases/provisioning/clock-drift.js';
import type { SecretObserver } from '../use-cases/provisioning/secret-deps.js';
import {
  createRunningTransactions,
  type RunningTransactions,
} from '../use-cases/transactions/call/running.js';
import { readClocksOf } from './clocks.js';
import { downstreamSettings, routeConfigs } from './downstream.js';
import { type OutboundTls, readOutboundTls } from './tls.js';
import { secretObserverOf } from './provisioning.js';
import { INTERVALS, type Runtime } from './runtime.js';
import type { Tracing } from './tracing.js';
import { startRelay } from './webhooks.js';

interface ExternalsInput {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly store: Store;
  readonly tracing?: Tracing | null;
  /** Logs failures that no caller waits for. */
  readonly failed: (what: string) => (error: unknown) => void;
}

/** Outbound connections and their observers. */
export interface Externals {
  /** Null outside the sandbox. */
  readonly sandbox: Sandbox | null;
  readonly downstream: DownstreamClient;
  readonly outboundTls: OutboundTls;
  readonly running: RunningTransactions;
  readonly background: Background;
  readonly relay: ReturnType<typeof startRelay>;
  readonly metrics: Metrics;
  readonly readClocks: ReadClocks;
  readonly observer: Observer;
  readonly secretObserver: SecretObserver;
  /** Requests that the line of a transaction names. They need no line of their own. */
  readonly loggedRequests: LoggedRequests;
}

export async function openExternals(parts: ExternalsInput): Promise<Externals> {
  const { config, log, failed, store, runtime } = parts;
  const sandbox = config.isSandbox ? await sandboxOf(parts) : null;
  const outboundTls = { current: readOutboundTls(config, runtime.readFile) };
  const opened = openDownstream(parts, sandbox, outboundTls);
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
      clock: runtime.clock,
      backlogEveryMs: INTERVALS.backlogMs,
    },
    webhooks: () => relay.state(),
  });
  const loggedRequests = createLoggedRequests();
  const observer = observerOf({ metrics, log, loggedRequests }, raiseAlertOf(metrics, log, runtime));
  store.onTimed(metrics.store);
  store.onLost(({ path, what }) => {
    observer.alert('database_lost', {
      path,
      reason: `it ${what} while it was open; nothing is acknowledged`,
    });
  });
  const relay = startRelay({
    ...parts,
    outboundTls,
    observer: deliveryObserverOf(metrics, log),
    onFailure: failed('webhook relay failed'),
  });
  return {
    sandbox,
    downstream,
    outboundTls,
    running,
    background: createBackground(failed('background work failed')),
    relay,
    metrics,
    readClocks,
    observer,
    secretObserver: secretObserverOf(metrics, log),
    loggedRequests,
  };
}

function openDownstream(
  { config, log, runtime }: ExternalsInput,
  sandbox: Sandbox | null,
  outboundTls: OutboundTls,
): DownstreamClient {
  return createDownstream({
    ...runtime,
    routes: routeConfigs(config, sandbox),
    tlsOf: (url) => tlsFor(outboundTls.current, url),
    settings: downstreamSettings(config.settings.downstream),
    onSigningKey: (route) => log.warn({ route }, 'the wallet service takes the other signing key'),
  });
}

function sandboxOf(parts: {
  readonly config: Config;
  readonly store: Store;
  readonly runtime: Runtime;
}): Promise<Sandbox> {
  const { config, store, runtime } = parts;
  return startSandbox({
    store,
    databasePath: store.path ?? join(tmpdir(), `cardway-${nameOf(config.settings.databaseUrl)}.db`),
    downstreamUrl: config.settings.downstream.url,
    signingKey: config.settings.signingKey,
    hosts: config.settings.sandbox.hosts,
    timer: runtime.timer,
  });
}

/** Returns a name that is different for each database and does not reveal its URL. */
function nameOf(databaseUrl: string): string {
  return createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16);
}

/** Creates the observer that writes log lines and metrics. */
function observerOf(
  { metrics, log, loggedRequests }: Pick<Externals, 'metrics' | 'loggedRequests'> & { readonly log: Logger },
  alert: Observer['alert'],
): Observer {
  return {
    replayed: (about) => {
      metrics.observer.replayed(about);
      log.info({ ...about, replayed: true }, 'transaction');
    },
    completed: (about) => {
      metrics.observer.completed(about);
      if (about.httpRequestId !== undefined) loggedRequests.add(about.httpRequestId);
      log.info(about, 'transaction');
    },
    alert,
  };
}

export interface LoggedRequests {
  add(httpRequestId: string): void;
  /** Returns whether the request was logged. Forgets it. */
  take(httpRequestId: string): boolean;
}

function createLoggedRequests(): LoggedRequests {
  const ids = new Set<string>();
  return {
    add(httpRequestId) {
      // Operations of one WebSocket name its one request, which ends hours later.
      if (ids.size >= REQUESTS_LOGGED_MAX) ids.clear();
      ids.add(httpRequestId);
    },
    take: (httpRequestId) => ids.delete(httpRequestId),
  };
}

/** More than are under way at one time. A request beyond it gets a line of its own too. */
const REQUESTS_LOGGED_MAX = 10_000;

/**
 * Logs and counts each alert as it comes. Anybody who has seen one call can repeat its checksum with other field boundaries, so
 * that alert comes once for each terminal in ten minutes.
 */
function raiseAlertOf(metrics: Metrics, log: Logger, { clock }: Runtime): Observer['alert'] {
  const logAlert = logAlertTo(log);
  const mismatchMs = new Map<string, number>();
  return (alert, about) => {
    if (alert === 'checksum_boundary_mismatch') {
      const { terminalId = '' } = about;
      const nowMs = clock.monotonicMs();
      if (nowMs - (mismatchMs.get(terminalId) ?? -Infinity) < MISMATCH_PAUSE_MS) return;
      if (mismatchMs.size >= MISMATCHES_MAX) mismatchMs.clear();
      mismatchMs.set(terminalId, nowMs);
    }
    metrics.observer.alert(alert, about);
    logAlert(alert, about);
  };
}

export const MISMATCH_PAUSE_MS = 10 * 60_000;
/** Terminals whose pause is known. Their checksums are right, so nobody makes them up. */
const MISMATCHES_MAX = 10_000;

export function logAlertTo(log: Logger): Observer['alert'] {
  return (alert, about) => {
    log.warn({ alert, ...about }, 'alert');
  };
}

/** Logs and counts deliveries. Endpoints appear by id, because a URL may hold a secret of the receiver. */
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

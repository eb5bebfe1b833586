import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeText } from '../core/access/audit.js';
import { createDownstream } from '../outbound/downstream/client.js';
import { DOWNSTREAM_DEFAULTS } from '../outbound/downstream/routes.js';
import { tlsFor } from '../outbound/tls.js';
import { createBackground } from '../platform/background.js';
import { VERSION } from '../platform/build.js';
import { createMetrics, type Metrics } from '../platform/metrics.js';
import { type Sandbox, startSandbox } from '../sandbox/start.js';
import { type KeyUses, noteKeyUses } from '../use-cases/access/administer-keys.js';
import { type AuditFollower, followAuditLog } from '../use-cases/access/audit-chain.js';
import { createRefusals, type Refusals } from '../use-cases/access/refusals.js';
import type { Observer } from '../use-cases/ports.js';
import { createReadClocks } from '../use-cases/provisioning/clock-drift.js';
import { createRunningTransactions } from '../use-cases/transactions/call/running.js';
import { routeConfigs } from './downstream.js';
import { DRIFT_WARNING_MS, type Ground, INTERVALS, logFailure } from './runtime.js';
import { logAlertTo } from './store.js';
import { type OutboundTls, readOutboundTls } from './tls.js';
import { startRelay } from './webhooks.js';

export type Externals = Awaited<ReturnType<typeof openExternals>>;

/** Opens outbound connections, and creates what observes the gateway. */
export async function openExternals(ground: Ground) {
  const { config, log, store, runtime } = ground;
  const sandbox = config.isSandbox ? await sandboxOf(ground) : null;
  const outboundTls: OutboundTls = { current: readOutboundTls(config, runtime.readFile) };
  const opened = createDownstream({
    routes: routeConfigs(config, sandbox),
    settings: { ...DOWNSTREAM_DEFAULTS, concurrentMax: config.settings.downstream.concurrentMax },
    tlsOf: (url) => tlsFor(outboundTls.current, url),
    clock: runtime.clock,
    timer: runtime.timer,
    onSigningKey: (route) => log.warn({ route }, 'the wallet service takes the other signing key'),
  });
  const downstream = ground.tracing?.downstream(opened) ?? opened;
  const running = createRunningTransactions();
  const readClocks = createReadClocks({
    clock: runtime.clock,
    databaseNowMs: () => store.nowMs(),
    routes: () => downstream.states(),
    warningMs: DRIFT_WARNING_MS,
  });
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
  const loggedRequests = new Set<string>();
  const alert = alertsOf(ground, metrics);
  store.onTimed(metrics.store);
  store.onLost(({ path, what }) => {
    alert('database_lost', { path, reason: `it ${what} while it was open; nothing is acknowledged` });
  });
  const relay = startRelay(ground, {
    outboundTls,
    // Endpoints appear by id, because a URL may hold a secret of the receiver.
    observer: {
      attempted: noted(metrics.attempted, log.info, 'webhook'),
      endpointChanged: noted(metrics.endpointChanged, log.warn, 'webhook endpoint'),
    },
  });
  return {
    /** Null outside the sandbox. */
    sandbox,
    downstream,
    outboundTls,
    running,
    /** Work that goes on behind the replies. */
    background: createBackground(logFailure(ground, 'background work failed')),
    relay,
    metrics,
    readClocks,
    alert,
    observer: { alert, ...callObserverOf(ground, metrics, loggedRequests) },
    /** Observer of identifiers and outcomes. Operators see reasons that the network does not get. */
    secretObserver: {
      issued: noted(metrics.issued, log.info, 'secret issued'),
      verified: noted(metrics.verified, log.info, 'secret verified'),
    },
    /** Requests that the line of a transaction names. They need no line of their own. */
    loggedRequests,
  };
}

function sandboxOf({ config: { settings }, store, runtime }: Ground): Promise<Sandbox> {
  return startSandbox({
    store,
    databasePath: store.path ?? join(tmpdir(), `cardway-${nameOf(settings.databaseUrl)}.db`),
    downstreamUrl: settings.downstream.url,
    signingKey: settings.signingKey,
    hosts: settings.sandbox.hosts,
    timer: runtime.timer,
  });
}

/** Returns a name that is different for each database and does not reveal its URL. */
function nameOf(databaseUrl: string): string {
  return createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16);
}

/** Returns the function that counts what happened, and writes it to the log. */
function noted<About extends object>(
  count: (about: About) => void,
  write: (about: object, message: string) => void,
  message: string,
): (about: About) => void {
  return (about) => {
    count(about);
    write(about, message);
  };
}

/** Logs and counts transactions. */
function callObserverOf(
  { log }: Ground,
  metrics: Metrics,
  loggedRequests: Set<string>,
): Pick<Observer, 'replayed' | 'completed'> {
  return {
    replayed: (about) => {
      metrics.replayed(about);
      log.info({ ...about, replayed: true }, 'transaction');
    },
    completed: (about) => {
      metrics.completed(about);
      // Operations of one WebSocket name its one request, which ends hours later.
      if (loggedRequests.size >= REQUESTS_LOGGED_MAX) loggedRequests.clear();
      if (about.httpRequestId !== undefined) loggedRequests.add(about.httpRequestId);
      log.info(about, 'transaction');
    },
  };
}

/** More than are under way at one time. A request beyond it gets a line of its own too. */
const REQUESTS_LOGGED_MAX = 10_000;

/**
 * Logs and counts each alert as it comes. Anybody who has seen one call can repeat its checksum with other field boundaries, so that
 * alert comes once for each terminal in ten minutes.
 */
function alertsOf({ log, runtime }: Ground, metrics: Metrics): Observer['alert'] {
  const logAlert = logAlertTo(log);
  const mismatchMs = new Map<string, number>();
  return (alert, about) => {
    if (alert === 'checksum_boundary_mismatch') {
      const { terminalId = '' } = about;
      const nowMs = runtime.clock.monotonicMs();
      if (nowMs - (mismatchMs.get(terminalId) ?? -Infinity) < MISMATCH_PAUSE_MS) return;
      if (mismatchMs.size >= MISMATCHES_MAX) mismatchMs.clear();
      mismatchMs.set(terminalId, nowMs);
    }
    metrics.alert(alert, about);
    logAlert(alert, about);
  };
}

export const MISMATCH_PAUSE_MS = 10 * 60_000;
/** Terminals whose pause is known. Their checksums are right, so nobody makes them up. */
const MISMATCHES_MAX = 10_000;

/** Writes the last use of keys at intervals. */
export function startKeyUses(ground: Ground): KeyUses {
  const { runtime, store } = ground;
  return noteKeyUses({
    keys: store.administration.keys,
    clock: runtime.clock,
    timer: runtime.timer,
    everyMs: INTERVALS.lastUsedMs,
    onFailure: logFailure(ground, 'noting key uses failed'),
  });
}

/** Writes each new entry of the audit log to the log, and its head every minute. */
export function startAudit(ground: Ground, { alert }: Externals): AuditFollower {
  const { runtime, store, log } = ground;
  return followAuditLog({
    chain: store.auditChain,
    timer: runtime.timer,
    everyMs: INTERVALS.auditLogMs,
    headEveryMs: INTERVALS.auditHeadMs,
    onEntry: ({ sequence, hash, atMs, ...entry }) => {
      const place = placeText({ position: sequence, hash });
      log.info({ audit: { entry: place, at: new Date(atMs).toISOString(), ...entry } }, 'audit log entry');
    },
    onHead: (head) => log.info({ audit: { head: placeText(head) } }, 'audit log head'),
    alert,
    onFailure: logFailure(ground, 'the audit log cannot be read'),
  });
}

/** Reports refused calls to the log, to a metric, and to operators through the database. */
export function startRefusals(ground: Ground, { alert, metrics }: Externals): Refusals {
  const { runtime, store, log } = ground;
  return createRefusals({
    store: store.refusals,
    owner: runtime.owner,
    clock: runtime.clock,
    timer: runtime.timer,
    alert,
    onRefused: noted(metrics.refused, log.warn, 'call refused'),
    onFailure: logFailure(ground, 'refused calls cannot be kept'),
  });
}

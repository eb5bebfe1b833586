import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { RESULT_CODES } from '../core/transactions/result-codes.js';
import type { DeliveryObserver } from '../use-cases/events/delivery-port.js';
import type { Alert, Observer } from '../use-cases/ports.js';
import type { ReadClocks } from '../use-cases/provisioning/clock-drift.js';
import type { SecretObserver } from '../use-cases/provisioning/secret-deps.js';
import type { WalletLookupResult } from '../use-cases/transactions/downstream-port.js';
import {
  type ObserveStore,
  storeMetrics,
  type StoreSources,
  webhookMetrics,
  type WebhookSources,
} from './metrics-store.js';

export interface Metrics {
  readonly observer: Pick<Observer, 'alert' | 'checksumRepeated' | 'replayed' | 'completed'> & {
    readonly alertFolded: (alert: Alert) => void;
  };
  readonly secrets: SecretObserver;
  readonly webhooks: DeliveryObserver;
  readonly http: (about: { path: string; status: number; durationMs: number }) => void;
  readonly store: ObserveStore;
  readonly limited: (limit: string) => void;
  readonly refused: (about: { channel: string; code: string }) => void;
  readonly walletLookup: (about: WalletLookupResult) => void;
  /** Shows the counts of `read` from now on. May be called once. */
  readonly streams: (read: () => StreamCounts) => void;
  readonly read: () => Promise<{ contentType: string; text: string }>;
}

interface MetricSources {
  readonly routes: () => readonly {
    route: string;
    breaker: string;
    concurrent: number;
    queued: number;
    late: number;
  }[];
  readonly running: () => number;
  readonly clocks: ReadClocks;
  readonly store: StoreSources;
  readonly version: string;
  readonly webhooks: () => WebhookSources;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.8, 2.5, 5];

/** Creates everything that `/metrics` shows. Every name starts with `cardway_`; durations are in seconds. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'cardway_' });
  const registers = [registry];
  const transactions = new Counter({
    name: 'cardway_transactions_total',
    help: 'Claimed transactions, by channel, method, route, state and whether the reply was a default.',
    labelNames: ['channel', 'method', 'route', 'state', 'default'],
    registers,
  });
  const results = new Counter({
    name: 'cardway_transaction_results_total',
    help: 'Answers by resultCode.',
    labelNames: ['method', 'result_code'],
    registers,
  });
  const durations = new Histogram({
    name: 'cardway_transaction_duration_seconds',
    help: 'From the last byte of the request to the saved outcome.',
    labelNames: ['channel', 'method'],
    buckets: SECONDS,
    registers,
  });
  const downstream = new Histogram({
    name: 'cardway_downstream_duration_seconds',
    help: 'From sending to the answer of the wallet service.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const repeated = new Counter({
    name: 'cardway_repeated_checksums_total',
    help: 'Calls that take money with a checksum that another request id had before.',
    labelNames: ['method'],
    registers,
  });
  const replays = new Counter({
    name: 'cardway_transaction_replays_total',
    help: 'Repeated calls that got the saved answer.',
    labelNames: ['method'],
    registers,
  });
  gauges(registry, sources);
  return {
    store: storeMetrics(registry, sources.store),
    limited: limitCounter(registry),
    refused: refusalCounter(registry),
    walletLookup: walletLookupMetrics(registry),
    streams: (read) => streamMetrics(registry, read),
    observer: {
      ...alertCounters(registers),
      checksumRepeated: ({ methodName: method }) => {
        repeated.inc({ method });
      },
      replayed: ({ methodName: method }) => {
        replays.inc({ method });
      },
      completed(about) {
        const { channel, methodName: method, route, state } = about;
        transactions.inc({ channel, method, route, state, default: about.replyReason ?? 'no' });
        if (about.resultCode !== null) results.inc({ method, result_code: resultLabel(about.resultCode) });
        durations.observe({ channel, method }, about.durationMs / 1000);
        if (about.downstreamMs !== null) downstream.observe({ route }, about.downstreamMs / 1000);
      },
    },
    secrets: secretMetrics(registers),
    webhooks: webhookMetrics(registry, sources.webhooks),
    http: httpMetrics(registers),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

/** Returns the label of a result code. Other codes share one label, because each label is a series that stays. */
function resultLabel(resultCode: number): number | 'other' {
  return RESULT_CODES.has(resultCode) ? resultCode : 'other';
}

function alertCounters(registers: Registry[]): Pick<Metrics['observer'], 'alert' | 'alertFolded'> {
  const alerts = new Counter({
    name: 'cardway_alerts_total',
    help: 'Alerts for operators, by kind.',
    labelNames: ['alert'],
    registers,
  });
  const folded = new Counter({
    name: 'cardway_alerts_folded_total',
    help: 'Alerts that were folded, because one of the same kind and subject was raised within the pause.',
    labelNames: ['alert'],
    registers,
  });
  return {
    alert: (alert) => {
      alerts.inc({ alert });
    },
    alertFolded: (alert) => {
      folded.inc({ alert });
    },
  };
}

function httpMetrics(registers: Registry[]): Metrics['http'] {
  const requests = new Counter({
    name: 'cardway_http_requests_total',
    help: 'HTTP requests by path and status.',
    labelNames: ['path', 'status'],
    registers,
  });
  const requestDurations = new Histogram({
    name: 'cardway_http_request_duration_seconds',
    help: 'From the first byte of the request to the last of the reply.',
    labelNames: ['path'],
    buckets: SECONDS,
    registers,
  });
  return ({ path, status, durationMs }) => {
    requests.inc({ path, status });
    requestDurations.observe({ path }, durationMs / 1000);
  };
}

function buildInfo(registry: Registry, version: string): void {
  const info = new Gauge({
    name: 'cardway_build_info',
    help: 'Always 1; the version is a label.',
    labelNames: ['version'],
    registers: [registry],
  });
  info.set({ version }, 1);
}

function secretMetrics(registers: Registry[]): SecretObserver {
  const issued = new Counter({
    name: 'cardway_secrets_issued_total',
    help: 'Provisioning secrets by programme, and whether an open attempt was superseded.',
    labelNames: ['programme', 'superseding'],
    registers,
  });
  const verified = new Counter({
    name: 'cardway_secret_verifications_total',
    help: 'Secrets and activation codes by programme and result. detail is the reason of an invalid one.',
    labelNames: ['programme', 'kind', 'result', 'detail'],
    registers,
  });
  return {
    issued({ programme, isSuperseding }) {
      issued.inc({ programme, superseding: isSuperseding ? 'yes' : 'no' });
    },
    verified({ programme, kind, result, detail }) {
      verified.inc({ programme, kind, result, detail: detail ?? 'none' });
    },
  };
}

function refusalCounter(registry: Registry): Metrics['refused'] {
  const refused = new Counter({
    name: 'cardway_refused_calls_total',
    help: 'Calls that were refused before they were saved, by channel and error code.',
    labelNames: ['channel', 'code'],
    registers: [registry],
  });
  return ({ channel, code }) => {
    refused.inc({ channel, code });
  };
}

function limitCounter(registry: Registry): Metrics['limited'] {
  const limited = new Counter({
    name: 'cardway_rate_limited_total',
    help: 'Calls that a rate limit refused.',
    labelNames: ['limit'],
    registers: [registry],
  });
  return (limit) => {
    limited.inc({ limit });
  };
}

const BREAKER_LEVELS: Readonly<Record<string, number>> = { closed: 0, half_open: 1, open: 2 };

function gauges(registry: Registry, sources: MetricSources): void {
  buildInfo(registry, sources.version);
  const gauge = (
    name: string,
    help: string,
    read: (route: ReturnType<MetricSources['routes']>[number]) => number,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: ['route'],
      registers: [registry],
      collect() {
        for (const route of sources.routes()) this.set({ route: route.route }, read(route));
      },
    });
  };
  gauge(
    'cardway_breaker_state',
    '0 closed, 1 half open, 2 open.',
    (route) => BREAKER_LEVELS[route.breaker] ?? 2,
  );
  gauge('cardway_downstream_calls', 'Calls that are open.', (route) => route.concurrent);
  gauge('cardway_downstream_queued', 'Calls that wait for a place.', (route) => route.queued);
  gauge('cardway_downstream_late', 'Calls past their deadline that are kept open.', (route) => route.late);
  new Gauge({
    name: 'cardway_clock_drift_seconds',
    help: 'Clock of the database or of a wallet service minus this process’s clock. Wallet services: to the second.',
    labelNames: ['clock'],
    registers: [registry],
    async collect() {
      const { databaseDriftMs, routes } = await sources.clocks();
      if (databaseDriftMs !== null) this.set({ clock: 'database' }, databaseDriftMs / 1000);
      for (const { route, driftMs } of routes) {
        if (driftMs !== null) this.set({ clock: `wallet service ${route}` }, driftMs / 1000);
      }
    },
  });
  new Gauge({
    name: 'cardway_transactions_running',
    help: 'Transactions in flight in this process.',
    registers: [registry],
    collect() {
      this.set(sources.running());
    },
  });
}

interface StreamCounts {
  readonly connections: number;
  readonly subscriptions: number;
}

/** Adds gauges of this process's WebSockets and event streams, read at each scrape. */
function streamMetrics(registry: Registry, read: () => StreamCounts): void {
  const gauge = (name: string, help: string, value: (counts: StreamCounts) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value(read()));
      },
    });
  };
  gauge(
    'cardway_stream_connections',
    'WebSockets and event streams that are open.',
    (counts) => counts.connections,
  );
  gauge('cardway_stream_subscriptions', 'Subscriptions that they carry.', (counts) => counts.subscriptions);
}

function walletLookupMetrics(registry: Registry): (about: WalletLookupResult) => void {
  const registers = [registry];
  const lookups = new Counter({
    name: 'cardway_wallet_lookups_total',
    help: 'Wallet look-ups, by answer and source.',
    labelNames: ['answer', 'source'],
    registers,
  });
  const durations = new Histogram({
    name: 'cardway_wallet_lookup_duration_seconds',
    help: 'Time of look-ups that the cache did not answer.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return ({ answer, source, durationMs }) => {
    lookups.inc({ answer, source });
    if (source !== 'cache') durations.observe(durationMs / 1000);
  };
}

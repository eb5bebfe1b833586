import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RESULT_CODES } from '../core/transactions/result-codes.js';
import type { DeliveryObserver } from '../use-cases/events/delivery-port.js';
import { ALERTS, type Observer } from '../use-cases/ports.js';
import type { ReadClocks } from '../use-cases/provisioning/clock-drift.js';
import type { SecretObserver } from '../use-cases/provisioning/secret-deps.js';
import {
  type AddMetric,
  metricsOf,
  type ObserveStore,
  storeMetrics,
  type StoreSources,
  webhookMetrics,
  type WebhookSources,
} from './metrics-store.js';

export interface Metrics {
  readonly observer: Pick<Observer, 'alert' | 'replayed' | 'completed'>;
  readonly secrets: SecretObserver;
  readonly webhooks: DeliveryObserver;
  readonly http: (about: { path: string; status: number; durationMs: number }) => void;
  readonly store: ObserveStore;
  readonly limited: (limit: string) => void;
  readonly refused: (about: { channel: string; code: string }) => void;
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
  const add = metricsOf(registry);
  const transactions = add.counter(
    'cardway_transactions_total',
    'Claimed transactions, by channel, method, route, state and whether the reply was a default.',
    ['channel', 'method', 'route', 'state', 'default'],
  );
  const results = add.counter('cardway_transaction_results_total', 'Answers by resultCode.', [
    'method',
    'result_code',
  ]);
  const durations = add.histogram(
    'cardway_transaction_duration_seconds',
    'From the last byte of the request to the saved outcome.',
    SECONDS,
    ['channel', 'method'],
  );
  const downstream = add.histogram(
    'cardway_downstream_duration_seconds',
    'From sending to the answer of the wallet service.',
    SECONDS,
    ['route'],
  );
  const replays = add.counter(
    'cardway_transaction_replays_total',
    'Repeated calls that got the saved answer.',
    ['method'],
  );
  gauges(registry, add, sources);
  return {
    store: storeMetrics(registry, add, sources.store),
    limited: limitCounter(add),
    refused: refusalCounter(add),
    streams: (read) => streamMetrics(add, read),
    observer: {
      ...alertCounters(add),
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
    secrets: secretMetrics(add),
    webhooks: webhookMetrics(add, sources.webhooks),
    http: httpMetrics(add),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

/** Returns the label of a result code. Other codes share one label, because each label is a series that stays. */
function resultLabel(resultCode: number): number | 'other' {
  return RESULT_CODES.has(resultCode) ? resultCode : 'other';
}

function alertCounters(add: AddMetric): Pick<Metrics['observer'], 'alert'> {
  const alerts = add.counter('cardway_alerts_total', 'Alerts for operators, by kind.', ['alert']);
  // Rules ask for an increase, which Prometheus does not see in a series that begins with 1.
  for (const alert of ALERTS) alerts.inc({ alert }, 0);
  return {
    alert: (alert) => {
      alerts.inc({ alert });
    },
  };
}

function httpMetrics(add: AddMetric): Metrics['http'] {
  const requests = add.counter('cardway_http_requests_total', 'HTTP requests by path and status.', [
    'path',
    'status',
  ]);
  const requestDurations = add.histogram(
    'cardway_http_request_duration_seconds',
    'From the first byte of the request to the last of the reply.',
    SECONDS,
    ['path'],
  );
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

function secretMetrics(add: AddMetric): SecretObserver {
  const issued = add.counter(
    'cardway_secrets_issued_total',
    'Provisioning secrets by programme, and whether an open attempt was superseded.',
    ['programme', 'superseding'],
  );
  const verified = add.counter(
    'cardway_secret_verifications_total',
    'Secrets and activation codes by programme and result. detail is the reason of an invalid one.',
    ['programme', 'kind', 'result', 'detail'],
  );
  return {
    issued({ programme, isSuperseding }) {
      issued.inc({ programme, superseding: isSuperseding ? 'yes' : 'no' });
    },
    verified({ programme, kind, result, detail }) {
      verified.inc({ programme, kind, result, detail: detail ?? 'none' });
    },
  };
}

function refusalCounter(add: AddMetric): Metrics['refused'] {
  const refused = add.counter(
    'cardway_refused_calls_total',
    'Calls that were refused before they were saved, by channel and error code.',
    ['channel', 'code'],
  );
  return ({ channel, code }) => {
    refused.inc({ channel, code });
  };
}

function limitCounter(add: AddMetric): Metrics['limited'] {
  const limited = add.counter('cardway_rate_limited_total', 'Calls that a rate limit refused.', ['limit']);
  return (limit) => {
    limited.inc({ limit });
  };
}

const BREAKER_LEVELS: Readonly<Record<string, number>> = { closed: 0, half_open: 1, open: 2 };

function gauges(registry: Registry, add: AddMetric, sources: MetricSources): void {
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
  add.gauge('cardway_transactions_running', 'Transactions in flight in this process.', () =>
    sources.running(),
  );
}

interface StreamCounts {
  readonly connections: number;
  readonly subscriptions: number;
}

/** Adds gauges of this process's WebSockets and event streams, read at each scrape. */
function streamMetrics(add: AddMetric, read: () => StreamCounts): void {
  add.gauge(
    'cardway_stream_connections',
    'WebSockets and event streams that are open.',
    () => read().connections,
  );
  add.gauge('cardway_stream_subscriptions', 'Subscriptions that they carry.', () => read().subscriptions);
}

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { RESULT_CODES } from '../core/transactions/result-codes.js';
import type { DeliveryObserver } from '../use-cases/events/delivery-port.js';
import { ALERTS, type Backlog, type Observer } from '../use-cases/ports.js';
import type { ReadClocks } from '../use-cases/provisioning/clock-drift.js';
import type { SecretObserver } from '../use-cases/provisioning/secret-deps.js';
import type { Clock } from './clock.js';

/** Sources of the gauges. Each scrape reads them. */
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
  readonly webhooks: () => { readonly inFlight: number; readonly backlogAgeMs: number };
}

interface StoreSources {
  /** Number of commits that wait for their turn. */
  readonly waiting: () => number;
  readonly isFailing: () => boolean;
  /** Rejects while the database cannot be read. */
  readonly backlog: () => Promise<Backlog>;
  readonly clock: Clock;
  /** Cache time of a backlog. */
  readonly backlogEveryMs: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates everything that `/metrics` shows. Every name starts with `cardway_`; durations are in seconds. */
export function createMetrics(sources: MetricSources) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'cardway_' });
  const add = metricsOf(registry);
  addGauges(add, sources);
  const refused = add.counter(
    'cardway_refused_calls_total',
    'Calls that were refused before they were saved, by channel and error code.',
    ['channel', 'code'],
  );
  const limited = add.counter('cardway_rate_limited_total', 'Calls that a rate limit refused.', ['limit']);
  return {
    ...callMetrics(add),
    ...secretMetrics(add),
    ...webhookMetrics(add),
    http: httpMetrics(add),
    store: storeMetrics(add, sources.store),
    refused: ({ channel, code }: { readonly channel: string; readonly code: string }) =>
      refused.inc({ channel, code }),
    limited: (limit: string) => limited.inc({ limit }),
    /** Shows the counts of `read` from now on. May be called once. */
    streams(read: () => { readonly connections: number; readonly subscriptions: number }) {
      const { value } = add;
      value(
        'cardway_stream_connections',
        'WebSockets and event streams that are open.',
        () => read().connections,
      );
      value('cardway_stream_subscriptions', 'Subscriptions that they carry.', () => read().subscriptions);
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

type AddMetric = ReturnType<typeof metricsOf>;

/** Returns functions that add a metric to a registry. A gauge is read at each scrape. */
export function metricsOf(registry: Registry) {
  const registers = [registry];
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[],
    show: (gauge: Gauge<Label>) => void | Promise<void>,
  ) =>
    new Gauge<Label>({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        await show(this);
      },
    });
  return {
    counter: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string = never>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: Label[] = [],
    ) => new Histogram({ name, help, labelNames, buckets, registers }),
    gauge,
    value: (name: string, help: string, read: () => number) =>
      gauge(name, help, [], (self) => self.set(read())),
  };
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.8, 2.5, 5];

function callMetrics(add: AddMetric): Pick<Observer, 'alert' | 'replayed' | 'completed'> {
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
  const alerts = add.counter('cardway_alerts_total', 'Alerts for operators, by kind.', ['alert']);
  // Rules ask for an increase, which Prometheus does not see in a series that begins with 1.
  for (const alert of ALERTS) alerts.inc({ alert }, 0);
  return {
    alert: (alert) => alerts.inc({ alert }),
    replayed: ({ methodName: method }) => replays.inc({ method }),
    completed(about) {
      const { channel, methodName: method, route, state } = about;
      transactions.inc({ channel, method, route, state, default: about.replyReason ?? 'no' });
      if (about.resultCode !== null) results.inc({ method, result_code: resultLabel(about.resultCode) });
      durations.observe({ channel, method }, about.durationMs / 1000);
      if (about.downstreamMs !== null) downstream.observe({ route }, about.downstreamMs / 1000);
    },
  };
}

/** Returns the label of a result code. Other codes share one label, because each label is a series that stays. */
function resultLabel(resultCode: number): number | 'other' {
  return RESULT_CODES.has(resultCode) ? resultCode : 'other';
}

function httpMetrics(add: AddMetric) {
  const requests = add.counter('cardway_http_requests_total', 'HTTP requests by path and status.', [
    'path',
    'status',
  ]);
  const durations = add.histogram(
    'cardway_http_request_duration_seconds',
    'From the first byte of the request to the last of the reply.',
    SECONDS,
    ['path'],
  );
  return ({ path, status, durationMs }: { path: string; status: number; durationMs: number }): void => {
    requests.inc({ path, status });
    durations.observe({ path }, durationMs / 1000);
  };
}

function secretMetrics(add: AddMetric): Pick<SecretObserver, 'issued' | 'verified'> {
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
    issued: ({ programme, isSuperseding }) =>
      issued.inc({ programme, superseding: isSuperseding ? 'yes' : 'no' }),
    verified: ({ programme, kind, result, detail }) =>
      verified.inc({ programme, kind, result, detail: detail ?? 'none' }),
  };
}

const DELIVERY_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Endpoints are no labels: there may be thousands. */
function webhookMetrics(add: AddMetric): Pick<DeliveryObserver, 'attempted' | 'endpointChanged'> {
  const attempts = add.counter(
    'cardway_webhook_attempts_total',
    'Webhook attempts, by outcome (delivered, retry, dead, lost) and failure.',
    ['outcome', 'failure'],
  );
  const durations = add.histogram(
    'cardway_webhook_attempt_duration_seconds',
    'From the look-up of the name to the answer.',
    DELIVERY_SECONDS,
  );
  const waits = add.histogram(
    'cardway_webhook_first_attempt_seconds',
    'From the commit of an event to its first attempt.',
    DELIVERY_SECONDS,
  );
  const dead = add.counter(
    'cardway_webhook_dead_total',
    'Deliveries that are dead after their last attempt.',
  );
  const endpoints = add.counter(
    'cardway_webhook_endpoints_total',
    'Failing endpoints that were warned about or disabled.',
    ['change'],
  );
  // As with alerts, a series that begins with 1 shows no increase.
  for (const change of ['warned', 'disabled']) endpoints.inc({ change }, 0);
  return {
    attempted(about) {
      attempts.inc({ outcome: about.outcome, failure: about.failure ?? 'no' });
      durations.observe(about.durationMs / 1000);
      if (about.firstAfterMs !== null) waits.observe(about.firstAfterMs / 1000);
      if (about.outcome === 'dead') dead.inc();
    },
    endpointChanged: ({ change }) => endpoints.inc({ change }),
  };
}

const BREAKER_LEVELS: Readonly<Record<string, number>> = { closed: 0, half_open: 1, open: 2 };

/** Adds the gauges of this process. */
function addGauges(add: AddMetric, sources: MetricSources): void {
  const { version } = sources;
  add.gauge('cardway_build_info', 'Always 1; the version is a label.', ['version'], (self) =>
    self.set({ version }, 1),
  );
  const ofRoutes = (
    name: string,
    help: string,
    read: (route: ReturnType<MetricSources['routes']>[number]) => number,
  ) =>
    add.gauge(name, help, ['route'], (self) => {
      for (const route of sources.routes()) self.set({ route: route.route }, read(route));
    });
  ofRoutes(
    'cardway_breaker_state',
    '0 closed, 1 half open, 2 open.',
    ({ breaker }) => BREAKER_LEVELS[breaker] ?? 2,
  );
  ofRoutes('cardway_downstream_calls', 'Calls that are open.', ({ concurrent }) => concurrent);
  ofRoutes('cardway_downstream_queued', 'Calls that wait for a place.', ({ queued }) => queued);
  ofRoutes('cardway_downstream_late', 'Calls past their deadline that are kept open.', ({ late }) => late);
  add.gauge(
    'cardway_clock_drift_seconds',
    'Clock of the database or of a wallet service minus this process’s clock. Wallet services: to the second.',
    ['clock'],
    async (self) => {
      const { databaseDriftMs, routes } = await sources.clocks();
      if (databaseDriftMs !== null) self.set({ clock: 'database' }, databaseDriftMs / 1000);
      for (const { route, driftMs } of routes) {
        if (driftMs !== null) self.set({ clock: `wallet service ${route}` }, driftMs / 1000);
      }
    },
  );
  add.value('cardway_transactions_running', 'Transactions in flight in this process.', sources.running);
  add.value(
    'cardway_webhook_attempts_in_flight',
    'Webhook attempts in flight in this process.',
    () => sources.webhooks().inFlight,
  );
  add.value(
    'cardway_webhook_backlog_age_seconds',
    'Age of the oldest due delivery.',
    () => sources.webhooks().backlogAgeMs / 1000,
  );
}

const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Adds the metrics of the database. */
export function storeMetrics(add: AddMetric, sources: StoreSources) {
  const durations = add.histogram(
    'cardway_store_duration_seconds',
    'Writes until they are committed, and reads of the database.',
    STORE_SECONDS,
    ['operation'],
  );
  const failures = add.counter(
    'cardway_store_failures_total',
    'Commits and reads that the database failed.',
    ['operation'],
  );
  add.value('cardway_store_waiting', 'Writes that wait for their commit.', sources.waiting);
  add.value('cardway_store_failing', '1 while the last commit failed.', () => Number(sources.isFailing()));
  addBacklog(add, sources);
  return (timing: {
    readonly operation: 'commit' | 'read';
    readonly durationMs: number;
    readonly isDone: boolean;
  }): void => {
    const { operation } = timing;
    durations.observe({ operation }, timing.durationMs / 1000);
    if (!timing.isDone) failures.inc({ operation });
  };
}

const STATES = ['pending', 'in_doubt', 'queued', 'unmatched', 'contradicted'] as const;

/** Adds gauges of the database, which are the same in every process. They are left out while it cannot be read. */
function addBacklog(add: AddMetric, sources: StoreSources): void {
  const read = remembered(sources);
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[],
    show: (gauge: Gauge<Label>, now: Backlog) => void,
  ) =>
    add.gauge(name, help, labelNames, async (self) => {
      self.reset();
      const backlog = await read();
      if (backlog === null) self.remove();
      else show(self, backlog);
    });
  const of = ({ transactions }: Backlog, state: string) => transactions.find((row) => row.state === state);
  gauge('cardway_transactions_open', 'Transactions of the database by state.', ['state'], (self, now) => {
    for (const state of STATES) self.set({ state }, of(now, state)?.count ?? 0);
  });
  gauge('cardway_transactions_oldest_seconds', 'Age of the oldest of them.', ['state'], (self, now) => {
    for (const state of STATES) {
      const sinceMs = of(now, state)?.sinceMs;
      self.set({ state }, sinceMs === undefined ? 0 : Math.max(0, sources.clock.nowMs() - sinceMs) / 1000);
    }
  });
  gauge('cardway_webhook_deliveries_pending', 'Webhooks to be sent, now or later.', [], (self, now) =>
    self.set(now.deliveries),
  );
}

/**
 * Shares one read between all gauges of a scrape, and between scrapes that come close together. Close by the clock that nobody can
 * set: after the machine's clock is set back, an old backlog would look fresh until then, and no alert would see a new doubt.
 */
function remembered(sources: StoreSources): () => Promise<Backlog | null> {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let backlog: Promise<Backlog | null> = Promise.resolve(null);
  return () => {
    const nowMs = sources.clock.monotonicMs();
    if (nowMs - readAtMs >= sources.backlogEveryMs) {
      readAtMs = nowMs;
      backlog = sources.backlog().catch(() => null);
    }
    return backlog;
  };
}

import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DeliveryObserver } from '../use-cases/events/delivery-port.js';
import type { Backlog } from '../use-cases/ports.js';
import type { Clock } from './clock.js';

export interface StoreSources {
  /** Number of commits that wait for their turn. */
  readonly waiting: () => number;
  readonly isFailing: () => boolean;
  /** Rejects while the database cannot be read. */
  readonly backlog: () => Promise<Backlog>;
  readonly clock: Clock;
  /** Cache time of a backlog. */
  readonly backlogEveryMs: number;
}

export type ObserveStore = (timing: {
  readonly operation: 'commit' | 'read';
  readonly durationMs: number;
  readonly isDone: boolean;
}) => void;

export type AddMetric = ReturnType<typeof metricsOf>;

/** Returns functions that add a metric to a registry. A gauge is read at each scrape. */
export function metricsOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string = never>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: Label[] = [],
    ) => new Histogram({ name, help, labelNames, buckets, registers }),
    gauge: (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      }),
  };
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Adds the metrics of the database to `/metrics`. */
export function storeMetrics(registry: Registry, add: AddMetric, sources: StoreSources): ObserveStore {
  const durations = add.histogram(
    'cardway_store_duration_seconds',
    'Commits (several transactions each) and reads of the database.',
    SECONDS,
    ['operation'],
  );
  const failures = add.counter(
    'cardway_store_failures_total',
    'Commits and reads that the database failed.',
    ['operation'],
  );
  add.gauge('cardway_store_waiting', 'Writes that wait for their commit.', () => sources.waiting());
  add.gauge('cardway_store_failing', '1 while the last commit failed.', () => (sources.isFailing() ? 1 : 0));
  backlogGauges(registry, sources);
  return ({ operation, durationMs, isDone }) => {
    durations.observe({ operation }, durationMs / 1000);
    if (!isDone) failures.inc({ operation });
  };
}

const STATES = ['pending', 'in_doubt', 'queued', 'unmatched', 'contradicted'] as const;

/** Adds gauges of the database, which are the same in every process. They are left out while it cannot be read. */
function backlogGauges(registry: Registry, sources: StoreSources): void {
  const read = remembered(sources);
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    show: (set: Gauge, now: Backlog) => void,
  ) => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        const backlog = await read();
        if (backlog === null) this.remove();
        else show(this, backlog);
      },
    });
  };
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
  gauge('cardway_webhook_deliveries_pending', 'Webhooks to be sent, now or later.', [], (self, now) => {
    self.set(now.deliveries);
  });
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

export interface WebhookSources {
  readonly inFlight: number;
  readonly backlogAgeMs: number;
}

const DELIVERY_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Adds the metrics of webhooks to `/metrics`. Endpoints are no labels: there may be thousands. */
export function webhookMetrics(add: AddMetric, sources: () => WebhookSources): DeliveryObserver {
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
  // Rules ask for an increase, which Prometheus does not see in a series that begins with 1.
  for (const change of ['warned', 'disabled']) endpoints.inc({ change }, 0);
  add.gauge(
    'cardway_webhook_attempts_in_flight',
    'Webhook attempts in flight in this process.',
    () => sources().inFlight,
  );
  add.gauge(
    'cardway_webhook_backlog_age_seconds',
    'Age of the oldest due delivery.',
    () => sources().backlogAgeMs / 1000,
  );
  return {
    attempted(about) {
      attempts.inc({ outcome: about.outcome, failure: about.failure ?? 'no' });
      durations.observe(about.durationMs / 1000);
      if (about.firstAfterMs !== null) waits.observe(about.firstAfterMs / 1000);
      if (about.outcome === 'dead') dead.inc();
    },
    endpointChanged: ({ change }) => {
      endpoints.inc({ change });
    },
  };
}

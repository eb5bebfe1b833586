import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DeliveryObserver } from './usecase/ports.js';

export interface WebhookSources {
  readonly inFlight: number;
  readonly backlogAgeMs: number;
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What `/metrics` shows of webhooks. Endpoints are no labels: there may be thousands. */
export function webhookMetrics(registry: Registry, sources: () => WebhookSources): DeliveryObserver {
  const registers = [registry];
  const attempts = new Counter({
    name: 'cardway_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what followed (delivered, retry, dead, lost) and why.',
    labelNames: ['outcome', 'failure'],
    registers,
  });
  const durations = new Histogram({
    name: 'cardway_webhook_attempt_duration_seconds',
    help: 'From the look-up of the name to the answer.',
    buckets: SECONDS,
    registers,
  });
  const waits = new Histogram({
    name: 'cardway_webhook_first_attempt_seconds',
    help: 'From the commit of an event to its first attempt.',
    buckets: SECONDS,
    registers,
  });
  const dead = new Counter({
    name: 'cardway_webhook_dead_total',
    help: 'Deliveries that were given up.',
    registers,
  });
  const endpoints = new Counter({
    name: 'cardway_webhook_endpoints_total',
    help: 'Endpoints that were warned about or disabled for failing.',
    labelNames: ['change'],
    registers,
  });
  new Gauge({
    name: 'cardway_webhook_attempts_in_flight',
    help: 'Attempts that are under way in this process.',
    registers,
    collect() {
      this.set(sources().inFlight);
    },
  });
  new Gauge({
    name: 'cardway_webhook_backlog_age_seconds',
    help: 'How long the oldest due delivery has been due.',
    registers,
    collect() {
      this.set(sources().backlogAgeMs / 1000);
    },
  });
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

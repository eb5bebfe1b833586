import type { UseCases } from '../graphql/context.js';
import { createEndpointUrlCheck, createResolveHost } from '../outbound/webhooks/endpoint-url.js';
import { createRelay, type Relay } from '../outbound/webhooks/relay.js';
import { createWebhookSender } from '../outbound/webhooks/webhook.js';
import { tlsFor } from '../outbound/tls.js';
import type { Config } from '../platform/config.js';
import type { Store } from '../store/store.js';
import { createAdministerEndpoints } from '../use-cases/events/administer-endpoints.js';
import { ANSWER_BYTES_READ, createDeliverEvent } from '../use-cases/events/deliver-event.js';
import type { DeliveryObserver } from '../use-cases/events/delivery-port.js';
import { createReadWebhooks } from '../use-cases/events/read-webhooks.js';
import { createResend } from '../use-cases/events/resend.js';
import type { OutboundTls } from './tls.js';
import { type Runtime, SWEEP_EVERY_MS } from './runtime.js';

interface WebhookParts {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly store: Store;
}

export type WebhookUseCases = Pick<UseCases, 'administerEndpoints' | 'readWebhooks' | 'resend'>;

/** Creates the use cases of endpoints, deliveries and the event log, for operators and integrators. */
export function webhookUseCases({ config, runtime, store }: WebhookParts): WebhookUseCases {
  const { settings } = config;
  const { endpoints, deliveries, events } = store;
  return {
    administerEndpoints: createAdministerEndpoints({
      ...runtime,
      endpoints,
      deliveries,
      urlProblem: createEndpointUrlCheck({
        resolve: createResolveHost(),
        policy: { allowPrivate: settings.webhook.allowPrivate },
        timer: runtime.timer,
      }),
      secretOverlapMs: SECRET_OVERLAP_MS,
    }),
    readWebhooks: createReadWebhooks(store),
    resend: createResend({ endpoints, deliveries, events, clock: runtime.clock }),
  };
}

/** Time for one attempt, from the DNS look-up to the status. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** Attempts at one time. */
export const WEBHOOKS_CONCURRENT_MAX = 2000;
/** How long the previous secret of an endpoint still signs, beside the new one. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60_000;
/** Longest pause that a receiver can ask for. It is the longest pause of the default schedule. */
const RETRY_AFTER_MAX_MS = 24 * 60 * 60_000;
/** Attempts of one endpoint at one time. It protects a slow receiver from a flood of requests. */
const CONCURRENT_PER_ENDPOINT_MAX = 5;
/** Lease in timeouts. No other process may take a delivery that is still being sent. The margin covers a paused process. */
const LEASE_OF_TIMEOUTS = 3;

/** Starts to send webhooks. Commits of this process wake it. */
export function startRelay(
  parts: WebhookParts & {
    readonly outboundTls: OutboundTls;
    readonly observer: DeliveryObserver;
    readonly onFailure: (error: unknown) => void;
  },
): Relay {
  const { runtime, store, onFailure } = parts;
  const { settings } = parts.config;
  const disableAfterMs = settings.webhook.disableAfter;
  const sender = createWebhookSender({
    ...runtime,
    resolve: createResolveHost(),
    policy: { allowPrivate: settings.webhook.allowPrivate },
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    excerptBytesMax: ANSWER_BYTES_READ,
    userAgent: 'Cardway-Webhooks/1',
    tlsOf: (url) => tlsFor(parts.outboundTls.current, url),
  });
  const deliver = createDeliverEvent({
    ...runtime,
    deliveries: store.deliveries,
    sender,
    retry: {
      scheduleMs: settings.webhook.schedule,
      retryAfterMaxMs: RETRY_AFTER_MAX_MS,
    },
    health: {
      // This leaves one day of five to act on the warning.
      warnAfterMs: disableAfterMs === null ? null : (4 * disableAfterMs) / 5,
      disableAfterMs,
    },
    observer: parts.observer,
    onFailure,
  });
  const leaseMs = LEASE_OF_TIMEOUTS * WEBHOOK_TIMEOUT_MS;
  const relay = createRelay({
    ...runtime,
    deliveries: store.deliveries,
    deliver,
    settings: {
      concurrentMax: WEBHOOKS_CONCURRENT_MAX,
      concurrentPerEndpointMax: CONCURRENT_PER_ENDPOINT_MAX,
      leaseMs,
      pollMs: SWEEP_EVERY_MS,
    },
    onFailure,
  });
  store.onCommitted(() => relay.wake());
  return relay;
}

import type { UseCases } from '../graphql/context.js';
import { createEndpointUrlCheck, createResolveHost } from '../outbound/webhooks/endpoint-url.js';
import { createRelay, type Relay } from '../outbound/webhooks/relay.js';
import { createWebhookSender } from '../outbound/webhooks/webhook.js';
import { tlsFor } from '../outbound/tls.js';
import type { Settings } from '../platform/settings.js';
import type { Store } from '../store/store.js';
import { createAdministerEndpoints } from '../use-cases/events/administer-endpoints.js';
import { ANSWER_BYTES_READ, createDeliverEvent } from '../use-cases/events/deliver-event.js';
import type { DeliveryObserver } from '../use-cases/events/delivery-port.js';
import { createReadWebhooks } from '../use-cases/events/read-webhooks.js';
import { createResend } from '../use-cases/events/resend.js';
import type { OutboundTls } from './tls.js';
import { type Ground, logFailure, type Runtime, SWEEP_EVERY_MS } from './runtime.js';

export type WebhookUseCases = Pick<UseCases, 'administerEndpoints' | 'readWebhooks' | 'resend'>;

/** Creates the use cases of endpoints, deliveries and the event log, for operators and integrators. */
export function webhookUseCases(
  { webhook }: Settings,
  { clock, newId, timer }: Runtime,
  store: Store,
): WebhookUseCases {
  const { endpoints, deliveries, events } = store;
  return {
    administerEndpoints: createAdministerEndpoints({
      endpoints,
      deliveries,
      clock,
      newId,
      urlProblem: createEndpointUrlCheck({
        resolve: createResolveHost(),
        policy: webhook,
        timer,
      }),
      secretOverlapMs: SECRET_OVERLAP_MS,
    }),
    readWebhooks: createReadWebhooks(store),
    resend: createResend({ endpoints, deliveries, events, clock }),
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
  ground: Ground,
  { outboundTls, observer }: { readonly outboundTls: OutboundTls; readonly observer: DeliveryObserver },
): Relay {
  const { config, store } = ground;
  const { clock, timer, random } = ground.runtime;
  const { webhook } = config.settings;
  const onFailure = logFailure(ground, 'webhook relay failed');
  const sender = createWebhookSender({
    timer,
    resolve: createResolveHost(),
    policy: webhook,
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    excerptBytesMax: ANSWER_BYTES_READ,
    tlsOf: (url) => tlsFor(outboundTls.current, url),
  });
  const deliver = createDeliverEvent({
    deliveries: store.deliveries,
    sender,
    clock,
    random,
    retry: { scheduleMs: webhook.schedule, retryAfterMaxMs: RETRY_AFTER_MAX_MS },
    health: {
      // This leaves one day of five to act on the warning.
      warnAfterMs: webhook.disableAfter === null ? null : (4 * webhook.disableAfter) / 5,
      disableAfterMs: webhook.disableAfter,
    },
    observer,
    onFailure,
  });
  const relay = createRelay({
    deliveries: store.deliveries,
    deliver,
    clock,
    timer,
    settings: {
      concurrentMax: WEBHOOKS_CONCURRENT_MAX,
      concurrentPerEndpointMax: CONCURRENT_PER_ENDPOINT_MAX,
      leaseMs: LEASE_OF_TIMEOUTS * WEBHOOK_TIMEOUT_MS,
      pollMs: SWEEP_EVERY_MS,
    },
    onFailure,
  });
  store.onCommitted(() => relay.wake());
  return relay;
}

import { createResolveHost } from '../outbound/webhooks/endpoint-url.js';
import { createRelay, type Relay } from '../outbound/webhooks/relay.js';
import { createWebhookSender } from '../outbound/webhooks/webhook.js';
import { tlsFor } from '../outbound/tls.js';
import { ANSWER_BYTES_READ, createDeliverEvent } from '../use-cases/events/deliver-event.js';
import type { DeliveryObserver } from '../use-cases/events/delivery-port.js';
import type { OutboundTls } from './tls.js';
import { type Ground, logFailure, SWEEP_EVERY_MS } from './runtime.js';

/** Time for one attempt, from the DNS look-up to the status. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** Attempts at one time. */
export const WEBHOOKS_CONCURRENT_MAX = 2000;
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
    disableAfterMs: webhook.disableAfter,
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

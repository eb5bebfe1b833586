import { duration, flag, integer, schedule } from './settings-kinds.js';

const MINUTE_MS = 60_000;

/** Of the deliveries to integrators' endpoints (contract section 8). */
export const WEBHOOK_SETTINGS = {
  'webhook.allowPrivate': flag(
    'Lets webhook endpoints be plain http, on loopback and private addresses',
    false,
  ),
  'webhook.timeoutMs': integer(
    'For one attempt, from the look-up of the name to the status',
    10_000,
    50,
    60_000,
  ),
  'webhook.schedule': schedule(
    'Pauses after failed attempts; after the last one a delivery is dead',
    '5s,5m,30m,2h,5h,10h,14h,20h,24h',
  ),
  'webhook.retryAfterMax': duration('Longest pause that a receiver may ask for (`Retry-After`)', '24h'),
  'webhook.warnAfter': duration('After so long of nothing but failures `endpoint.disabling` is sent', '4d'),
  'webhook.disableAfter': duration('After so long of nothing but failures an endpoint is disabled', '5d'),
  'webhook.secretOverlap': duration('How long a former secret signs too', '24h'),
  'webhook.concurrentMax': integer('Attempts at one time', 2000, 1, 10_000),
  'webhook.concurrentPerEndpointMax': integer('Attempts at one time to one endpoint', 5, 1, 1000),
  'webhook.excerptBytesMax': integer('How much of an answer is kept', 500, 0, 65_536),
  'webhook.leaseMs': integer(
    'How long a delivery belongs to the process that sends it; longer than webhook.timeoutMs',
    30_000,
    100,
    600_000,
  ),
  'webhook.pollMs': integer('How often due deliveries are looked for besides', 500, 10, MINUTE_MS),
} as const;

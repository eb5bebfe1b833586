import { duration, flag, integer, schedule } from './settings-kinds.js';

/** Of the deliveries to integrators' endpoints (contract section 8). */
export const WEBHOOK_SETTINGS = {
  'webhook.allowPrivate': flag(
    'Lets webhook endpoints be plain http, on loopback and private addresses',
    false,
  ),
  'webhook.timeoutMs': integer(
    'For one attempt, from the look-up of the name to the status; a delivery belongs to the process that sends it for three times as long',
    10_000,
    50,
    60_000,
  ),
  'webhook.schedule': schedule(
    'Pauses after failed attempts; after the last one a delivery is dead',
    '5s,5m,30m,2h,5h,10h,14h,20h,24h',
  ),
  'webhook.disableAfter': duration(
    'After so long of nothing but failures an endpoint is disabled; in four fifths of it `endpoint.disabling` is sent',
    '5d',
  ),
  'webhook.secretOverlap': duration('How long a former secret signs too', '24h'),
  'webhook.concurrentMax': integer('Attempts at one time', 2000, 1, 10_000),
} as const;

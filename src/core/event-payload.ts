import { eventId, type StoredEvent } from './event.js';
import { isJsonObject, type JsonObject, type JsonValue } from './json.js';

/**
 * What receivers read of an event (contract section 8): its id, type and time before what it says. The same for every way of
 * delivery and for every repetition.
 */
export function eventPayload(
  event: Pick<StoredEvent, 'sequence' | 'type' | 'occurredAtMs' | 'programme' | 'data'>,
): JsonObject {
  const data = JSON.parse(event.data) as JsonValue;
  return {
    id: eventId(event.sequence),
    type: event.type,
    occurredAt: new Date(event.occurredAtMs).toISOString(),
    ...(event.programme === null ? {} : { programme: event.programme }),
    ...(isJsonObject(data) ? data : {}),
  };
}

/** The body of a webhook (Standard Webhooks 1.0.0, payload structure): the bytes that are signed are the bytes that are sent. */
export function webhookBody(event: Parameters<typeof eventPayload>[0]): Buffer {
  const data = eventPayload(event);
  const timestamp = new Date(event.occurredAtMs).toISOString();
  return Buffer.from(JSON.stringify({ type: event.type, timestamp, data }), 'utf8');
}

import { isJsonObject, type JsonObject, type JsonValue } from '../wire/json.js';

/** The events that a report of the card network becomes. */
export const DIGITIZATION_EVENT_TYPES = [
  'digitization.complete',
  'digitization.deleted',
  'digitization.stopped',
  'digitization.resumed',
  'digitization.replaced',
  'digitization.exception',
] as const;

export type DigitizationEventType = (typeof DIGITIZATION_EVENT_TYPES)[number];

/**
 * Events (docs/reference/events.md#event-log): what happened, written once, in the commit of what it reports, and then delivered
 * at least once. The event log is the truth; subscriptions and webhooks are two ways of reading it.
 */
export const EVENT_TYPES = [
  ...DIGITIZATION_EVENT_TYPES,
  'transaction.in_doubt',
  'transaction.contradicted',
  'endpoint.disabling',
  'endpoint.test',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What is written; the log gives it a place. */
export interface NewEvent {
  readonly type: EventType;
  /** Unique for ever: the same report twice is one event. Never shown. */
  readonly dedupeKey: string;
  /** Whose integrators hear of it; null for operators alone. */
  readonly programme: string | null;
  readonly cardId: number | null;
  readonly occurredAtMs: number;
  /** The `data` of the event: JSON, masked, without id, type and occurredAt. */
  readonly data: string;
}

export interface StoredEvent extends NewEvent {
  /** Order of the log, gapless for readers: an event is never followed by one of a lower sequence. */
  readonly sequence: number;
  readonly recordedAtMs: number;
}

/** `evt_` and the place in the log: opaque to receivers, ordered, and enough to go on from. */
export function eventId(sequence: number): string {
  return `evt_${String(sequence).padStart(ID_DIGITS, '0')}`;
}

/** Null for a text that no event can have. */
export function eventSequence(id: string): number | null {
  const digits = /^evt_(\d{1,16})$/.exec(id)?.[1];
  const sequence = digits === undefined ? Number.NaN : Number(digits);
  return Number.isSafeInteger(sequence) && eventId(sequence) === id ? sequence : null;
}

const ID_DIGITS = 12;

/**
 * What receivers read of an event (docs/reference/events.md#event-payload): its id, type and time before what it says. The same for every way of
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

import { isJsonObject, type JsonObject, type JsonValue } from '../wire/json.js';

/** Events that a report of the card network becomes. */
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
 * Types of events (docs/reference/events.md#event-log). An event is written once, in the same commit as the fact that it reports,
 * and delivered at least once. The event log is the truth. Subscriptions and webhooks are two ways of reading it.
 */
export const EVENT_TYPES = [
  ...DIGITIZATION_EVENT_TYPES,
  'wallet.unknown',
  'transaction.in_doubt',
  'transaction.contradicted',
  'transaction.overdue',
  'breaker.open',
  'clock.drift',
  'key.ending',
  'endpoint.failing',
  'endpoint.disabling',
  'endpoint.test',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Types that integrators and their endpoints get. The others are for operators, or a test of one endpoint. */
export const ENDPOINT_EVENT_TYPES: readonly EventType[] = [
  ...DIGITIZATION_EVENT_TYPES,
  'wallet.unknown',
  'endpoint.disabling',
];

/** One-sentence description of each type of event. */
export const EVENT_DESCRIPTIONS: Readonly<Record<EventType, string>> = {
  'digitization.complete': 'A card was put into a wallet.',
  'digitization.deleted': 'A token was deleted, or deleted from its device.',
  'digitization.stopped': 'A token was suspended.',
  'digitization.resumed': 'A suspended token works again.',
  'digitization.replaced': 'A token was replaced.',
  'digitization.exception': 'The activation of a token failed.',
  'wallet.unknown': 'A terminal named a wallet that the directory lacks. Once per reference and hour.',
  'transaction.in_doubt': 'No usable answer came: the money may have moved. For operators.',
  'transaction.contradicted': 'Money moved although the terminal got a decline. For operators.',
  'transaction.overdue':
    'Transactions have been in doubt for 15 minutes or more. Once an hour. For operators.',
  'breaker.open': 'The breaker of a route is open: calls are refused. Once an hour. For operators.',
  'clock.drift': 'A clock differs by more than 2 s. Once an hour. For operators.',
  'key.ending': 'An API key ends within 7 days. For operators.',
  'endpoint.failing': 'An endpoint has only failed for 15 minutes. For operators.',
  'endpoint.disabling': 'An endpoint has been failing and will be disabled soon.',
  'endpoint.test': 'A test that an operator asked for. It goes to that endpoint alone, and to operators.',
};

/** Event to write. The log gives it a sequence. */
export interface NewEvent {
  readonly type: EventType;
  /** Key that is unique among the kept events: the same report twice is one event. Never shown. */
  readonly dedupeKey: string;
  /** Programme whose integrators get the event. Null for operators only. */
  readonly programme: string | null;
  readonly cardId: number | null;
  readonly occurredAtMs: number;
  /** The `data` of the event: JSON, masked, without id, type and occurredAt. */
  readonly data: string;
}

/** Returns an event for operators. The key is unique among the events of its type. */
export function operatorEvent(type: EventType, key: string, occurredAtMs: number, data: object): NewEvent {
  const dedupeKey = `${type}:${key}`;
  return { type, dedupeKey, programme: null, cardId: null, occurredAtMs, data: JSON.stringify(data) };
}

export interface StoredEvent extends NewEvent {
  /** Position in the log, gapless for readers: a lower sequence never follows a higher one. */
  readonly sequence: number;
  readonly recordedAtMs: number;
}

/** Returns `evt_` and the position in the log: opaque to receivers, ordered, and enough to continue from. */
export function eventId(sequence: number): string {
  return `evt_${String(sequence).padStart(ID_DIGITS, '0')}`;
}

/** Reads the sequence in an event id. Null for a text that no event can have. */
export function eventSequence(id: string): number | null {
  const digits = /^evt_(\d{1,16})$/.exec(id)?.[1];
  const sequence = digits === undefined ? Number.NaN : Number(digits);
  return Number.isSafeInteger(sequence) && eventId(sequence) === id ? sequence : null;
}

const ID_DIGITS = 12;

/**
 * Returns the payload that receivers get (docs/reference/events.md#event-payload): id, type and time, then the data. It is the
 * same for every way of delivery and for every repetition.
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

/** Returns the body of a webhook (Standard Webhooks 1.0.0, payload structure): the bytes to sign and to send. */
export function webhookBody(event: Parameters<typeof eventPayload>[0]): Buffer {
  const data = eventPayload(event);
  const timestamp = new Date(event.occurredAtMs).toISOString();
  return Buffer.from(JSON.stringify({ type: event.type, timestamp, data }), 'utf8');
}

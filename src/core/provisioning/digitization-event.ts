import { type DigitizationEventType, eventId, type NewEvent, type StoredEvent } from '../events/event.js';
import type { WalletProvider } from './attempt.js';

/** Stored data of the event besides id, type and time. It holds no card number, not even a digitized one. */
export interface DigitizationData {
  readonly programme: string;
  readonly cardId: number;
  readonly customerId: number;
  readonly wallet: WalletProvider;
  /** The network's number of the wallet (KLV 255). Null where the network gave none. */
  readonly walletId: string | null;
  readonly tokenReference: string;
  readonly tokenRequestorId: string | null;
  /** The network's code of the device (KLV 910), for example `21`. */
  readonly deviceType: string | null;
  /** Last four digits of the digitized card number. */
  readonly panLastFour: string | null;
  /** Provisioning attempt that led to it. Null where the gateway knows none. */
  readonly attemptId: string | null;
}

/** Payload that receivers get: `data` of a webhook, the node of a subscription. */
export interface DigitizationPayload extends DigitizationData {
  readonly id: string;
  readonly type: DigitizationEventType;
  /** Time when the gateway accepted the report: ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
}

/** Returns the payload of a stored event of one of these types. */
export function digitizationPayload(
  event: Pick<StoredEvent, 'sequence' | 'type' | 'occurredAtMs' | 'data'>,
): DigitizationPayload {
  return {
    id: eventId(event.sequence),
    type: event.type as DigitizationEventType,
    occurredAt: new Date(event.occurredAtMs).toISOString(),
    ...(JSON.parse(event.data) as DigitizationData),
  };
}

/**
 * Builds the event of a report. The same report twice is one event. The token reference identifies a completion, until the token is
 * made again. That completion and later reports of the token also need `reportKey`, which separates them.
 */
export function digitizationEvent(args: {
  readonly type: DigitizationEventType;
  readonly reportKey: string | null;
  readonly occurredAtMs: number;
  readonly data: DigitizationData;
}): NewEvent {
  const { type, reportKey, occurredAtMs, data } = args;
  const { programme, cardId, tokenReference } = data;
  return {
    type,
    dedupeKey: digitizationDedupeKey({ type, programme, tokenReference, reportKey }),
    programme,
    cardId,
    occurredAtMs,
    data: JSON.stringify(data),
  };
}

/** Returns a JSON list, because a token reference or report id may hold any character. */
export function digitizationDedupeKey(args: {
  readonly type: DigitizationEventType;
  readonly programme: string;
  readonly tokenReference: string;
  readonly reportKey: string | null;
}): string {
  const { type, programme, tokenReference, reportKey } = args;
  const key = [type, programme, tokenReference];
  return JSON.stringify(reportKey === null ? key : [...key, reportKey]);
}

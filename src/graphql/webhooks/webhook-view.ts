import { deliveryId } from '../../core/delivery-id.js';
import { eventPayload } from '../../core/event-payload.js';
import { eventId, type StoredEvent } from '../../core/event.js';
import type {
  Delivery as DeliveryRow,
  DeliveryAttempt as AttemptRow,
  Endpoint as EndpointRow,
} from '../../usecase/ports.js';
import { isoTime } from '../time.js';
import { DeliveryStateName, type Delivery, type DeliveryAttempt } from './delivery.type.js';
import { EndpointDisabledReasonName, type Endpoint } from './endpoint.type.js';
import type { Event } from './event.type.js';

export function endpointOf(row: EndpointRow): Endpoint {
  const { disabledReason } = row;
  return {
    id: row.endpointId,
    programme: row.programme,
    url: row.url,
    enabled: disabledReason === null,
    disabledReason: disabledReason === null ? null : EndpointDisabledReasonName[disabledReason],
    disabledAt: isoTime(row.disabledAtMs),
    failingSince: isoTime(row.failingSinceMs),
    formerSecretUntil: isoTime(row.formerSecretUntilMs),
    createdAt: isoTime(row.createdAtMs),
  };
}

export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: deliveryId(row.sequence),
    eventId: eventId(row.eventSequence),
    eventType: row.eventType,
    endpointId: row.endpointId,
    programme: row.programme,
    state: DeliveryStateName[row.state],
    tries: row.tries,
    nextAttemptAt: isoTime(row.nextAttemptAtMs),
    createdAt: isoTime(row.createdAtMs),
  };
}

export function attemptOf(row: AttemptRow): DeliveryAttempt {
  return {
    startedAt: isoTime(row.startedAtMs),
    durationMs: row.durationMs,
    responseCode: row.httpStatus,
    failure: row.failure,
    responseExcerpt: row.responseExcerpt,
  };
}

export function eventOf(row: StoredEvent): Event {
  return {
    id: eventId(row.sequence),
    type: row.type,
    programme: row.programme,
    cardId: row.cardId,
    occurredAt: isoTime(row.occurredAtMs),
    recordedAt: isoTime(row.recordedAtMs),
    data: eventPayload(row),
  };
}

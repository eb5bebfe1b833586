import {
  deliveryId,
  deliveryOutcome,
  failureOf,
  type RetryPolicy,
  type WebhookResult,
} from '../../core/events/delivery.js';
import { eventId, type StoredEvent, webhookBody } from '../../core/events/event.js';
import { keepText } from '../../core/keep.js';
import type { Clock } from '../../platform/clock.js';
import type {
  Deliveries,
  DeliveryAttempt,
  DeliveryObserver,
  LeasedDelivery,
  WebhookSender,
} from './delivery-port.js';

interface DeliverEventDeps {
  readonly deliveries: Pick<Deliveries, 'finish' | 'release'>;
  readonly sender: WebhookSender;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly random: () => number;
  readonly retry: RetryPolicy;
  /** Time with only failures after which an endpoint is disabled. Null never disables it. */
  readonly disableAfterMs: number | null;
  readonly observer: DeliveryObserver;
  /** Called when the store could not save the outcome. The lease then ends, and the delivery is sent again. */
  readonly onFailure: (error: unknown) => void;
}

type DeliverEvent = (delivery: LeasedDelivery, signal: AbortSignal) => Promise<void>;

/** Sends a leased delivery once and saves the outcome. Never rejects. */
export function createDeliverEvent(deps: DeliverEventDeps): DeliverEvent {
  const bodyOf = createBodies();
  async function attempt(delivery: LeasedDelivery, signal: AbortSignal): Promise<void> {
    const begunAtMs = deps.clock.monotonicMs();
    // The database's clock: receivers would refuse what a node with a wrong clock of its own signs.
    const nowMs = (): number => delivery.leasedAtMs + Math.round(deps.clock.monotonicMs() - begunAtMs);
    const result = await deps.sender.send({
      url: delivery.url,
      secrets: delivery.secrets,
      headers: delivery.headers,
      id: eventId(delivery.event.sequence),
      body: bodyOf(delivery.event),
      signal,
      nowMs,
    });
    // A stop of this process ended the attempt. It says nothing about the endpoint.
    if (signal.aborted && result.kind === 'failed') {
      await deps.deliveries.release({ leases: [delivery] });
      return;
    }
    const made = attemptOf(result, delivery.leasedAtMs, nowMs());
    const outcome = deliveryOutcome({
      result,
      attemptCount: delivery.attemptCount,
      random: deps.random(),
      policy: deps.retry,
    });
    const { deliveries, disableAfterMs, observer } = deps;
    const finished = await deliveries.finish({ lease: delivery, attempt: made, outcome, disableAfterMs });
    observer.attempted({
      deliveryId: deliveryId(delivery.sequence),
      endpointId: delivery.endpointId,
      eventId: eventId(delivery.event.sequence),
      eventType: delivery.event.type,
      outcome: finished.kind === 'lost' ? 'lost' : outcome.kind,
      failure: made.failure,
      httpStatus: made.httpStatus,
      durationMs: made.durationMs,
      firstAfterMs: delivery.leaseToken === 1 ? made.startedAtMs - delivery.event.recordedAtMs : null,
      attemptCount: delivery.attemptCount + 1,
    });
    if (finished.kind === 'finished' && finished.endpoint !== 'as_before')
      observer.endpointChanged({ endpointId: delivery.endpointId, change: finished.endpoint });
  }
  return (delivery, signal) => attempt(delivery, signal).catch(deps.onFailure);
}

/** Caches bodies, so that an event for many endpoints is encoded once. */
function createBodies(): (event: StoredEvent) => Buffer {
  const bodies = new WeakMap<StoredEvent, Buffer>();
  return (event) => {
    const known = bodies.get(event);
    if (known !== undefined) return known;
    const body = webhookBody(event);
    bodies.set(event, body);
    return body;
  };
}

function attemptOf(result: WebhookResult, startedAtMs: number, nowMs: number): DeliveryAttempt {
  const isAnswered = result.kind === 'answered';
  return {
    startedAtMs,
    durationMs: Math.max(0, nowMs - startedAtMs),
    httpStatus: isAnswered ? result.httpStatus : null,
    failure: failureOf(result),
    responseExcerpt: isAnswered ? readable(result) : (result.code ?? null),
  };
}

/** Stored part of a receiver's answer, in characters: enough to see why it refused, and little of its content. */
const EXCERPT_MAX = 500;
/** Part of an answer that is read. A card number whose end is missing is not recognised. */
export const ANSWER_BYTES_READ = 1000;
/** End of a cut answer that is not kept, in characters. It is longer than any card number with its separators. */
const CUT_END = 100;

/** Returns a receiver's reply as it is kept, without control characters. */
function readable({ excerpt, isWhole }: { readonly excerpt: string; readonly isWhole: boolean }): string {
  const characters = [...keepText(excerpt.replace(/[\p{Cc}\p{Cs}]+/gu, ' '), ANSWER_BYTES_READ)];
  const kept = isWhole ? characters : characters.slice(0, -CUT_END);
  return kept.slice(0, EXCERPT_MAX).join('').trim();
}

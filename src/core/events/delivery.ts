/** What became of one attempt to send a webhook. */
export type WebhookResult =
  | {
      readonly kind: 'answered';
      readonly httpStatus: number;
      /** The receiver's `Retry-After`, from now on. */
      readonly retryAfterMs: number | null;
      /** The beginning of its answer, as text. */
      readonly excerpt: string;
    }
  | { readonly kind: 'failed'; readonly failure: ConnectionFailure };

export type ConnectionFailure =
  /** No answer in time. */
  | 'timeout'
  /** The name leads to an address that webhooks may not reach. */
  | 'address_refused'
  /** The name leads nowhere. */
  | 'unresolved'
  | 'connection_failed'
  | 'certificate_refused'
  /** What came back is no HTTP. */
  | 'answer_unreadable';

/** Why an attempt was none: its connection, or the status of its answer. */
export type AttemptFailure = ConnectionFailure | 'redirect' | 'gone' | 'http_status';

/** 2xx is success and nothing else; a redirect is not followed (docs/reference/events.md#delivery-schedule). Null for success. */
export function failureOf(result: WebhookResult): AttemptFailure | null {
  if (result.kind === 'failed') return result.failure;
  if (result.httpStatus >= 200 && result.httpStatus < 300) return null;
  if (result.httpStatus === 410) return 'gone';
  return result.httpStatus >= 300 && result.httpStatus < 400 ? 'redirect' : 'http_status';
}

export interface RetryPolicy {
  /** Pauses after the first, second … failed attempt; after the last of them a delivery is dead. */
  readonly scheduleMs: readonly number[];
  /** The longest pause that a receiver may ask for. */
  readonly retryAfterMaxMs: number;
}

export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  /** How long until the next attempt. */
  | { readonly kind: 'retry'; readonly inMs: number }
  | { readonly kind: 'dead' };

/**
 * What follows an attempt. The pause has a tenth of jitter either way, so that what failed together does not come back
 * together; a longer one that the receiver asked for is kept.
 */
export function deliveryOutcome(args: {
  readonly result: WebhookResult;
  /** Attempts before this one, since the delivery was made or last resent. */
  readonly attemptCount: number;
  /** In [0, 1). */
  readonly random: number;
  readonly policy: RetryPolicy;
}): DeliveryOutcome {
  const { result, policy } = args;
  const failure = failureOf(result);
  if (failure === null) return { kind: 'delivered' };
  const pauseMs = policy.scheduleMs[args.attemptCount];
  if (failure === 'gone' || pauseMs === undefined) return { kind: 'dead' };
  const asked = result.kind === 'answered' ? (result.retryAfterMs ?? 0) : 0;
  const jittered = Math.round(pauseMs * (0.9 + 0.2 * args.random));
  return { kind: 'retry', inMs: Math.max(jittered, Math.min(asked, policy.retryAfterMaxMs)) };
}

/** `dlv_` and the place among the deliveries: opaque to callers. */
export function deliveryId(sequence: number): string {
  return `dlv_${String(sequence).padStart(ID_DIGITS, '0')}`;
}

/** Null for a text that no delivery can have. */
export function deliverySequence(id: string): number | null {
  const digits = /^dlv_(\d{1,16})$/.exec(id)?.[1];
  const sequence = digits === undefined ? Number.NaN : Number(digits);
  return Number.isSafeInteger(sequence) && deliveryId(sequence) === id ? sequence : null;
}

const ID_DIGITS = 12;

export interface HealthPolicy {
  /** After so long of nothing but failures an endpoint is warned about; null: never. */
  readonly warnAfterMs: number | null;
  /** After so long it is disabled; null: never. */
  readonly disableAfterMs: number | null;
}

interface EndpointHealth {
  /** Epoch ms of the first failure since the last success. */
  readonly failingSinceMs: number | null;
  readonly warnedAtMs: number | null;
}

/** `disablesAtMs` is when it ends unless something gets through before; null: not at all. */
type HealthVerdict =
  | { readonly kind: 'failing' }
  | { readonly kind: 'warn'; readonly disablesAtMs: number | null }
  | { readonly kind: 'disable' };

/**
 * What one more failure means for an endpoint. Between the warning and the end lies at least the time between the two limits,
 * also where events are so rare that the first failure for days comes after both: nobody is cut off unwarned.
 */
export function healthAfterFailure(
  health: EndpointHealth,
  nowMs: number,
  policy: HealthPolicy,
): HealthVerdict {
  const failingMs = nowMs - (health.failingSinceMs ?? nowMs);
  const { disableAfterMs, warnAfterMs } = policy;
  const graceMs =
    disableAfterMs === null ? null : Math.max(0, disableAfterMs - (warnAfterMs ?? disableAfterMs));
  if (health.warnedAtMs === null && warnAfterMs !== null) {
    if (failingMs < warnAfterMs) return { kind: 'failing' };
    return { kind: 'warn', disablesAtMs: graceMs === null ? null : nowMs + graceMs };
  }
  const isOver =
    disableAfterMs !== null &&
    failingMs >= disableAfterMs &&
    nowMs - (health.warnedAtMs ?? 0) >= (graceMs ?? 0);
  return isOver ? { kind: 'disable' } : { kind: 'failing' };
}

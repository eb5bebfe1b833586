/** Result of one attempt to send a webhook. */
export type WebhookResult =
  | {
      readonly kind: 'answered';
      readonly httpStatus: number;
      /** Pause from the receiver's `Retry-After`, counted from now. */
      readonly retryAfterMs: number | null;
      /** Beginning of its answer, as text. */
      readonly excerpt: string;
      /** False where the answer is longer, broke, or did not end in time. */
      readonly isWhole: boolean;
    }
  /** `code` is the system's, such as ECONNREFUSED, where the connection or its certificate is the reason. */
  | { readonly kind: 'failed'; readonly failure: ConnectionFailure; readonly code?: string };

export type ConnectionFailure =
  /** No answer in time. */
  | 'timeout'
  /** The name resolves to an address that webhooks may not reach. */
  | 'address_refused'
  /** The name does not resolve. */
  | 'unresolved'
  | 'connection_failed'
  | 'certificate_refused'
  /** The reply is not HTTP. */
  | 'answer_unreadable';

/** Reason of a failed attempt: its connection, or the status of its answer. */
export type AttemptFailure = ConnectionFailure | 'redirect' | 'gone' | 'http_status';

/**
 * Returns the failure of an attempt; null for success. Only 2xx is success. Redirects are not followed
 * (docs/reference/events.md#delivery-schedule).
 */
export function failureOf(result: WebhookResult): AttemptFailure | null {
  if (result.kind === 'failed') return result.failure;
  if (result.httpStatus >= 200 && result.httpStatus < 300) return null;
  if (result.httpStatus === 410) return 'gone';
  return result.httpStatus >= 300 && result.httpStatus < 400 ? 'redirect' : 'http_status';
}

export interface RetryPolicy {
  /** Pauses after the first, second … failed attempt. When none is left, the delivery is dead. */
  readonly scheduleMs: readonly number[];
  /** Longest pause that a receiver may ask for. */
  readonly retryAfterMaxMs: number;
}

export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  /** Time until the next attempt. */
  | { readonly kind: 'retry'; readonly inMs: number }
  | { readonly kind: 'dead' };

/**
 * Decides what follows an attempt. The pause has a tenth of jitter either way, so that simultaneous failures do not retry
 * together. A longer pause that the receiver asks for is kept, up to `retryAfterMaxMs`.
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

/** Returns `dlv_` and the number of the delivery: opaque to callers. */
export function deliveryId(sequence: number): string {
  return `dlv_${String(sequence).padStart(ID_DIGITS, '0')}`;
}

/** Reads the number in a delivery id. Null for a text that no delivery can have. */
export function deliverySequence(id: string): number | null {
  const digits = /^dlv_(\d{1,16})$/.exec(id)?.[1];
  const sequence = digits === undefined ? Number.NaN : Number(digits);
  return Number.isSafeInteger(sequence) && deliveryId(sequence) === id ? sequence : null;
}

const ID_DIGITS = 12;

interface EndpointHealth {
  /** Epoch ms of the first failure since the last success. */
  readonly failingSinceMs: number | null;
  readonly warnedAtMs: number | null;
}

/** Verdict on an endpoint. `disablesAtMs` is when it is disabled unless a delivery succeeds before. */
type HealthVerdict =
  | { readonly kind: 'failing' }
  | { readonly kind: 'warn'; readonly disablesAtMs: number }
  | { readonly kind: 'disable' };

/** Time with only failures after which operators get an event about an endpoint. */
export const ENDPOINT_FAILING_MS = 15 * 60_000;

/** The last of so many parts of the time until an endpoint is disabled is left to act on the warning: one day of five. */
const WARNED_PARTS = 5;

/**
 * Decides what one more failure means for an endpoint that is disabled after this time with only failures, never where it is null. At
 * least a fifth of it passes between the warning and the end. This also holds for rare events, where the first failure for days comes
 * after both limits: no endpoint ends unwarned.
 */
export function healthAfterFailure(
  { failingSinceMs, warnedAtMs }: EndpointHealth,
  nowMs: number,
  disableAfterMs: number | null,
): HealthVerdict {
  if (disableAfterMs === null) return { kind: 'failing' };
  const failingMs = nowMs - (failingSinceMs ?? nowMs);
  const warnedMs = disableAfterMs / WARNED_PARTS;
  if (warnedAtMs === null)
    return failingMs < disableAfterMs - warnedMs
      ? { kind: 'failing' }
      : { kind: 'warn', disablesAtMs: nowMs + warnedMs };
  const isOver = failingMs >= disableAfterMs && nowMs - warnedAtMs >= warnedMs;
  return { kind: isOver ? 'disable' : 'failing' };
}

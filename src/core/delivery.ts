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

/** 2xx is success and nothing else; a redirect is not followed (contract section 8). Null for success. */
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
  readonly tries: number;
  /** In [0, 1). */
  readonly random: number;
  readonly policy: RetryPolicy;
}): DeliveryOutcome {
  const { result, policy } = args;
  const failure = failureOf(result);
  if (failure === null) return { kind: 'delivered' };
  const pauseMs = policy.scheduleMs[args.tries];
  if (failure === 'gone' || pauseMs === undefined) return { kind: 'dead' };
  const asked = result.kind === 'answered' ? (result.retryAfterMs ?? 0) : 0;
  const jittered = Math.round(pauseMs * (0.9 + 0.2 * args.random));
  return { kind: 'retry', inMs: Math.max(jittered, Math.min(asked, policy.retryAfterMaxMs)) };
}

export interface HealthPolicy {
  /** After so long of nothing but failures an endpoint is warned about; null: never. */
  readonly warnAfterMs: number | null;
  /** After so long it is disabled; null: never. */
  readonly disableAfterMs: number | null;
}

export interface EndpointHealth {
  /** Epoch ms of the first failure since the last success. */
  readonly failingSinceMs: number | null;
  readonly warnedAtMs: number | null;
}

/** `disablesAtMs` is when it ends unless something gets through before; null: not at all. */
export type HealthVerdict =
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

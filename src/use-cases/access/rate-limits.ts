import type { Clock } from '../../platform/clock.js';
import { CardwayError, wholeSeconds } from '../../platform/errors.js';
import type { RateLimit, RateLimits, Take } from './rate-limit-port.js';

interface RateLimitsOptions {
  readonly clock: Clock;
  /** Rule of each limit. Null switches the limit off. */
  readonly rules: Readonly<Record<RateLimit, RateRule | null>>;
  /**
   * Number of keys kept per limit. It bounds the memory, because callers can make keys up. The oldest windows are dropped first.
   */
  readonly keysMax: number;
  readonly onLimited?: (limit: RateLimit) => void;
}

/** Counts in the memory of this process. Each node counts for itself. */
export function createRateLimits({ clock, rules, keysMax, onLimited }: RateLimitsOptions): RateLimits {
  const counted = new Map<RateLimit, ReturnType<typeof createWindows>>();
  return {
    take({ limit, key }) {
      const rule = rules[limit];
      if (rule === null) return TAKEN;
      let windows = counted.get(limit);
      if (windows === undefined) counted.set(limit, (windows = createWindows({ clock, rule, keysMax })));
      const take = windows(key);
      if (take.kind === 'limited') onLimited?.(limit);
      return take;
    },
  };
}

/** Creates the counts of one rule, by key. */
export function createWindows({
  clock,
  rule,
  keysMax,
}: {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly rule: RateRule;
  readonly keysMax: number;
}): (key: string) => Take {
  const windows = new Map<string, RateWindow>();
  return (key) => {
    const nowMs = clock.nowMs();
    let window = windows.get(key);
    if (window === undefined || !isLive(window, rule, nowMs)) {
      window = { endsAtMs: nowMs + rule.windowMs, count: 0 };
      remember(windows, { key, window, keysMax });
    }
    window.count += 1;
    if (window.count <= rule.max) return TAKEN;
    const isFirst = window.count === rule.max + 1;
    if (isFirst && rule.lockMs !== undefined) window.endsAtMs = nowMs + rule.lockMs;
    return { kind: 'limited', retryAfterMs: window.endsAtMs - nowMs, isFirst };
  };
}

/** Counts one and throws when the limit is exceeded. Errors: RATE_LIMITED, with the seconds until a retry makes sense. */
export function countOrReject(
  limits: RateLimits,
  args: { readonly limit: RateLimit; readonly key: string },
): void {
  const take = limits.take(args);
  if (take.kind === 'limited') throw rateLimited(take.retryAfterMs);
}

export function rateLimited(retryAfterMs: number): CardwayError {
  return new CardwayError('RATE_LIMITED', { retryAfterSeconds: wholeSeconds(retryAfterMs) });
}

const TAKEN: Take = { kind: 'taken' };

/** Inserts the window last. The map keeps the order of creation, so its first entry is the oldest. */
function remember(
  windows: Map<string, RateWindow>,
  { key, window, keysMax }: { readonly key: string; readonly window: RateWindow; readonly keysMax: number },
): void {
  windows.delete(key);
  windows.set(key, window);
  for (const oldest of windows.keys()) {
    if (windows.size <= keysMax) break;
    windows.delete(oldest);
  }
}

export interface RateRule {
  /** Number that is accepted within a window. */
  readonly max: number;
  /** Length of a window. It begins with the first one that is counted. */
  readonly windowMs: number;
  /** Time of refusal after too many. Without it, the refusal lasts until the window ends. */
  readonly lockMs?: number;
}

interface RateWindow {
  endsAtMs: number;
  count: number;
}

/** Checks that the window has not ended. A window longer than the rule allows is stale, because the clock was set back. */
function isLive(window: RateWindow, rule: RateRule, nowMs: number): boolean {
  return window.endsAtMs > nowMs && window.endsAtMs - nowMs <= Math.max(rule.windowMs, rule.lockMs ?? 0);
}

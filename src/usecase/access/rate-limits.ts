import { CardwayError, wholeSeconds } from '../../errors.js';
import type { Clock } from '../ports.js';
import type { RateCount, SourcedCount } from './rate-count-port.js';
import type { RateLimit, RateLimits, Take } from './rate-limit-port.js';
import {
  countOf,
  countOne,
  freshWindow,
  isLive,
  learn,
  limitWindow,
  type RateRule,
  type RateWindow,
} from './rate-window.js';

export type { RateRule };

export interface RateLimitsOptions {
  readonly clock: Clock;
  /** Null: switched off. */
  readonly rules: Readonly<Record<RateLimit, RateRule | null>>;
  /** Keys of one limit that are remembered: the memory is bounded, whoever makes keys up. The oldest windows go first. */
  readonly keysMax: number;
  readonly onLimited?: (limit: RateLimit) => void;
}

export interface CountingRateLimits extends RateLimits {
  /** Takes in what another process counted. */
  learn(told: SourcedCount): void;
  /** Calls with what this process counted, for others to learn. What is refused after the first time changes nothing for them. */
  onCounted(listener: (count: RateCount) => void): void;
}

/** Counts in the memory of this process, together with what others told. */
export function createRateLimits(options: RateLimitsOptions): CountingRateLimits {
  const { clock, rules, keysMax } = options;
  const counted = new Map<RateLimit, Map<string, RateWindow>>();
  const listeners: ((count: RateCount) => void)[] = [];

  function windowsOf(limit: RateLimit): Map<string, RateWindow> {
    let windows = counted.get(limit);
    if (windows === undefined) counted.set(limit, (windows = new Map<string, RateWindow>()));
    return windows;
  }

  return {
    take({ limit, key }) {
      const rule = rules[limit];
      if (rule === null) return Promise.resolve(TAKEN);
      const nowMs = clock.nowMs();
      const windows = windowsOf(limit);
      let window = windows.get(key);
      if (window === undefined || !isLive(window, rule, nowMs)) {
        window = freshWindow(nowMs + rule.windowMs);
        remember(windows, { key, window, keysMax });
      }
      const isTooMany = countOne(window, rule);
      const isFirst = isTooMany && !window.isLimited;
      if (isFirst) limitWindow(window, rule, nowMs);
      if (!isTooMany || isFirst) for (const tell of listeners) tell(countOf(window, { limit, key }));
      if (!isTooMany) return Promise.resolve(TAKEN);
      options.onLimited?.(limit);
      return Promise.resolve({ kind: 'limited', retryAfterMs: window.endsAtMs - nowMs, isFirst });
    },
    learn(told) {
      const rule = rules[told.limit];
      if (rule === null) return;
      const nowMs = clock.nowMs();
      const windows = windowsOf(told.limit);
      const known = windows.get(told.key);
      const live = known !== undefined && isLive(known, rule, nowMs) ? known : undefined;
      const window = learn(live, told, { rule, nowMs });
      if (window === undefined || window === known) return;
      remember(windows, { key: told.key, window, keysMax });
    },
    onCounted: (listener) => {
      listeners.push(listener);
    },
  };
}

/**
 * Counts one and refuses when that was too many, for limits whose caller has nothing else to do about it.
 * Errors: RATE_LIMITED, with the seconds until a retry makes sense.
 */
export async function takeOrRefuse(
  limits: RateLimits,
  args: { readonly limit: RateLimit; readonly key: string },
): Promise<void> {
  const take = await limits.take(args);
  if (take.kind === 'limited') throw rateLimited(take.retryAfterMs);
}

export function rateLimited(retryAfterMs: number): CardwayError {
  return new CardwayError('RATE_LIMITED', { retryAfterSeconds: wholeSeconds(retryAfterMs) });
}

const TAKEN: Take = { kind: 'taken' };

/** In the order of their beginnings, so that the first one is the oldest. */
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

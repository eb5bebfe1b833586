import { CardwayError } from '../errors.js';
import type { Clock } from './ports.js';
import type { RateLimit, RateLimits, Take } from './rate-limit-port.js';

export interface RateRule {
  /** How many are given within a window. */
  readonly max: number;
  /** A window begins with the first that is taken. */
  readonly windowMs: number;
  /** How long more are refused once there were too many; without it, until the window ends. */
  readonly lockMs?: number;
}

export interface RateLimitsOptions {
  readonly clock: Clock;
  /** Null: switched off. */
  readonly rules: Readonly<Record<RateLimit, RateRule | null>>;
  /** Keys of one limit that are remembered: the memory is bounded, whoever makes keys up. The oldest windows go first. */
  readonly keysMax: number;
  readonly onLimited?: (limit: RateLimit) => void;
}

/** Counts in the memory of this process. */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const counted = new Map<RateLimit, Map<string, Window>>();
  return {
    take({ limit, key }) {
      const rule = options.rules[limit];
      if (rule === null) return Promise.resolve(TAKEN);
      const windows = counted.get(limit) ?? new Map<string, Window>();
      counted.set(limit, windows);
      const nowMs = options.clock.nowMs();
      const taken = count(windowOf(windows, key, { rule, nowMs, keysMax: options.keysMax }), rule, nowMs);
      if (taken.kind === 'limited') options.onLimited?.(limit);
      return Promise.resolve(taken);
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
  return new CardwayError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) });
}

interface Window {
  taken: number;
  endsAtMs: number;
}

const TAKEN: Take = { kind: 'taken' };

function windowOf(
  windows: Map<string, Window>,
  key: string,
  { rule, nowMs, keysMax }: { rule: RateRule; nowMs: number; keysMax: number },
): Window {
  const known = windows.get(key);
  const longestMs = Math.max(rule.windowMs, rule.lockMs ?? 0);
  // A clock that was set back must not keep anybody out for longer than the rule says.
  if (known !== undefined && known.endsAtMs > nowMs && known.endsAtMs - nowMs <= longestMs) return known;
  const fresh = { taken: 0, endsAtMs: nowMs + rule.windowMs };
  windows.delete(key);
  windows.set(key, fresh);
  // In the order of their beginnings, so that the first one is the oldest.
  for (const oldest of windows.keys()) {
    if (windows.size <= keysMax) break;
    windows.delete(oldest);
  }
  return fresh;
}

function count(window: Window, rule: RateRule, nowMs: number): Take {
  window.taken += 1;
  if (window.taken <= rule.max) return TAKEN;
  const isFirst = window.taken === rule.max + 1;
  if (isFirst && rule.lockMs !== undefined) window.endsAtMs = nowMs + rule.lockMs;
  return { kind: 'limited', retryAfterMs: window.endsAtMs - nowMs, isFirst };
}

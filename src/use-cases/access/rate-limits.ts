import type { Clock } from '../../platform/clock.js';
import { CardwayError, wholeSeconds } from '../../platform/errors.js';
import type { RateCount, RateLimit, RateLimits, SourcedCount, Take } from './rate-limit-port.js';

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

export interface CountingRateLimits extends RateLimits {
  /** Adds what another process counted. */
  learn(shared: SourcedCount): void;
  /**
   * Calls the listener with each count of this process, for the other processes. Later refusals in a limited window are not
   * reported.
   */
  onCounted(listener: (count: RateCount) => void): void;
}

/** Counts in the memory of this process, and adds the counts of other processes. */
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
      if (rule === null) return TAKEN;
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
      if (!isTooMany || isFirst) for (const listener of listeners) listener(countOf(window, { limit, key }));
      if (!isTooMany) return TAKEN;
      options.onLimited?.(limit);
      return { kind: 'limited', retryAfterMs: window.endsAtMs - nowMs, isFirst };
    },
    learn(shared) {
      const rule = rules[shared.limit];
      if (rule === null) return;
      const nowMs = clock.nowMs();
      const windows = windowsOf(shared.limit);
      const known = windows.get(shared.key);
      const live = known !== undefined && isLive(known, rule, nowMs) ? known : undefined;
      const window = learn(live, shared, { rule, nowMs });
      if (window === undefined) return;
      remember(windows, { key: shared.key, window, keysMax });
    },
    onCounted: (listener) => {
      listeners.push(listener);
    },
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

/** Counts under one key, by this process and by the others as far as known. */
interface RateWindow {
  endsAtMs: number;
  count: number;
  isLimited: boolean;
  /** Counts of the other processes, by process. */
  others: Map<string, number> | null;
}

function freshWindow(endsAtMs: number): RateWindow {
  return { endsAtMs, count: 0, isLimited: false, others: null };
}

/** Checks that the window has not ended. A window longer than the rule allows is stale, because the clock was set back. */
function isLive(window: RateWindow, rule: RateRule, nowMs: number): boolean {
  return window.endsAtMs > nowMs && window.endsAtMs - nowMs <= longestMs(rule);
}

/** Counts one. Returns true when there are too many. */
function countOne(window: RateWindow, rule: RateRule): boolean {
  window.count += 1;
  return window.isLimited || totalOf(window) > rule.max;
}

/** Refuses from now on, for as long as the rule says. */
function limitWindow(window: RateWindow, rule: RateRule, nowMs: number): void {
  window.isLimited = true;
  if (rule.lockMs !== undefined) window.endsAtMs = nowMs + rule.lockMs;
}

/**
 * Merges the count of another process, and returns the window to use. Two processes may begin windows before they know of each
 * other. These windows become one, which ends with the earlier of them, or with the one that refuses already. The order of the
 * messages does not matter.
 */
function learn(
  known: RateWindow | undefined,
  shared: SourcedCount,
  { rule, nowMs }: { readonly rule: RateRule; readonly nowMs: number },
): RateWindow | undefined {
  const endsAtMs = Math.min(shared.endsAtMs, nowMs + longestMs(rule));
  if (endsAtMs <= nowMs) return known;
  if (known === undefined) return include(freshWindow(endsAtMs), shared);
  if (known.isLimited) return include(known, shared);
  const laterMs = endsAtMs - known.endsAtMs;
  const apartMs = rule.windowMs * APART;
  const isLock = shared.isLimited && rule.lockMs !== undefined;
  if (isLock) return include({ ...known, endsAtMs }, shared);
  // Ends that far apart belong to consecutive windows: the other process is in its next window, or reports its previous one.
  if (laterMs >= apartMs) return include(freshWindow(endsAtMs), shared);
  if (laterMs <= -apartMs) return known;
  return include(
    { ...known, endsAtMs: shared.isLimited ? endsAtMs : Math.min(known.endsAtMs, endsAtMs) },
    shared,
  );
}

/** Share of a window. Clocks differ a little, so two windows whose ends are this far apart are consecutive. */
const APART = 0.9;

function include(window: RateWindow, { source, count, isLimited }: SourcedCount): RateWindow {
  const others = (window.others ??= new Map<string, number>());
  others.set(source, Math.max(others.get(source) ?? 0, count));
  window.isLimited ||= isLimited;
  return window;
}

function totalOf({ count, others }: RateWindow): number {
  let total = count;
  if (others !== null) for (const other of others.values()) total += other;
  return total;
}

function longestMs(rule: RateRule): number {
  return Math.max(rule.windowMs, rule.lockMs ?? 0);
}

function countOf(window: RateWindow, named: Pick<RateCount, 'limit' | 'key'>): RateCount {
  const { count, endsAtMs, isLimited } = window;
  return { ...named, count, endsAtMs, isLimited };
}

import type { Clock } from '../../platform/clock.js';

export interface BreakerSettings {
  /** Number of failures. The breaker opens when this and `failurePercentMin` are reached inside the window. */
  readonly failuresMin: number;
  /** Failures among all completed calls, in percent, 0 to 100. */
  readonly failurePercentMin: number;
  readonly windowMs: number;
  /** Time in which an open breaker lets nothing through before it tries one call. */
  readonly halfOpenAfterMs: number;
}

/** Failures within the window that open a breaker, if their share is reached too. */
export const BREAKER_FAILURES_MIN = 20;
/** Share of failed calls that opens a breaker, in percent. */
export const BREAKER_FAILURE_PERCENT_MIN = 50;
export const BREAKER_WINDOW_MS = 10_000;
/** How long an open breaker waits before it lets one call through. */
export const BREAKER_HALF_OPEN_AFTER_MS = 1000;

export const BREAKER: BreakerSettings = {
  failuresMin: BREAKER_FAILURES_MIN,
  failurePercentMin: BREAKER_FAILURE_PERCENT_MIN,
  windowMs: BREAKER_WINDOW_MS,
  halfOpenAfterMs: BREAKER_HALF_OPEN_AFTER_MS,
};

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Report of how an admitted call ended. It is called exactly once for each. */
type Verdict = (failed: boolean) => void;

export interface Breaker {
  state(): BreakerState;
  /** Returns null while open. In half-open it admits one call, the probe, and returns null for all others. */
  admit(): Verdict | null;
  /**
   * Returns how long it stays open; 0 when closed. While the probe is under way, returns the time that a failed probe would cost.
   */
  retryAfterMs(): number;
}

/**
 * Creates a breaker. By default it opens at ≥ 20 failures and ≥ 50% in 10 s, and is half-open after 1 s. (cockatiel 3.2.1 cannot
 * do this: its sampling breaker counts calls per second instead of failures, and reads the clock by itself.)
 *
 * A verdict counts only for the period in which its call was admitted. Calls from before the breaker opened neither close nor
 * prolong it.
 */
export function createBreaker(settings: BreakerSettings, clock: Clock): Breaker {
  let window = createWindow(settings.windowMs, clock);
  let openedAtMs: number | null = null;
  let isProbing = false;

  const state = (): BreakerState => {
    if (openedAtMs === null) return 'closed';
    return isProbing || ageMs(openedAtMs, clock) >= settings.halfOpenAfterMs ? 'half_open' : 'open';
  };
  const open = (): void => {
    openedAtMs = clock.nowMs();
  };
  const close = (): void => {
    openedAtMs = null;
    window = createWindow(settings.windowMs, clock);
  };
  const admitProbe = (): Verdict => {
    isProbing = true;
    return (failed) => {
      isProbing = false;
      if (failed) open();
      else close();
    };
  };
  const admitCounted = (): Verdict => {
    const admittedTo = window;
    return (failed) => {
      if (admittedTo !== window || openedAtMs !== null) return;
      const { failures, total } = window.add(failed);
      if (failed && failures >= settings.failuresMin && 100 * failures >= settings.failurePercentMin * total)
        open();
    };
  };
  const admit = (): Verdict | null => {
    switch (state()) {
      case 'closed':
        return admitCounted();
      case 'half_open':
        return isProbing ? null : admitProbe();
      case 'open':
        return null;
    }
  };
  const retryAfterMs = (): number => {
    if (openedAtMs === null) return 0;
    if (isProbing) return settings.halfOpenAfterMs;
    return Math.max(0, settings.halfOpenAfterMs - ageMs(openedAtMs, clock));
  };
  return { state, admit, retryAfterMs };
}

interface Slice {
  readonly startMs: number;
  failures: number;
  total: number;
}

interface Window {
  add(failed: boolean): { failures: number; total: number };
}

/**
 * Counts in slices of a tenth of the window, so that memory and time do not grow with the traffic. The window is at most one
 * slice short.
 */
function createWindow(windowMs: number, clock: Clock): Window {
  const sliceMs = windowMs / SLICES;
  let slices: Slice[] = [];
  return {
    add(failed) {
      slices = slices.filter((slice) => ageMs(slice.startMs, clock) < windowMs);
      let slice = slices.at(-1);
      if (slice === undefined || ageMs(slice.startMs, clock) >= sliceMs) {
        slice = { startMs: clock.nowMs(), failures: 0, total: 0 };
        slices.push(slice);
      }
      slice.total++;
      if (failed) slice.failures++;
      return slices.reduce(
        (sum, { failures, total }) => ({ failures: sum.failures + failures, total: sum.total + total }),
        {
          failures: 0,
          total: 0,
        },
      );
    },
  };
}

const SLICES = 10;

/**
 * Returns the age; infinite for a time in the future, which remains when the clock is set back. A breaker must not stay open
 * until then.
 */
function ageMs(sinceMs: number, clock: Clock): number {
  const ms = clock.nowMs() - sinceMs;
  return ms < 0 ? Number.POSITIVE_INFINITY : ms;
}

import type { Clock } from '../../platform/clock.js';

/** Failures within the window that open a breaker, if their share is reached too. */
export const BREAKER_FAILURES_MIN = 20;
/** Share of failed calls that opens a breaker, in percent. */
export const BREAKER_FAILURE_PERCENT_MIN = 50;
export const BREAKER_WINDOW_MS = 10_000;
/** How long an open breaker waits before it lets one call through. */
export const BREAKER_HALF_OPEN_AFTER_MS = 1000;

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Report of how an admitted call ended. It is called exactly once for each. */
type Verdict = (failed: boolean) => void;

/**
 * The breaker of a route (docs/reference/transactions.md#places-and-the-breaker). It counts calls by the second.
 * (cockatiel 3.2.1 cannot do this: its sampling breaker counts calls per second instead of failures, and reads the clock by itself.)
 */
export class Breaker {
  /** Calls of the last ten seconds. Seconds in which no call ended have no entry. */
  private seconds: { readonly atMs: number; failures: number; total: number }[] = [];
  private openedAtMs: number | null = null;
  private isProbing = false;
  /** Number of times that it opened. Calls from before count no more. */
  private openings = 0;

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  state(): BreakerState {
    if (this.openedAtMs === null) return 'closed';
    return this.retryAfterMs() === 0 || this.isProbing ? 'half_open' : 'open';
  }

  /**
   * Returns how long it stays open; 0 when closed. While the probe is under way, returns the time that a failed probe would cost.
   */
  retryAfterMs(): number {
    if (this.openedAtMs === null) return 0;
    if (this.isProbing) return BREAKER_HALF_OPEN_AFTER_MS;
    return Math.max(0, this.openedAtMs + BREAKER_HALF_OPEN_AFTER_MS - this.clock.monotonicMs());
  }

  /** Returns null while open. In half-open it admits one call, the probe, and returns null for all others. */
  admit(): Verdict | null {
    const { openings } = this;
    if (this.openedAtMs === null)
      return (failed) => {
        if (openings === this.openings) this.count(failed);
      };
    if (this.retryAfterMs() > 0) return null;
    this.isProbing = true;
    return (failed) => {
      this.isProbing = false;
      if (failed) this.open();
      else this.close();
    };
  }

  private count(failed: boolean): void {
    const nowMs = this.clock.monotonicMs();
    let second = this.seconds.at(-1);
    if (second === undefined || nowMs - second.atMs >= 1000) {
      second = { atMs: nowMs, failures: 0, total: 0 };
      this.seconds = [...this.seconds.filter(({ atMs }) => nowMs - atMs < BREAKER_WINDOW_MS), second];
    }
    second.total++;
    if (!failed) return;
    second.failures++;
    const failures = this.seconds.reduce((sum, each) => sum + each.failures, 0);
    const total = this.seconds.reduce((sum, each) => sum + each.total, 0);
    if (failures >= BREAKER_FAILURES_MIN && 100 * failures >= BREAKER_FAILURE_PERCENT_MIN * total)
      this.open();
  }

  private open(): void {
    this.openedAtMs = this.clock.monotonicMs();
    this.openings++;
  }

  private close(): void {
    this.openedAtMs = null;
    this.seconds = [];
  }
}

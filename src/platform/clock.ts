/** The two clocks of a process. */
export interface Clock {
  /** Epoch milliseconds. Setting the machine's clock moves it, in either direction. */
  nowMs(): number;
  /** Milliseconds since an arbitrary moment. Nobody can set it, but on some systems it stops while the machine sleeps. */
  monotonicMs(): number;
}

/** One moment by both clocks of a process. It has no meaning in another process. */
export interface Moment {
  readonly epochMs: number;
  readonly monotonicMs: number;
}

export function momentOf(clock: Clock): Moment {
  return { epochMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
}

/** Returns a moment `ms` later; `ms` may be negative. */
export function addMs(moment: Moment, ms: number): Moment {
  return { epochMs: moment.epochMs + ms, monotonicMs: moment.monotonicMs + ms };
}

/** Returns the earlier moment, by each clock. */
export function earlier(one: Moment, other: Moment): Moment {
  return {
    epochMs: Math.min(one.epochMs, other.epochMs),
    monotonicMs: Math.min(one.monotonicMs, other.monotonicMs),
  };
}

/** Returns how long to wait for a moment. A step of the machine's clock neither lengthens nor shortens the wait. */
export function untilMs(clock: Clock, moment: Moment): number {
  return moment.monotonicMs - clock.monotonicMs();
}

/** Checks both clocks: the machine may have slept, or its clock may have been set back. */
export function isPast(clock: Clock, moment: Moment): boolean {
  return clock.monotonicMs() >= moment.monotonicMs || clock.nowMs() >= moment.epochMs;
}

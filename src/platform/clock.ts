/** The two clocks of a process. */
export interface Clock {
  /** Epoch milliseconds. Somebody who sets the machine's clock moves it, in either direction. */
  nowMs(): number;
  /** Milliseconds since a moment of its own. Nobody can set it, but on some systems it stands still while the machine sleeps. */
  monotonicMs(): number;
}

/** One moment by both clocks of a process; it means nothing to another process. */
export interface Moment {
  readonly epochMs: number;
  readonly monotonicMs: number;
}

export function momentOf(clock: Clock): Moment {
  return { epochMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
}

/** `ms` may be negative. */
export function addMs(moment: Moment, ms: number): Moment {
  return { epochMs: moment.epochMs + ms, monotonicMs: moment.monotonicMs + ms };
}

/** The one that comes first, by each clock. */
export function earlier(one: Moment, other: Moment): Moment {
  return {
    epochMs: Math.min(one.epochMs, other.epochMs),
    monotonicMs: Math.min(one.monotonicMs, other.monotonicMs),
  };
}

/** How long to wait for a moment: a step of the machine's clock neither lengthens nor shortens it. */
export function untilMs(clock: Clock, moment: Moment): number {
  return moment.monotonicMs - clock.monotonicMs();
}

/** Asks both clocks: the machine may have slept, or somebody may have set its clock back. */
export function isPast(clock: Clock, moment: Moment): boolean {
  return clock.monotonicMs() >= moment.monotonicMs || clock.nowMs() >= moment.epochMs;
}

/** How far from a moment either clock has gone, a clock that was set back included: nothing is as it was then. */
export function apartMs(clock: Clock, moment: Moment): number {
  return Math.max(clock.monotonicMs() - moment.monotonicMs, Math.abs(clock.nowMs() - moment.epochMs));
}

import { addMs, isPast, momentOf, untilMs } from '../../src/platform/clock.js';

/** Makes the two clocks of a process. */
const clockAt = (nowMs: number, monotonicMs: number) => ({
  nowMs: () => nowMs,
  monotonicMs: () => monotonicMs,
});

const MOMENT = addMs(momentOf(clockAt(1_000_000, 0)), 1000);

describe('a moment', () => {
  it.each([
    ['is past once both clocks say so', clockAt(1_001_000, 1000), true],
    ['is past although the clock on the wall was set back', clockAt(400_000, 1000), true],
    ['is past although the machine slept, and one clock stood still', clockAt(1_001_000, 5), true],
    ['is not past where neither clock says so', clockAt(1_000_999, 999), false],
  ])('%s', (_, clock, isOver) => {
    expect(isPast(clock, MOMENT)).toBe(isOver);
  });

  it('is as far away as no step of the clock on the wall says', () => {
    for (const nowMs of [400_000, 1_000_900, 9_000_000])
      expect(untilMs(clockAt(nowMs, 900), MOMENT)).toBe(100);
  });
});

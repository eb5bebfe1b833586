import type { Clock } from '../../src/platform/clock.js';

/** Clocks of this machine, as main.ts has them. */
export const machineClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

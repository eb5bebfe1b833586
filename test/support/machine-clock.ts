import type { Clock } from '../../src/usecase/ports.js';

/** The clocks of this machine, as main.ts has them. */
export const machineClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

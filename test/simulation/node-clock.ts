import type { Clock } from '../../src/platform/clock.js';
import type { VirtualTime } from './virtual-time.js';

/** A clock on the wall, which can be wrong and can be set, and one that only ever goes on. */
export interface NodeClock extends Clock {
  monotonicMs(): number;
  /** It began with the machine's clock and goes on by the other one: so a store that one process has alone counts its leases. */
  steadyMs(): number;
}

export interface Machine {
  /** The clock of a process that starts now: it counts from its own beginning. */
  startProcess(): NodeClock;
  stepBy(ms: number): void;
}

/** Virtual time is the true time; a machine shows another one, and the processes on it know no better. */
export function createMachine(time: VirtualTime, offsetMs: number): Machine {
  let aheadMs = offsetMs;
  return {
    startProcess() {
      const startedAtMs = time.nowMs();
      const aheadAtStartMs = aheadMs;
      return {
        nowMs: () => time.nowMs() + aheadMs,
        monotonicMs: () => time.nowMs() - startedAtMs,
        steadyMs: () => time.nowMs() + aheadAtStartMs,
      };
    },
    stepBy(ms) {
      aheadMs += ms;
    },
  };
}

import type { Clock } from '../../src/platform/clock.js';
import type { VirtualTime } from './virtual-time.js';

/** A wall clock, which can be wrong and can be set, and a monotonic clock. */
export interface NodeClock extends Clock {
  monotonicMs(): number;
  /**
   * Returns the time that began with the machine's clock and continues by the monotonic one. A store that one process has alone
   * counts its leases by it.
   */
  steadyMs(): number;
}

export interface Machine {
  /** Returns the clock of a process that starts now. It counts from its own beginning. */
  startProcess(): NodeClock;
  stepBy(ms: number): void;
}

/** Makes a machine. Virtual time is the true time. The machine shows another one, and its processes do not know better. */
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

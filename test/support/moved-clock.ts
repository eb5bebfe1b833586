import { resolve } from 'node:path';

/** Returns the environment of a process whose clock differs from the machine's. */
export function movedClock(clock: {
  readonly aheadMs?: number;
  /** Step of the clock at each SIGUSR2, and back at each SIGWINCH. */
  readonly stepMs?: number;
}): Record<string, string> {
  return {
    NODE_OPTIONS: `--require=${resolve(__dirname, 'preload.cjs')}`,
    TEST_CLOCK_AHEAD_MS: String(clock.aheadMs ?? 0),
    TEST_CLOCK_STEP_MS: String(clock.stepMs ?? 0),
  };
}

import type { Clock, Timer } from './usecase/ports.js';

/** What the outside is to the program; main.ts makes it, tests pass their own. */
export interface World {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly newId: () => string;
  /** In [0, 1). */
  readonly random: () => number;
  /** Names this process in leases. */
  readonly owner: string;
  /** Names this process to people. */
  readonly pid: number;
  readonly readFile: (path: string) => string;
}

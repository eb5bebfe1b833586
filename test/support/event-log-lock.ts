import type { EventLogLock } from '../../src/store/engine/locks.js';

/** For operations whose statements are looked at, and that no commit queue runs. */
export const HELD_FOR_A_TEST = {} as EventLogLock;

import type { EventLogLock } from '../../src/store/engine/locks.js';

/** Lock for operations whose statements are checked, and that no commit queue runs. */
export const HELD_FOR_A_TEST = {} as EventLogLock;

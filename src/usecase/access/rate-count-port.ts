import type { RateLimit } from './rate-limit-port.js';

/** What one process counted under a key, in the window that it counts in. A later one says all that an earlier one said. */
export interface RateCount {
  readonly limit: RateLimit;
  readonly key: string;
  /** By that process alone, in all of the window. */
  readonly taken: number;
  /** Of the window; of the lock, where there is one. */
  readonly endsAtMs: number;
  /** Somebody was refused in this window already. */
  readonly isLimited: boolean;
}

/** Counts of one process. */
export interface SourcedCount extends RateCount {
  /** Names the process; no other one ever has the same name. */
  readonly source: string;
}

/**
 * Where processes that share nothing but a database leave their counts for each other. The ends of windows are by the clock of the process
 * that calls, `nowMs` is what that says now: from one process to the next the database brings how long a window still lasts.
 */
export interface RateCounts {
  put(args: {
    readonly source: string;
    readonly counts: readonly RateCount[];
    readonly nowMs: number;
  }): Promise<void>;
  /**
   * What others left since the cursor that came with the last answer (0: the beginning), of windows that have not ended. Some of it
   * may have been told before.
   */
  changed(args: {
    readonly source: string;
    readonly since: number;
    readonly nowMs: number;
  }): Promise<{ readonly counts: readonly SourcedCount[]; readonly cursor: number }>;
  /** Forgets windows that have ended. */
  expire(): Promise<void>;
}

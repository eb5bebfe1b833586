/**
 * What is counted, each apart from the others; how many there may be is a setting.
 * - `failedAuthentication`: wrong keys and checksums, by client address;
 * - `wrongChecksums`: wrong checksums of one terminal from one client address;
 * - `wrongChecksumsOfTerminal`: wrong checksums of one terminal, from anywhere: noticed, never acted on;
 * - `transactionsOfKey`, `transactionsOfTerminal`: transactions that are no advices.
 */
export type RateLimit =
  | 'failedAuthentication'
  | 'wrongChecksums'
  | 'wrongChecksumsOfTerminal'
  | 'transactionsOfKey'
  | 'transactionsOfTerminal';

export type Take =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'limited';
      readonly retryAfterMs: number;
      /** True once in each window: for what is told to operators. */
      readonly isFirst: boolean;
    };

export interface RateLimits {
  /** Counts one under this key. A limit that is switched off always gives. */
  take(args: { readonly limit: RateLimit; readonly key: string }): Promise<Take>;
}

/** What one process counted under a key, in the window that it counts in. A later one says all that an earlier one said. */
export interface RateCount {
  readonly limit: RateLimit;
  readonly key: string;
  /** By that process alone, in all of the window. */
  readonly count: number;
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

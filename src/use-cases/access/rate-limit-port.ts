/**
 * Limits, each counted apart from the others. A setting holds the maximum of each.
 * - `failedAuthentication`: wrong keys and checksums, by client address;
 * - `wrongChecksums`: wrong checksums of one terminal from one client address;
 * - `wrongChecksumsOfTerminal`: wrong checksums of one terminal from all addresses: raises an alert, refuses nothing;
 * - `signIns`: steps of sign-ins at the OpenID provider, by client address;
 * - `transactionsOfKey`, `transactionsOfTerminal`: transactions except advices.
 */
export type RateLimit =
  | 'failedAuthentication'
  | 'wrongChecksums'
  | 'wrongChecksumsOfTerminal'
  | 'signIns'
  | 'transactionsOfKey'
  | 'transactionsOfTerminal';

export type Take =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'limited';
      readonly retryAfterMs: number;
      /** True once in each window, so that operators get one alert. */
      readonly isFirst: boolean;
    };

export interface RateLimits {
  /** Counts one under this key. A limit that is switched off always returns `taken`. */
  take(args: { readonly limit: RateLimit; readonly key: string }): Take;
}

/** Count of one process under a key, in its current window. A later count replaces an earlier one. */
export interface RateCount {
  readonly limit: RateLimit;
  readonly key: string;
  /** Count of that process alone, over the whole window. */
  readonly count: number;
  /** End of the window, or of the lock where one exists. */
  readonly endsAtMs: number;
  /** True when a call was refused in this window already. */
  readonly isLimited: boolean;
}

/** Rate count with the process that made it. */
export interface SourcedCount extends RateCount {
  /** Name of the process, unique for ever. */
  readonly source: string;
}

/**
 * Store through which processes exchange their counts; they share only a database. Window ends and `nowMs` use the clock of the
 * calling process. The database carries over the remaining time of each window, so clocks may differ.
 */
export interface RateCounts {
  put(args: {
    readonly source: string;
    readonly counts: readonly RateCount[];
    readonly nowMs: number;
  }): Promise<void>;
  /**
   * Returns counts that other processes wrote since `since`, for windows that have not ended. `since` is the cursor of the last
   * answer; 0 is the beginning. Some counts may be repeated.
   */
  changed(args: {
    readonly source: string;
    readonly since: number;
    readonly nowMs: number;
  }): Promise<{ readonly counts: readonly SourcedCount[]; readonly cursor: number }>;
  /** Removes a count whose window has not ended. Returns false where there is none: only one caller gets true. */
  take(args: Pick<SourcedCount, 'source' | 'limit' | 'key'>): Promise<boolean>;
  /** Deletes windows that have ended. */
  expire(): Promise<void>;
}

/** How often the saved answer of a transaction was given again, and when last. */
export interface ReplayCount {
  readonly requestId: string;
  readonly replays: number;
  readonly lastAtMs: number;
}

/** Errors: UNAVAILABLE. */
export interface Replays {
  /** Adds to what was counted before, by this process or others. */
  add(counts: readonly ReplayCount[]): Promise<void>;
  /** Null where the answer was given once. */
  of(requestId: string): Promise<ReplayCount | null>;
}

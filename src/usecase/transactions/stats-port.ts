import type { Histogram } from '../../core/histogram.js';

export interface Counts {
  readonly count: number;
  /** Answered with a positive resultCode. */
  readonly approved: number;
  readonly declined: number;
  /** Refused and failed. */
  readonly refused: number;
  readonly inDoubt: number;
  readonly contradicted: number;
  /** Pending, queued and unmatched. */
  readonly open: number;
}

export type CountedResult = Exclude<keyof Counts, 'count'>;

/** Spans that can be asked for, in stretches of so long each, that many. */
export const SPANS = {
  MINUTES_15: { stretchMs: 60_000, stretches: 15 },
  HOURS_24: { stretchMs: 900_000, stretches: 96 },
  DAYS_7: { stretchMs: 7_200_000, stretches: 84 },
} as const;

export type StatsSpan = keyof typeof SPANS;

/** What was received within a stretch of time. */
export interface Stretch extends Counts {
  readonly fromMs: number;
  /** From the receipt of a call to the wallet service's answer. */
  readonly latencies: Histogram;
}

/** States in which a transaction waits for something or somebody. */
export type OpenState = 'pending' | 'in_doubt' | 'queued' | 'unmatched' | 'contradicted';

/** The ledger as something that is counted. Errors: UNAVAILABLE. */
export interface LedgerStats {
  /** Stretches of that length that begin then or later, oldest first, but for those in which nothing was received. */
  stretches(wanted: { readonly stretchMs: number; readonly sinceMs: number }): Promise<readonly Stretch[]>;
  countOpen(): Promise<Readonly<Record<OpenState, number>>>;
  /** Counts some of the transactions that were not counted yet. `true`: there are more. */
  count(): Promise<boolean>;
  /**
   * Looks at some of those that were not over when they were counted, behind this sequence, and counts what has changed anew. Resolves
   * with how far it came, and with 0 at the end.
   */
  correct(after: number): Promise<number>;
}

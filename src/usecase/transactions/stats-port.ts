import type { TransactionState } from './ledger-port.js';

/** What statistics need to know of a transaction. */
export interface StatsRow {
  readonly state: TransactionState;
  readonly resultCode: number | null;
  readonly receivedAtMs: number;
  readonly answeredAtMs: number | null;
}

/** States in which a transaction waits for something or somebody. */
export type OpenState = 'pending' | 'in_doubt' | 'queued' | 'unmatched' | 'contradicted';

/** The ledger as something that is counted. Reads only, each of them small. Errors: UNAVAILABLE. */
export interface LedgerStats {
  /**
   * For each of these times, in their order, the sequence of the first transaction that was received then or later; the
   * sequence after the last one where there is none.
   */
  borders(timesMs: readonly number[]): Promise<readonly number[]>;
  /** Transactions of the sequences from the first, up to and without the second. */
  rowsIn(from: number, to: number): Promise<readonly StatsRow[]>;
  countOpen(): Promise<Readonly<Record<OpenState, number>>>;
}

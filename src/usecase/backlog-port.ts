import type { TransactionState } from './transactions/ledger-port.js';

/** What waits in the database for an answer, an operator or a receiver, of all processes. */
export interface Backlog {
  readonly transactions: readonly {
    readonly state: TransactionState;
    readonly count: number;
    /** When the oldest of them was received. */
    readonly sinceMs: number;
  }[];
  /** Webhooks that are to be sent, now or later. */
  readonly deliveries: number;
}

import type { Moment, TransactionRow } from '../ports.js';
import type { Carried } from './running.js';

/** A row that this call owns, to be sent. */
export interface Claimed {
  /** Held since before it was claimed; whoever sends it lets it go. */
  readonly carried: Carried;
  readonly attempt: number;
  /** Before it was claimed, so that nothing can have happened to the row earlier. */
  readonly claimedAt: Moment;
  /** The transaction that this advice reverses, when the ledger knows it. */
  readonly original: TransactionRow | null;
  /** An earlier attempt of this request is in doubt. */
  readonly wasInDoubt: boolean;
  /** What a terminal was told of earlier attempts. */
  readonly terminalHeard: number | null;
}

import type { Moment } from '../../core/moment.js';
import type { Wallet } from '../directory-port.js';

/** What the customer's own service says of a wallet that the directory does not have. */
export type WalletAnswer =
  | { readonly kind: 'known'; readonly wallet: Wallet }
  /** It said so, in so many words. */
  | { readonly kind: 'unknown' }
  /** Not reached, too late, or not understood: nobody knows whether there is such a wallet. */
  | { readonly kind: 'trouble'; readonly reason: string };

export interface WalletQuestion {
  readonly reference: string;
  /** Of the terminal that calls. */
  readonly programme: string;
  readonly deadline: Moment;
}

export interface WalletLookup {
  /** Resolves at the deadline at the latest. Errors: UNAVAILABLE when the directory cannot be read. */
  find(question: WalletQuestion): Promise<WalletAnswer>;
}

/** One question to the service. Never rejects. */
export type AskForWallet = (question: WalletQuestion) => Promise<WalletAnswer>;

/** How one call came to know of its wallet, for metrics and the log. */
export interface HeardOfWallet {
  readonly answer: WalletAnswer['kind'];
  /** `shared`: another call had asked already. */
  readonly source: 'cache' | 'service' | 'shared';
  /** Null unless there was trouble. */
  readonly reason: string | null;
  readonly programme: string;
  readonly durationMs: number;
}

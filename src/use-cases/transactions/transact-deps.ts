import type { MethodTable } from '../../core/transactions/methods.js';
import type { Clock } from '../../platform/clock.js';
import type { Directory } from '../directory/directory-port.js';
import type { ContentHasher, Observer, Sealer, Timer } from '../ports.js';
import type { DateWindow } from './authenticate-terminal.js';
import type { Downstream, WalletLookup } from './downstream-port.js';
import type { Ledger } from './ledger-port.js';
import type { DirectoryMode } from './resolve-wallet.js';
import type { RunningTransactions } from './running.js';

/** What carrying a transaction needs; the composition root fills it. */
export interface TransactDeps {
  readonly methods: MethodTable;
  readonly directory: Directory;
  readonly hasher: ContentHasher;
  readonly sealer: Sealer;
  readonly directoryMode: DirectoryMode;
  /** Asked for wallets that the directory does not have; null where nobody is. */
  readonly walletLookup: WalletLookup | null;
  readonly dateWindow: DateWindow;
  /** How long answers of effect `none` are replayed. */
  readonly replayNoneMs: number;
  /** How often a call that waits for another process's row looks again. */
  readonly joinPollMs: number;
  readonly ledger: Ledger;
  readonly downstream: Downstream;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly observer: Observer;
  readonly running: RunningTransactions;
  /** What goes on after the reply (late answers, repeated settling); a graceful stop waits for it. */
  readonly background: { add(work: Promise<void>): void };
  readonly process: { readonly owner: string; readonly leaseMs: number };
  /** Kept back from the budget for saving the answer. */
  readonly settleReserveMs: number;
  /** First pause before a queued advice is sent again. */
  readonly adviceRetryMs: number;
  readonly settleRetryMs: number;
  /** What callers hear when downstream cannot say in time, by method; the register's -7 for the others. */
  readonly timeoutReplies: ReadonlyMap<string, number>;
  /** Contradicted transactions are given back by a reversal of the gateway's own. */
  readonly reversesContradicted: boolean;
  /** Money moved although the terminal heard a decline, or reversed it: makes it good, where the settings want that. */
  readonly onContradicted: (requestId: string) => Promise<void>;
}

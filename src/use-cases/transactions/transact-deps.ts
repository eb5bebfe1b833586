import type { MethodTable } from '../../core/transactions/methods.js';
import type { Clock } from '../../platform/clock.js';
import type { FailedAuthentication } from '../access/failed-authentication.js';
import type { RateLimits } from '../access/rate-limit-port.js';
import type { UnknownWallet } from '../events/announce.js';
import type { NoteRefused } from '../access/refusal-port.js';
import type { CardDirectory, Directory } from '../directory/directory-port.js';
import type { Attempts } from '../provisioning/attempt-port.js';
import type { ContentHasher, Observer, Sealer, Timer } from '../ports.js';
import type { DateWindow } from './admit/authenticate-terminal.js';
import type { Downstream } from './downstream-port.js';
import type { Ledger, OwnReversal, TransactionRow } from './ledger-port.js';
import type { DirectoryMode } from './admit/resolve-wallet.js';
import type { RunningTransactions } from './call/running.js';

/** Dependencies of a transaction. The composition root fills them. */
export interface TransactDeps {
  readonly methods: MethodTable;
  readonly failedAuthentication: Pick<FailedAuthentication, 'ofChecksum'>;
  readonly rateLimits: RateLimits;
  readonly attempts: Pick<Attempts, 'report'>;
  readonly directory: Directory & CardDirectory;
  readonly hasher: ContentHasher;
  readonly sealer: Sealer;
  readonly directoryMode: DirectoryMode;
  readonly dateWindow: DateWindow;
  /** Time for which answers of effect `none` are replayed. */
  readonly replayNoneMs: number;
  /** Pause between two reads of a row that another process runs. */
  readonly joinPollMs: number;
  readonly ledger: Ledger;
  readonly downstream: Downstream;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly observer: Observer;
  /** Tells operators of calls that the gateway itself declines. */
  readonly onRefused: NoteRefused;
  /** Tells the programme of a wallet that the directory lacks. */
  readonly onUnknownWallet: (about: UnknownWallet) => void;
  readonly running: RunningTransactions;
  /** Work that continues after the reply (late answers, repeated settling). A graceful stop waits for it. */
  readonly background: { add(work: Promise<unknown>): void };
  readonly process: { readonly owner: string };
  /** Time reserved in the budget for saving the answer. */
  readonly settleReserveMs: number;
  /** First pause before a queued advice is sent again. */
  readonly adviceRetryMs: number;
  readonly settleRetryMs: number;
  /** Timeout replies by method. The other methods get the register's -7. */
  readonly timeoutReplies: ReadonlyMap<string, number>;
  /** Time for which a call stays open for a late answer. */
  readonly lateMs: number;
  /**
   * Returns the gateway's own reversal for money that moved although the terminal got a decline, or reversed it. Null where none can be
   * made, or the settings say so.
   */
  readonly ownReversal: (row: TransactionRow) => Promise<OwnReversal | null>;
}

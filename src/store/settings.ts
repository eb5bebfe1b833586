import { resolve } from 'node:path';
import { CardwayError } from '../platform/errors.js';

export interface StoreSettings {
  /** Maximum number of operations that wait for a commit. Further operations are refused at once. */
  readonly waitingMax: number;
  /** Time for which one try for another process's write lock may block the event loop; at most 250. */
  readonly busyTimeoutMs: number;
  /** Pause between two tries. The event loop is free meanwhile. */
  readonly busyRetryMs: number;
  /** Time without the write lock after which an operation fails. */
  readonly busyGiveUpMs: number;
  /** Maximum size of the database file. Null sets no limit but the disk. */
  readonly fileBytesMax: number | null;
  /** Maximum age of a directory look-up; at most 5,000. */
  readonly cacheMs: number;
  /** Maximum number of cache entries of each kind (terminals, wallets, keys). */
  readonly cacheEntriesMax: number;
  /** Time for which the previous password of a terminal is accepted after a change. */
  readonly passwordOverlapMs: number;
  /**
   * Maximum distance between a reversal's referenceDate and its original's date. Beyond it the transaction is not its original.
   */
  readonly reversalWindowMs: number;
  /** Number of rows that a list or count reads before it lets other work run. */
  readonly scanRows: number;
  /** Time after which a page of a list ends although it is not full. The next page continues there. */
  readonly pageScanMs: number;
  /** Time for which an open transaction holds back later ones from followers of the ledger. */
  readonly followHoldMs: number;
  /** PostgreSQL: number of connections that commit, which is the number of simultaneous transactions. */
  readonly writersMax: number;
  /** PostgreSQL: number of connections that read. */
  readonly readersMax: number;
  /** PostgreSQL: time limit for one statement, and for one wait for a lock. */
  readonly statementTimeoutMs: number;
  /** PostgreSQL: the storage needs neither `fsync` nor `full_page_writes`. */
  readonly trustStorage: boolean;
  /** PostgreSQL: each connection keeps statements under names. */
  readonly preparedStatements: boolean;
}

/** Age of a directory look-up. A blocked wallet or revoked key counts on all nodes after it. */
export const DIRECTORY_CACHE_MS = 5000;
/** How long a terminal's previous password still works. */
export const PASSWORD_OVERLAP_MS = 24 * 60 * 60 * 1000;
/** Time for which opening and migrating wait for another process that does the same. */
export const MIGRATE_WAIT_MS = 30_000;
/** PostgreSQL: connections for lists, searches, statistics and exports. */
export const LIST_READERS_MAX = 2;
/** PostgreSQL: time for one statement, and for one wait for a lock. */
export const STATEMENT_TIMEOUT_MS = 5000;

export const DEFAULT_STORE_SETTINGS: StoreSettings = {
  waitingMax: 20_000,
  busyTimeoutMs: 10,
  busyRetryMs: 5,
  busyGiveUpMs: 2000,
  fileBytesMax: null,
  cacheMs: DIRECTORY_CACHE_MS,
  cacheEntriesMax: 10_000,
  passwordOverlapMs: PASSWORD_OVERLAP_MS,
  reversalWindowMs: 24 * 60 * 60 * 1000,
  scanRows: 16_384,
  pageScanMs: 100,
  followHoldMs: 5000,
  writersMax: 4,
  readersMax: 4,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  trustStorage: false,
  preparedStatements: true,
};

/** Returns the settings with defaults filled in. */
export function storeSettings(given: Partial<StoreSettings>): StoreSettings {
  return Object.freeze({ ...DEFAULT_STORE_SETTINGS, ...given });
}

/** Returns whether a database URL is of PostgreSQL. */
export function isPostgres(databaseUrl: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(databaseUrl);
}

/**
 * Returns the absolute file of `sqlite:./data/cardway.db` or `sqlite:/var/lib/cardway.db`.
 *
 * Errors: UNAVAILABLE with a sentence for the operator. The sentence never repeats the URL, which may hold a password.
 */
export function sqlitePath(databaseUrl: string): string {
  const path = /^sqlite:(.+)$/is.exec(databaseUrl)?.[1];
  if (path === undefined)
    throw invalidDatabaseUrl(
      'The database URL must be sqlite:<file>, as in sqlite:./data/cardway.db, or postgres://user:password@host/database.',
    );
  if (path.includes(':memory:')) {
    throw invalidDatabaseUrl('The ledger must outlive the process: name a file, not :memory:.');
  }
  return resolve(path);
}

function invalidDatabaseUrl(message: string): CardwayError {
  return new CardwayError('UNAVAILABLE', { message });
}

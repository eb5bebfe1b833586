import { resolve } from 'node:path';
import { CardwayError } from '../platform/errors.js';

export interface StoreSettings {
  /** Operations that share one commit, at most. */
  readonly batchMax: number;
  /** Turns of the event loop for which a commit waits, at most, while each of them brings more for it. */
  readonly gatherTurnsMax: number;
  /** Operations that may wait for a commit; one more is refused at once. */
  readonly waitingMax: number;
  /** How long one try for the write lock of another process may hold up this one's event loop; at most 250. */
  readonly busyTimeoutMs: number;
  /** Pause between two tries, in which the event loop is free. */
  readonly busyRetryMs: number;
  /** After so long without the write lock an operation fails. */
  readonly busyGiveUpMs: number;
  /** How long opening and migrating wait for another process that does the same. */
  readonly migrateWaitMs: number;
  /**
   * SQLite: its page cache. Larger is slower: SQLite walks all of it at every commit that divided a page (pcache1Truncate: 21% of
   * all time at 64 MB, 5% at 8 MB; 2 MB took 7 to 25% less of the processor a call than 8 MB). Pages beyond it come from the
   * operating system's cache.
   */
  readonly pageCacheBytes: number;
  /** The database file may not grow beyond; null: as the disk allows. */
  readonly fileBytesMax: number | null;
  /** How old a directory look-up may be; at most 5,000. */
  readonly cacheMs: number;
  /** Entries kept of each kind (terminals, wallets, keys). */
  readonly cacheEntriesMax: number;
  /** After a change of a terminal's password the former one is taken for so long. */
  readonly passwordOverlapMs: number;
  /** How far a reversal's referenceDate may be from the date of its original, which is otherwise none of its own. */
  readonly reversalWindowMs: number;
  /** Rows that a list or count reads before it lets other work run. */
  readonly scanRows: number;
  /** Rows of one page of a list, at most. */
  readonly pageRowsMax: number;
  /** How long a transaction under way holds up those behind it for whoever follows the ledger. */
  readonly followHoldMs: number;
  /** PostgreSQL: connections that commit, and so commits at one time. */
  readonly writersMax: number;
  /** PostgreSQL: how long a commit that is not full waits for the one under way before it goes beside it. */
  readonly lingerMs: number;
  /** PostgreSQL: connections that read. */
  readonly readersMax: number;
  /** PostgreSQL: for a connection, until it can be used. */
  readonly connectTimeoutMs: number;
  /** PostgreSQL: for one exchange, and for a lock that it waits for. */
  readonly statementTimeoutMs: number;
  /** PostgreSQL: the storage needs neither `fsync` nor `full_page_writes`. */
  readonly trustStorage: boolean;
  /** PostgreSQL: statements are kept under names on each connection. */
  readonly preparedStatements: boolean;
  /** PostgreSQL: the time that one partition of the ledger holds; more than a hundred partitions make every commit dearer. */
  readonly partitionMs: number;
  /** PostgreSQL: where hints of other processes are heard; null: where everything else is; 'off': nowhere. */
  readonly listenUrl: string | null;
  /** PostgreSQL: pause before a broken connection for hints is made again. */
  readonly listenRetryMs: number;
}

export const DEFAULT_STORE_SETTINGS: StoreSettings = {
  batchMax: 256,
  gatherTurnsMax: 8,
  waitingMax: 20_000,
  busyTimeoutMs: 10,
  busyRetryMs: 5,
  busyGiveUpMs: 2000,
  migrateWaitMs: 30_000,
  pageCacheBytes: 2 * 1024 * 1024,
  fileBytesMax: null,
  cacheMs: 5000,
  cacheEntriesMax: 10_000,
  passwordOverlapMs: 24 * 60 * 60 * 1000,
  reversalWindowMs: 24 * 60 * 60 * 1000,
  scanRows: 4096,
  pageRowsMax: 500,
  followHoldMs: 5000,
  writersMax: 4,
  lingerMs: 10,
  readersMax: 4,
  connectTimeoutMs: 2000,
  statementTimeoutMs: 5000,
  trustStorage: false,
  preparedStatements: true,
  partitionMs: 7 * 24 * 60 * 60 * 1000,
  listenUrl: null,
  listenRetryMs: 1000,
};

/** Errors: INTERNAL for a setting outside its bounds; the configuration checks before. */
export function storeSettings(given: Partial<StoreSettings>): StoreSettings {
  const settings = Object.freeze({ ...DEFAULT_STORE_SETTINGS, ...given });
  for (const [name, [min, max]] of Object.entries(BOUNDS)) {
    const value = settings[name as keyof typeof BOUNDS];
    if (!(value >= min && value <= max)) {
      throw new CardwayError('INTERNAL', { cause: new RangeError(`${name} must be from ${min} to ${max}.`) });
    }
  }
  return settings;
}

const BOUNDS = {
  batchMax: [1, 10_000],
  gatherTurnsMax: [1, 1000],
  busyTimeoutMs: [0, 250],
  busyRetryMs: [1, 1000],
  cacheMs: [0, 5000],
  cacheEntriesMax: [1, 1_000_000],
  scanRows: [1, 1_000_000],
} as const;

/** Whether a database URL is of PostgreSQL. */
export function isPostgres(databaseUrl: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(databaseUrl);
}

/**
 * The file of `sqlite:./data/cardway.db` or `sqlite:/var/lib/cardway.db`, absolute.
 *
 * Errors: UNAVAILABLE with a sentence for the operator. The URL itself may hold a password and is never repeated.
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

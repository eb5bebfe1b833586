import Database from 'better-sqlite3';
import {
  DummyDriver,
  type Expression,
  Kysely,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../../platform/clock.js';
import { makeFolder } from '../../../platform/files.js';
import { MIGRATE_WAIT_MS, type StoreSettings } from '../../settings.js';
import type { StoreConnection, StoreDialect } from '../dialect.js';
import {
  type Call,
  DatabaseBusy,
  driveLater,
  lastOf,
  type Operation,
  type Task,
  type TaskOutcome,
} from '../operation.js';
import type { SchemaWords } from '../schema.js';
import { LiveValue, prefixRange } from '../statement.js';
import { createCheckpoints } from './checkpoints.js';
import { createGroupCommits } from './group-commits.js';
import { createSqliteHandle, isBusy, type SqliteHandle } from './handle.js';
import { hasServer } from './lock.js';
import { COPY_LOG, hasLog, isMarked, mark, requireOwnLog, requireUnmarked, unmark } from './own-log.js';
import { createSideThread, startSideThread } from './side-thread.js';
import { type FileWatch, watchFile } from './watch.js';

interface SqliteOptions {
  /** Clock of the process. Without it the machine's clock ends leases. */
  readonly clock?: Clock | undefined;
  /** Replaces SQLite's own clock, which is the machine's. */
  readonly databaseClock?: Clock | undefined;
}

/**
 * Opens one SQLite file, in WAL mode with `synchronous=FULL`: committed data survives a power cut. One handle writes and reads. A
 * commit begins and ends within one turn of the event loop, so no read sees an unfinished one. A second handle would discard its
 * pages after each commit of the first. Lists may be slow, and run on a thread. Other processes may use the file at the same time.
 */
export function sqliteDialect(
  path: string,
  settings: StoreSettings,
  { clock, databaseClock }: SqliteOptions = {},
): StoreDialect {
  const now = (): Call =>
    databaseClock === undefined ? MACHINE_NOW : { sql: GIVEN_NOW, values: [databaseClock.nowMs()] };
  return {
    now,
    words: WORDS,
    compiler: new Kysely({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SteadyQueryCompiler(),
      },
    }),
    leaseNow: leaseNow(databaseClock ?? (clock === undefined ? undefined : steadyClock(clock))),
    tableNamed: (name) => ({
      sql: "select 1 from sqlite_master where type = 'table' and name = ?",
      values: [name],
    }),
    isListed: (column, jsonTexts) =>
      sql<boolean>`${sql.ref(column)} in (select value from json_each(${jsonTexts}))`,
    hasPrefix: (column, prefix) => prefixRange(sql.ref(column), prefix),
    isTakenFrom: (rows) => sql<boolean>`sequence in ${rows}`,
    *lock() {
      // There is one writer.
    },
    *completeThrough() {
      // With one writer, everything before a visible row is visible.
      yield* [];
      return Number.MAX_SAFE_INTEGER;
    },
    // AUTOINCREMENT keeps the number in a table of its own.
    lastNumber: (table) =>
      lastOf({ sql: 'select seq as last from sqlite_sequence where name = ?', values: [table] }),
    *skipNumbers(count) {
      // A table without rows has no number yet.
      const sql = `insert into sqlite_sequence (name, seq) select name, 0 from sqlite_master where type = 'table'
        and sql like '%autoincrement%' and name not in (select name from sqlite_sequence)`;
      yield { sql, values: [] };
      yield { sql: 'update sqlite_sequence set seq = seq + ?', values: [count] };
    },
    async open() {
      // Created here, so that nobody else may read it. SQLite gives its side files the same mode.
      makeFolder(dirname(path), 0o700);
      // An existing file is not opened: closing it would drop this process's locks on it (fcntl).
      if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
      requireOwnLog(path);
      const isWithLog = hasLog(path);
      const watch = watchFile(path);
      const handle = createSqliteHandle(await patiently(settings, () => openDatabase(path, settings)));
      try {
        watch.requireSame();
        if (!isWithLog) requireUnmarked(path, handle);
        return createConnection({ path, settings, handle, watch });
      } catch (error) {
        handle.close();
        throw error;
      }
    },
  };
}

/**
 * Writes `+?` for a value. SQLite looks at the value of a bare `?` when it plans: it estimates rows by `= ?` and `limit ?`. It
 * then compiles the statement again at each use, which takes ten times as long as running it. No plan of ours needs a value.
 */
class SteadyQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return `+${super.getCurrentParameterPlaceholder()}`;
  }
}

function leaseNow(clock: Pick<Clock, 'nowMs'> | undefined): Expression<number> {
  return clock === undefined ? sql`${sql.raw(MACHINE_MS)}` : sql`${new LiveValue(() => clock.nowMs())}`;
}

/** Returns a clock that starts with the machine's time and continues by the monotonic clock; whole milliseconds. */
function steadyClock(clock: Clock): Pick<Clock, 'nowMs'> {
  const aheadMs = clock.nowMs() - clock.monotonicMs();
  return { nowMs: () => Math.floor(clock.monotonicMs() + aheadMs) };
}

const MACHINE_MS = "cast(round(unixepoch('subsec') * 1000) as integer)";
const MACHINE_NOW: Call = { sql: `select ${MACHINE_MS} as now_ms`, values: [] };
const GIVEN_NOW = 'select cast(? as integer) as now_ms';

function createConnection(args: {
  readonly path: string;
  readonly settings: StoreSettings;
  readonly handle: SqliteHandle;
  readonly watch: FileWatch;
}): StoreConnection {
  const { path, settings, handle, watch } = args;
  const aside = createSideThread(() => startSideThread(path, watch.file, settings));
  const checkpoints = createCheckpoints(
    () => aside.copyLog(),
    () => void handle.execute(COPY_LOG),
  );
  let isServing = false;
  /** Removes the mark of a gateway that ends, or that was killed before. Never throws. */
  const endServing = (): void => {
    try {
      if (isMarked(handle) && (isServing || !hasServer(path))) unmark(handle);
    } catch {
      // The database cannot be written. SQLite keeps the log then.
    }
  };
  const commit = (tasks: readonly Task[]): readonly TaskOutcome[] => {
    // A write into a file that is gone is not acknowledged, and none follows it.
    if (watch.isLost()) watch.requireSame();
    try {
      const outcomes = handle.commit(tasks);
      watch.requireSame();
      checkpoints.committed();
      return outcomes;
    } catch (error) {
      checkpoints.failed();
      throw error;
    }
  };
  return {
    commit: createGroupCommits(commit, settings),
    read: (operation) => Promise.resolve().then(() => handle.drive(operation)),
    async readAside(operation) {
      // The thread opens the file by its name, and ends where another file has it.
      watch.requireSame();
      return driveLater(operation, (call) => aside.read(call));
    },
    async migrate<T>(start: () => Operation<T>) {
      const [outcome] = await patiently(settings, () => handle.commit([{ start }]));
      if (outcome?.kind !== 'done') throw outcome?.error;
      return outcome.value as T;
    },
    requireSame: () =>
      Promise.resolve().then(() => {
        watch.requireSame();
      }),
    onLost: (listener) => watch.onLost(listener),
    // On a full disk the file stays without the mark, because a start must not fail for it.
    serve: (onExit) => {
      isServing = true;
      // A process that exits without a close has its handles closed as well, which removes the log.
      onExit?.(endServing);
      return patiently(settings, () => mark(handle)).catch(() => undefined);
    },
    unsafeSettings: () => Promise.resolve([]),
    async close() {
      await aside.close();
      endServing();
      handle.close();
    },
  };
}

function openDatabase(path: string, settings: StoreSettings): Database.Database {
  const database = new Database(path, { timeout: settings.busyTimeoutMs });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
    database.pragma(`journal_size_limit = ${WAL_BYTES_KEPT}`);
    database.pragma(`wal_autocheckpoint = ${WAL_PAGES_MAX}`);
    if (settings.fileBytesMax !== null) {
      const pageBytes = Number(database.pragma('page_size', { simple: true }));
      database.pragma(`max_page_count = ${Math.floor(settings.fileBytesMax / pageBytes)}`);
    }
    // The first read opens the files beside the database.
    database.prepare('select 1 from sqlite_master').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * A larger cache is slower: SQLite walks all of it at every commit that divided a page. pcache1Truncate took 21% of all time at 64 MB
 * and 5% at 8 MB. 2 MB took 7 to 25% less processor time a call than 8 MB. Further pages come from the operating system's cache.
 */
const PAGE_CACHE_KIB = 2048;

/** Size of the write-ahead log's file that stays after a burst. Less would make every commit grow the file anew. */
const WAL_BYTES_KEPT = 64 * 1024 * 1024;

/** Log length in pages at which a commit copies the log into the database, unless a checkpoint has (checkpoints.ts). */
const WAL_PAGES_MAX = 32_768;

/** Tries again while another process holds the lock, as when several start or migrate together. */
async function patiently<T>(settings: StoreSettings, attempt: () => T): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += settings.busyTimeoutMs + settings.busyRetryMs) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) && !(error instanceof DatabaseBusy)) throw error;
      if (waitedMs >= MIGRATE_WAIT_MS) throw new DatabaseBusy({ cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, settings.busyRetryMs));
  }
}

const WORDS: SchemaWords = {
  serial: 'integer not null primary key autoincrement',
  bytes: 'blob',
  bytewise: 'text',
};

import Database from 'better-sqlite3';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CardwayError } from '../../../platform/errors.js';
import { makeFolder } from '../../../platform/files.js';
import { createSqliteHandle, isBusy, type SqliteHandle } from './handle.js';
import { hasLog, requireUnmarked, unmark } from './own-log.js';
import { realPathOf } from './watch.js';

export interface ServingOptions {
  /** Process id, shown to a process that waits. */
  readonly pid: number;
  /** Time to wait while another process has the lock. */
  readonly waitMs: number;
  /** Calls the listener when the process exits, with or without a close of the store. */
  readonly onExit?: ((listener: () => void) => void) | undefined;
}

/** Right to serve an SQLite file, which one process has at a time. */
export interface ServingLock {
  /** Writes the holder. From then on the lock file also shows that a database existed beside it. */
  sign(): void;
  release(): void;
}

/**
 * Takes the lock, and waits while another process has it. The lock is a separate database beside the file, in SQLite's exclusive
 * lock. The system frees that when its process ends, however it ends. The database itself cannot be locked this way: other
 * commands use it beside the gateway.
 *
 * Errors: UNAVAILABLE, with a sentence that names the file and, where known, the process.
 */
export async function lockServing(
  path: string,
  { pid, waitMs, retryMs }: ServingOptions & { readonly retryMs: number },
): Promise<ServingLock> {
  makeFolder(dirname(path), 0o700);
  const file = lockFileOf(path);
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const held = tryLock(file);
    if (held !== null) return { sign: () => sign(held, pid), release: () => void held.close() };
    if (performance.now() >= untilMs) throw isServed(path, file);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** Returns one lock file for all names of a file: it follows links, as SQLite does. */
export function lockFileOf(path: string): string {
  return `${realPathOf(path)}.lock`;
}

/** Returns null while another process has the lock. */
function tryLock(file: string): Database.Database | null {
  let database: Database.Database | null = null;
  try {
    // Closing an existing file would drop the locks of this process on it (fcntl).
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    database = new Database(file, { timeout: 0 });
    // These modes keep the lock after the commit that signs it, and leave no journal beside the file.
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = MEMORY');
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw new CardwayError('UNAVAILABLE', {
      message: `${file} cannot be locked, which keeps a second gateway from the database: it must be a file that this user may write.`,
      cause: error,
    });
  }
}

/** Makes the file non-empty. */
function sign(held: Database.Database, pid: number): void {
  held.pragma(`user_version = ${String(pid)}`);
  held.exec('commit');
}

/** Returns whether another process serves the file at this moment. */
export function hasServer(path: string): boolean {
  const held = tryLock(lockFileOf(path));
  held?.close();
  return held === null;
}

function isServed(path: string, file: string): CardwayError {
  const pid = signerOf(file);
  const by = pid === null ? 'another process' : `another process (pid ${String(pid)})`;
  return new CardwayError('UNAVAILABLE', {
    message: `${path} is served by ${by}. One gateway serves an SQLite file: stop that one first, or let several serve one PostgreSQL database.`,
  });
}

/** Offset in the file's first page at which SQLite keeps the number. */
const USER_VERSION_AT = 60;

function signerOf(file: string): number | null {
  try {
    const pid = readFileSync(file).readUInt32BE(USER_VERSION_AT);
    return pid === 0 ? null : pid;
  } catch {
    return null;
  }
}

/**
 * Opens a database file for this handle alone. Another user makes it fail, and while it is open every other user is refused. Each
 * connection in WAL mode holds a shared lock on the file while it is open, which shows its use.
 *
 * Errors: UNAVAILABLE when the file is in use, lost its log, or cannot be opened.
 */
export function openExclusive(path: string): SqliteHandle {
  const isWithLog = hasLog(path);
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { fileMustExist: true, timeout: 0 });
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.exec('begin immediate; commit');
    const handle = createSqliteHandle(database);
    if (isWithLog) unmark(handle);
    else requireUnmarked(path, handle);
    return handle;
  } catch (error) {
    database?.close();
    if (error instanceof CardwayError) throw error;
    const problem = isBusy(error)
      ? 'is in use: stop every gateway on it, and every other program that has it open'
      : 'cannot be opened';
    throw new CardwayError('UNAVAILABLE', { message: `${path} ${problem}.`, cause: error });
  }
}

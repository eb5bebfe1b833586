import Database from 'better-sqlite3';
import { closeSync, mkdirSync, openSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CardwayError } from '../../../platform/errors.js';
import { createSqliteHandle, isBusy, type SqliteHandle } from './handle.js';

export interface ServingOptions {
  /** Of this process, for the one that waits. */
  readonly pid: number;
  /** How long it is tried while another process has the lock. */
  readonly waitMs: number;
}

/** The right to serve an SQLite file, which one process has at a time. */
export interface ServingLock {
  readonly path: string;
  /** Writes who holds it. From then on the lock file also tells that there was a database beside it. */
  sign(): void;
  release(): void;
}

/**
 * Takes the lock, and waits for it where another process has it. It is a database of its own beside the file, held in SQLite's exclusive
 * lock, which the system takes back when its process ends, however it ends. The database itself cannot be locked this way: other commands
 * use it beside the gateway.
 *
 * Errors: UNAVAILABLE, with a sentence that names the file and, where it is known, the process.
 */
export async function lockServing(
  path: string,
  { pid, waitMs, retryMs }: ServingOptions & { readonly retryMs: number },
): Promise<ServingLock> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = lockFileOf(path);
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const lock = tryLock(file, pid);
    if (lock !== null) return lock;
    if (performance.now() >= untilMs) throw isServed(path, file);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** One for all names of a file: links are followed, as SQLite follows them. */
export function lockFileOf(path: string): string {
  return `${realPathOf(path)}.lock`;
}

/** Of a file that need not be there; a link may lead to where none is yet. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const target = linkTarget(path);
    return target === null ? join(realFolderOf(path), basename(path)) : realPathOf(target);
  }
}

function realFolderOf(path: string): string {
  try {
    return realpathSync(dirname(path));
  } catch {
    return dirname(path);
  }
}

function linkTarget(path: string): string | null {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return null;
  }
}

/** Null while another process has it. */
function tryLock(file: string, pid: number): ServingLock | null {
  let database: Database.Database | null = null;
  try {
    closeSync(openSync(file, 'a', 0o600));
    database = new Database(file, { timeout: 0 });
    // The lock outlives the commit that signs it, and no journal is left beside the file.
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = MEMORY');
    database.exec('begin exclusive');
    return held(database, { file, pid });
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw new CardwayError('UNAVAILABLE', {
      message: `${file} cannot be locked, which keeps a second gateway from the database: it must be a file that this user may write.`,
      cause: error,
    });
  }
}

function held(
  database: Database.Database,
  { file, pid }: { readonly file: string; readonly pid: number },
): ServingLock {
  return {
    path: file,
    sign() {
      if (!database.inTransaction) return;
      database.pragma(`application_id = ${String(SIGNED)}`);
      database.pragma(`user_version = ${String(pid)}`);
      database.exec('commit');
    },
    release() {
      database.close();
    },
  };
}

function isServed(path: string, file: string): CardwayError {
  const pid = signerOf(file);
  const by = pid === null ? 'another process' : `another process (pid ${String(pid)})`;
  return new CardwayError('UNAVAILABLE', {
    message: `${path} is served by ${by}. One gateway serves an SQLite file: stop that one first, or let several serve one PostgreSQL database.`,
  });
}

/** "cardway", as a number: what makes the file more than empty. */
const SIGNED = 0x63617264;

/** SQLite keeps the number at this place of the file's first page. */
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
 * Opens a database file for this handle alone: while anybody else has it open it is refused, and as long as it is open everybody
 * else is. Every connection in WAL mode holds a shared lock on the file for as long as it is open, which is what tells.
 *
 * Errors: UNAVAILABLE when the file is in use.
 */
export function openExclusive(path: string): SqliteHandle {
  const database = new Database(path, { fileMustExist: true, timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.exec('begin immediate; commit');
    return createSqliteHandle(database);
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new CardwayError('UNAVAILABLE', {
      message: `${path} is in use: stop every gateway on it, and every other program that has it open.`,
      cause: error,
    });
  }
}

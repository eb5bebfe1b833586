/**
 * A database and the write-ahead log beside it belong together. The newest commits are in the log alone; a file that is opened
 * without them forgets calls, and they are paid again.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { CardwayError } from '../../../platform/errors.js';
import type { Result } from '../operation.js';
import type { SqliteHandle } from './handle.js';
import { realPathOf } from './watch.js';

/** Returns whether the log beside a file has content. */
export function hasLog(path: string): boolean {
  return (statSync(`${realPathOf(path)}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Files that this process has looked at before it opened them. To close one later would drop this process's locks on it (fcntl). */
const looked = new Set<string>();

/**
 * Refuses a database file beside the write-ahead log of another one, as after a backup was copied into the place of a database
 * whose gateway was killed. SQLite would write the log into the file and damage it. A file that has a log says so in its
 * header before the log is made; a backup says that it has none. Errors: UNAVAILABLE.
 */
export function requireOwnLog(path: string): void {
  const real = realPathOf(path);
  if (looked.has(real)) return;
  looked.add(real);
  if (!hasLog(real) || writeVersionOf(real) !== ROLLBACK) return;
  throw new CardwayError('UNAVAILABLE', {
    message:
      `${real}-wal is the log of another database than ${real}, which is a backup or another file without a log. SQLite would mix both. ` +
      `Keep ${real}-wal and ${real}-shm elsewhere, and restore the backup with cardway restore --force.`,
  });
}

/** Place of the number in a database's header, and its value for a file without a write-ahead log. */
const WRITE_VERSION_AT = 18;
const ROLLBACK = 1;

function writeVersionOf(path: string): number | null {
  const file = openSync(path, 'r');
  try {
    const found = Buffer.alloc(1);
    return readSync(file, found, 0, 1, WRITE_VERSION_AT) === 1 ? (found[0] ?? null) : null;
  } finally {
    closeSync(file);
  }
}

/**
 * Returns whether a database has the mark of a gateway that serves it (user_version): its newest commits are in the log beside it. A clean
 * end removes the mark. A file with the mark and without the log was copied alone, lost the log after a crash, or is opened by
 * another name than the gateway's (a hard link, a mount of the single file).
 */
export function isMarked(handle: SqliteHandle): boolean {
  const found = handle.execute({ sql: 'pragma user_version', values: [] }) as Result<{
    user_version: number;
  }>;
  return found.rows[0]?.user_version === MARKED;
}

const MARKED = 1;

/** Errors: UNAVAILABLE for a marked database. Call it for one that had no log before it was opened. */
export function requireUnmarked(path: string, handle: SqliteHandle): void {
  if (!isMarked(handle)) return;
  throw new CardwayError('UNAVAILABLE', {
    message:
      `${path} lacks its newest commits: they were in ${path}-wal, which is missing or empty. Calls that were paid would be paid again. ` +
      `Put ${path}-wal back. If it is lost, restore the last backup: cardway restore --force.`,
  });
}

/** Sets the mark, and copies it from the log into the file. While another program reads, later copies do so. */
export function mark(handle: SqliteHandle): void {
  if (!isMarked(handle)) handle.execute({ sql: `pragma user_version = ${String(MARKED)}`, values: [] });
  handle.execute(COPY_LOG);
}

/**
 * Removes the mark. Call it before the handle is closed, because SQLite removes the log with the last handle. The log is copied
 * first: it then begins anew, and needs no further room on a full disk.
 */
export function unmark(handle: SqliteHandle): void {
  handle.execute(COPY_LOG);
  handle.execute({ sql: 'pragma user_version = 0', values: [] });
}

/** Copies committed data from the log into the file, as far as no reader needs the older state, and waits for nobody. */
export const COPY_LOG = { sql: 'pragma wal_checkpoint(passive)', values: [] };

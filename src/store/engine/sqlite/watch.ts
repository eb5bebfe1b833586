import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { CardwayError } from '../../../platform/errors.js';
import type { Result } from '../operation.js';
import type { SqliteHandle } from './handle.js';

/** Listener that reports a lost file to operators, once for each discovery. */
export type OnFileLost = (lost: FileLost) => void;

export interface FileLost {
  readonly path: string;
  /** A phrase such as "was replaced". */
  readonly what: string;
}

export interface FileWatch {
  /** Checks the files. Errors: UNAVAILABLE, with a sentence, where one is no longer the file that was opened. */
  requireSame(): void;
  /** Returns whether the last check found such a file. */
  isLost(): boolean;
}

/** Identity of the file that a name leads to, at one moment. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
  readonly bytes: bigint;
}

/** Returns the identity, or null for a missing file. Follows symbolic links. Errors: all other errors of the system. */
export function identityOf(path: string): FileIdentity | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : { device: found.dev, inode: found.ino, bytes: found.size };
}

/** Checks that the name leads to the same file after opening as before. Errors: UNAVAILABLE. */
export function requireOpened(path: string, before: FileIdentity | null): void {
  const now = identityOf(path);
  if (before !== null && now !== null && now.inode === before.inode && now.device === before.device) return;
  throw new CardwayError('UNAVAILABLE', { message: `${path} was replaced while it was opened.` });
}

/**
 * Refuses a folder, and a database file with a second name. SQLite keeps the log and the shared memory beside each name, and the lock of the
 * gateway lies there too. Two names are two logs that know nothing of each other, and both change the file. `path`: without links.
 * Errors: UNAVAILABLE.
 */
export function requireOneName(path: string, mounts = mountsOf()): void {
  const found = statSync(path, { throwIfNoEntry: false });
  // Only a file has other names: each folder inside counts as a name of a folder.
  if (found?.isDirectory() === true)
    throw new CardwayError('UNAVAILABLE', {
      message: `${path} is a folder. Name the file of the database in it, as in sqlite:${path}/cardway.db.`,
    });
  if (found !== undefined && found.nlink > 1)
    throw new CardwayError('UNAVAILABLE', {
      message:
        `${path} has another name (a hard link). Each name has a log of its own, and two logs damage the database. ` +
        `Keep the name that the gateway used, and remove the other one: find / -samefile ${path} shows both.`,
    });
  if (isMountPoint(path, mounts))
    throw new CardwayError('UNAVAILABLE', {
      message:
        `${path} is mounted as a single file. Its log and its lock are not in the mount: another gateway does not see them, and ` +
        'a new container lacks them. Mount its folder instead.',
    });
}

/** Returns the list of mounts of this process; empty where the system has none. */
function mountsOf(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

/** Returns whether something is mounted at this path. The fifth field of a line is the place (proc_pid_mountinfo(5)). */
function isMountPoint(path: string, mounts: string): boolean {
  return mounts.split('\n').some((line) => {
    const place = line.split(' ', 5)[4] ?? '';
    const written = place.replace(/\\([0-7]{3})/g, (_all, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    return written === path;
  });
}

/** Files that this process has looked at before it opened them. To close one later would drop this process's locks on it (fcntl). */
const looked = new Set<string>();

/**
 * Refuses a database file beside the write-ahead log of another one, as after a backup was copied into the place of a database
 * whose gateway was killed. SQLite would write the log into the file and damage it. A file that has a log says so in its
 * header before the log is made; a backup says that it has none. `path`: without links. Errors: UNAVAILABLE.
 */
export function requireOwnLog(path: string): void {
  if (looked.has(path)) return;
  looked.add(path);
  const log = identityOf(`${path}-wal`);
  if (log === null || log.bytes === 0n || writeVersionOf(path) !== ROLLBACK) return;
  throw new CardwayError('UNAVAILABLE', {
    message:
      `${path}-wal is the log of another database than ${path}, which is a backup or another file without a log. SQLite would mix both. ` +
      `Keep ${path}-wal and ${path}-shm elsewhere, and restore the backup with cardway restore --force.`,
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

/** Returns whether the log beside a file has content. `path`: without links. */
export function hasLog(path: string): boolean {
  return (identityOf(`${path}-wal`)?.bytes ?? 0n) > 0n;
}

/**
 * Returns whether a database has the mark of a gateway that serves it (user_version): its newest commits are in the log beside it. A clean
 * end removes the mark. A file with the mark and without the log was copied alone, or lost the log after a crash.
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

const COPY_LOG = { sql: 'pragma wal_checkpoint(passive)', values: [] };

/**
 * Compares open files with the files that their names lead to now. A file that is removed or replaced while open can still be
 * written and synced. Nobody ever reads that data. `shrinking`: files that may become shorter; a database never does.
 */
export function watchFiles(
  files: { readonly lasting: readonly string[]; readonly shrinking: readonly string[] },
  onLost: OnFileLost,
): FileWatch {
  const watched = [
    ...files.lasting.map((path) => ({ path, known: known(path), mayShrink: false })),
    ...files.shrinking.map((path) => ({ path, known: known(path), mayShrink: true })),
  ];
  let isLost = false;

  function look(): FileLost | null {
    for (const file of watched) {
      const now = identityOf(file.path);
      const what = difference(file, now);
      if (what !== null) return { path: file.path, what };
      if (now !== null) file.known = now;
    }
    return null;
  }

  return {
    requireSame() {
      const lost = look();
      const wasLost = isLost;
      isLost = lost !== null;
      if (lost === null) return;
      if (!wasLost) onLost(lost);
      throw new CardwayError('UNAVAILABLE', { message: `The database file ${lost.what} while it was open.` });
    },
    isLost: () => isLost,
  };
}

function difference(
  { known: before, mayShrink }: { readonly known: FileIdentity; readonly mayShrink: boolean },
  now: FileIdentity | null,
): string | null {
  if (now === null) return 'was removed';
  if (now.inode !== before.inode || now.device !== before.device) return 'was replaced';
  return !mayShrink && now.bytes < before.bytes ? 'was cut' : null;
}

function known(path: string): FileIdentity {
  const found = identityOf(path);
  if (found !== null) return found;
  throw new CardwayError('UNAVAILABLE', { message: `${path} vanished while it was opened.` });
}

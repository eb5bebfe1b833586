import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CardwayError } from '../../../platform/errors.js';

/** Listener that reports a lost file to operators, once for each discovery. */
export type OnFileLost = (lost: FileLost) => void;

interface FileLost {
  readonly path: string;
  /** A phrase such as "was replaced". */
  readonly what: string;
}

export type FileWatch = ReturnType<typeof watchFile>;

/** Identity of the file that a name leads to. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

/**
 * Compares an open database with the file that its name leads to now. A file that is removed or replaced while open can still be
 * written and synced. Nobody ever reads that data. A database never becomes shorter. Call it before the file is opened, and look
 * right afterwards. Errors: UNAVAILABLE for a missing file.
 */
export function watchFile(path: string) {
  const listeners: OnFileLost[] = [];
  const opened = look(path);
  if (opened === null)
    throw new CardwayError('UNAVAILABLE', { message: `${path} vanished while it was opened.` });
  let bytes = 0n;
  let isLost = false;

  function loss(): string | null {
    const now = look(path);
    if (now === null) return 'was removed';
    if (!isSame(now, opened)) return 'was replaced';
    if (now.bytes < bytes) return 'was cut';
    bytes = now.bytes;
    return null;
  }

  return {
    file: opened satisfies FileIdentity,
    /** Looks at the file. Errors: UNAVAILABLE, with a sentence, where its name no longer leads to the file that was opened. */
    requireSame(): void {
      const what = loss();
      const wasLost = isLost;
      isLost = what !== null;
      if (what === null) return;
      if (!wasLost) for (const listener of listeners) listener({ path, what });
      throw new CardwayError('UNAVAILABLE', { message: `The database file ${what} while it was open.` });
    },
    /** Returns whether the last look found another file, or none. */
    isLost: () => isLost,
    onLost: (listener: OnFileLost) => void listeners.push(listener),
  };
}

/** Errors: one of this name for another file at the path, or none. */
export function requireFile(path: string, file: FileIdentity): void {
  if (!isSame(look(path), file)) throw new Error('Another file has the name of the database.');
}

/** Follows symbolic links. Returns null for a missing file. Errors: all other errors of the system. */
function look(path: string): (FileIdentity & { readonly bytes: bigint }) | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : { device: found.dev, inode: found.ino, bytes: found.size };
}

function isSame(one: FileIdentity | null, other: FileIdentity | null): boolean {
  return one !== null && one.inode === other?.inode && one.device === other.device;
}

/**
 * Returns the real path of a file that may be missing; a link may lead to a missing file. SQLite opens the files beside a database
 * by this name.
 */
export function realPathOf(path: string): string {
  try {
    const real = join(realpathSync(dirname(path)), basename(path));
    const isLink = lstatSync(real, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? realPathOf(resolve(dirname(real), readlinkSync(real))) : real;
  } catch {
    // The folder is missing too.
    return path;
  }
}

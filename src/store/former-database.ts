import { statSync } from 'node:fs';
import { CardwayError } from '../errors.js';
import { lockFileOf, realPathOf } from './dialect/sqlite-lock.js';

/**
 * Refuses to make a database where one has been: what it knew was paid would be paid again. The key file is made with a database, the
 * lock file is written by a gateway that serves one, and the write-ahead log holds what a database has not yet; each outlives it.
 *
 * Errors: UNAVAILABLE, with a sentence that names the files.
 */
export function requireNoFormer(path: string): void {
  // In this order: a process that makes a database makes its key afterwards.
  const left = [
    { file: `${path}.key`, what: 'its master key' },
    { file: `${realPathOf(path)}-wal`, what: 'its write-ahead log' },
    { file: lockFileOf(path), what: 'the lock of a gateway that served it' },
  ].find(({ file }) => bytesOf(file) > 0);
  if (left === undefined || bytesOf(path) > 0) return;
  throw new CardwayError('UNAVAILABLE', {
    message:
      `There is no database at ${path} (no file, or an empty one), but ${left.what} at ${left.file}: there was one. Put it back, or a backup ` +
      '(cardway restore). To begin anew on purpose, without everything that it knew: cardway migrate --new.',
  });
}

/** 0 where there is no file, or none that can be looked at: opening it will tell. */
function bytesOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

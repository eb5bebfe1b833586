import { closeSync, fsyncSync, openSync } from 'node:fs';
import { CardwayError } from '../../errors.js';

/** The file's bytes, or a folder's new names, survive a power cut from now on. */
export function makeDurable(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** An empty file that only its owner may read, for SQLite to fill. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

/** A sentence for the operator. */
export function refusal(message: string, cause?: unknown): CardwayError {
  return new CardwayError('UNAVAILABLE', { message, cause });
}

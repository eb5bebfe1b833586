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

/** An empty file that only its owner may read, for SQLite to fill. Errors: UNAVAILABLE where none can be made. */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    throw refusal(`${path} cannot be made.`, error);
  }
}

/** A sentence for the operator. */
export function refusal(message: string, cause?: unknown): CardwayError {
  return new CardwayError('UNAVAILABLE', { message, cause });
}

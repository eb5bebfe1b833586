import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CliError } from '../shell.js';

/** How far an import has come; kept by the database in the commit that brought it there. */
export interface Place {
  readonly offset: number;
  /** Of the line that comes next. */
  readonly line: number;
  readonly added: number;
  readonly changed: number;
  readonly rejected: number;
  /** Of the reject file. */
  readonly rejectBytes: number;
}

export const BEGINNING: Place = { offset: 0, line: 1, added: 0, changed: 0, rejected: 0, rejectBytes: 0 };

export interface SourceFile {
  readonly importId: string;
  readonly bytes: number;
  /** The beginning of the file, in which its first line must end. */
  readonly head: Buffer;
}

const HEAD_BYTES = 64 * 1024;

/** Two files are the same when they have one length and one beginning. Errors: CliError. */
export function openSource(path: string, salt: string): SourceFile {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    throw new CliError(`${path} cannot be read.`);
  }
  try {
    const { size } = fstatSync(file);
    const head = Buffer.alloc(Math.min(HEAD_BYTES, size));
    readSync(file, head, 0, head.length, 0);
    const hash = createHash('sha256')
      .update(JSON.stringify([path, size, salt]))
      .update(head);
    return { importId: hash.digest('hex'), bytes: size, head };
  } catch {
    throw new CliError(`${path} cannot be read.`);
  } finally {
    closeSync(file);
  }
}

export function placeOf(text: string | null): Place {
  return text === null ? BEGINNING : (JSON.parse(text) as Place);
}

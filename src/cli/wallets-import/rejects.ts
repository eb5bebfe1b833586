import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { CliError } from '../shell.js';
import type { Reject } from './read-lines.js';

export interface RejectFile {
  /** Writes at this place of the file, and returns the place after it: a commit that is tried again writes the same once more. */
  write(rejects: readonly Reject[], at: number): number;
  close(): void;
}

/** One line of JSON for each rejected one; made with the first of them. What lies behind `bytes` is of a run that was cut off. */
export function openRejects(path: string, bytes: number): RejectFile {
  let file: number | null = bytes === 0 ? null : open(path, bytes);
  if (bytes === 0) rmSync(path, { force: true });
  return {
    write(rejects, at) {
      if (rejects.length === 0) return at;
      file ??= open(path, 0);
      const text = Buffer.from(rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''));
      writeSync(file, text, 0, text.length, at);
      return at + text.length;
    },
    close() {
      if (file !== null) closeSync(file);
    },
  };
}

function open(path: string, bytes: number): number {
  try {
    const file = openSync(path, bytes === 0 ? 'w' : 'r+', 0o600);
    ftruncateSync(file, bytes);
    return file;
  } catch {
    throw new CliError(`--rejects: ${path} cannot be written.`);
  }
}

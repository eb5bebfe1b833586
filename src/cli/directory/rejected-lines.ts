import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ImportWalletsMutation } from '../../generated/operations.js';
import { CliError } from '../shell.js';

export type RejectedLine = ImportWalletsMutation['importWallets']['rejected'][number];

/**
 * Writes rejected lines as NDJSON, each with its text. It replaces or removes only the file of an earlier import. Errors: CliError.
 */
export function writeRejected(
  path: string,
  rejected: readonly RejectedLine[],
  textOf: (line: number) => string,
): void {
  // The file can have come while the import ran.
  refuseForeign(path);
  const rows = rejected.map(
    ({ line, field, problem }) => `${JSON.stringify({ line, field, problem, text: textOf(line) })}\n`,
  );
  try {
    rmSync(path, { force: true });
    if (rows.length > 0) writeFileSync(path, rows.join(''), { flag: 'wx', flush: true, mode: 0o600 });
  } catch {
    throw new CliError(`--rejects: ${path} cannot be written.`);
  }
}

/** Begin of each line that `writeRejected` writes: its members have this order. */
const BEGIN = /^\{"line":\d+,"field":"(?:[^"\\]|\\.)*","problem":"/;

/** Refuses to replace anything but an empty file or the rejected lines of an earlier import. Errors: CliError. */
export function refuseForeign(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isFile() && (found.size === 0 || BEGIN.test(readFileSync(path, 'utf8')))) return;
  throw new CliError(`--rejects: ${path} is there already, and no import wrote it. Name another file.`);
}

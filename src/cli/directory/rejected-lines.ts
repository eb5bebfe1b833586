import { closeSync, lstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { maskText } from '../../core/wire/scrub.js';
import type { RejectedLine } from '../../use-cases/directory/administration-port.js';
import { CliError, type Shell } from '../shell.js';

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
  const rows = rejected.map((each) => `${JSON.stringify({ ...each, text: textOf(each.line) })}\n`);
  try {
    rmSync(path, { force: true });
    if (rows.length > 0) writeFileSync(path, rows.join(''), { flag: 'wx', flush: true, mode: 0o600 });
  } catch {
    throw new CliError(`--rejects: ${path} cannot be written.`);
  }
}

/** Refuses to replace anything but an empty file or the rejected lines of an earlier import. Errors: CliError. */
export function refuseForeign(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isFile() && (found.size === 0 || isOwn(path))) return;
  throw new CliError(`--rejects: ${path} is there already, and no import wrote it. Name another file.`);
}

/** Begin of each line that `writeRejected` writes: its members have this order. */
const BEGIN = /^\{"line":\d+,"field":"(?:[^"\\]|\\.)*","problem":"/;
const BEGIN_BYTES = 4096;

function isOwn(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const begin = Buffer.alloc(BEGIN_BYTES);
      return BEGIN.test(begin.toString('utf8', 0, readSync(file, begin, 0, begin.length, 0)));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** Problems that --check prints at most. */
const SHOWN_MAX = 20;

/** Prints the first problems to standard error, for a check that names no file. */
export function showRejected({ err }: Pick<Shell, 'err'>, rejected: readonly RejectedLine[]): void {
  for (const { line, problem } of rejected.slice(0, SHOWN_MAX))
    err(`Line ${String(line)}: ${maskText(problem)}\n`);
  const more = rejected.length - SHOWN_MAX;
  if (more > 0) err(`${String(more)} more lines have problems.\n`);
}

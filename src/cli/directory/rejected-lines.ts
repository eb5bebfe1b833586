import {
  appendFileSync,
  closeSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { maskText } from '../../core/wire/scrub.js';
import type { RejectedLine } from '../../use-cases/directory/administration-port.js';
import { CliError, type Shell } from '../shell.js';

/** Target of the rejected lines of an import. */
export interface RejectedLines {
  /** Takes lines in the order of the file, each with its text. */
  write(rows: readonly (RejectedLine & { readonly text: string })[]): void;
  /** Ends a complete import. */
  close(): void;
  /** Removes what an interrupted import wrote. */
  abandon(): void;
}

/**
 * Writes rejected lines as NDJSON to a file that appears at the end of the import. A draft of its own keeps two imports of one
 * file apart. It replaces or removes only the file of an earlier import. Errors: CliError.
 */
export function rejectsFile(
  path: string,
  { input, newId }: { readonly input: string; readonly newId: () => string },
): RejectedLines {
  if (isSameFile(path, input))
    throw new CliError(`--rejects: ${path} is the file of the import. Name another file.`);
  refuseForeign(path);
  let draft: string | null = null;
  const writing = (write: () => void): void => {
    try {
      write();
    } catch {
      throw new CliError(`--rejects: ${path} cannot be written.`);
    }
  };
  return {
    write(rows) {
      if (rows.length === 0) return;
      writing(() => {
        draft ??= created(`${path}.${newId()}.part`);
        appendFileSync(draft, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { flush: true });
      });
    },
    close() {
      // The file can have come while the import ran.
      refuseForeign(path);
      writing(() => {
        if (draft !== null) renameSync(draft, path);
        else if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) rmSync(path);
      });
      draft = null;
    },
    abandon() {
      if (draft !== null) rmSync(draft, { force: true });
    },
  };
}

function created(draft: string): string {
  closeSync(openSync(draft, 'wx', 0o600));
  return draft;
}

function isSameFile(path: string, other: string): boolean {
  if (resolve(path) === resolve(other)) return true;
  const [one, two] = [path, other].map((each) => {
    const found = statSync(each, { throwIfNoEntry: false });
    return found === undefined ? null : `${String(found.dev)}/${String(found.ino)}`;
  });
  return one !== null && one === two;
}

/** Refuses to replace anything but an empty file or the rejected lines of an earlier import. Errors: CliError. */
function refuseForeign(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isFile() && isOwn(path, found.size)) return;
  throw new CliError(`--rejects: ${path} is there already, and no import wrote it. Name another file.`);
}

/** Begin of each line that `write` writes: its members have this order. */
const BEGIN = /^\{"line":\d+,"field":"(?:[^"\\]|\\.)*","problem":"/;
const BEGIN_BYTES = 4096;

function isOwn(path: string, size: number): boolean {
  if (size === 0) return true;
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

/** Prints the first problems to standard error at the end, for a check that names no file. */
export function rejectsShown({ err }: Pick<Shell, 'err'>): RejectedLines {
  const shown: string[] = [];
  let count = 0;
  return {
    write(rows) {
      count += rows.length;
      for (const { line, problem } of rows.slice(0, SHOWN_MAX - shown.length))
        shown.push(`Line ${String(line)}: ${maskText(problem)}\n`);
    },
    close() {
      err(shown.join(''));
      if (count > shown.length) err(`${String(count - shown.length)} more lines have problems.\n`);
    },
    abandon: () => undefined,
  };
}

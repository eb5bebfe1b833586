import { createWriteStream, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CliError, codeOf, type Shell } from './shell.js';

/**
 * Writes long output piece by piece, no faster than it is read, and shows how much of it is written. Ends early where nobody reads on.
 * Errors: CliError.
 */
export async function writeOutput(
  shell: Shell,
  file: string | undefined,
  pieces: AsyncIterable<string | Buffer>,
): Promise<void> {
  const progress = createProgress(shell);
  let failure: unknown = null;
  async function* counting(): AsyncGenerator<string | Buffer> {
    let bytes = 0;
    try {
      for await (const piece of pieces) {
        bytes += piece.length;
        progress.show(`${(bytes / 1_000_000).toFixed(1)} MB`);
        yield piece;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  try {
    await (file === undefined ? writeForReader(shell, counting()) : writeNewFile(shell, file, counting()));
  } catch (error) {
    throw failure ?? error;
  } finally {
    progress.end();
  }
}

async function writeForReader({ outSlowly }: Shell, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  for await (const piece of pieces) if (!(await outSlowly(piece.toString('utf8')))) return;
}

/**
 * Writes a file that appears only when complete; a stop leaves no part of it. Only its owner can read it, and it never replaces a file.
 * A folder of its own keeps the drafts of two exports to one file apart. Errors: CliError.
 */
async function writeNewFile(
  shell: Shell,
  file: string,
  pieces: AsyncIterable<string | Buffer>,
): Promise<void> {
  const stopping = new AbortController();
  void shell.untilStopped().then(() => stopping.abort());
  let folder: string | null = null;
  try {
    requireNew(file);
    folder = mkdtempSync(`${file}.part-`);
    const draft = join(folder, `${basename(file)}.part`);
    const { signal } = stopping;
    await pipeline(pieces, createWriteStream(draft, { mode: 0o600, flush: true }), { signal });
    // The file can have come while this export ran.
    requireNew(file);
    renameSync(draft, file);
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (stopping.signal.aborted) throw new CliError(`Stopped. ${file} was not written.`);
    throw new CliError(`--out: ${file} cannot be written (${codeOf(error)}).`);
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

function requireNew(file: string): void {
  if (existsSync(file)) throw new CliError(`--out: ${file} is there already.`);
}

/** Returns an amount for people: `3.54 EUR`, or the minor units where the programme has no currency. '' for no amount. */
export function amountText({
  requestAmount,
  requestMoney,
}: {
  readonly requestAmount: number | null;
  readonly requestMoney: { readonly text: string | null } | null;
}): string {
  return requestMoney?.text ?? (requestAmount === null ? '' : String(requestAmount));
}

interface Progress {
  /** Shows the current state, at intervals. */
  show(line: string): void;
  /** Writes the last line and ends it. */
  end(): void;
}

const EVERY_MS = 200;

/** Creates the progress of long work: one line on a terminal, overwritten each time. It writes nothing in a pipe. */
export function createProgress(shell: Pick<Shell, 'err' | 'isErrTerminal' | 'runtime'>): Progress {
  if (!shell.isErrTerminal) return { show: () => undefined, end: () => undefined };
  let shownAtMs = 0;
  let latest = '';
  const write = (): void => {
    shell.err(`\r\u001b[K${latest}`);
  };
  return {
    show(line) {
      latest = line;
      const nowMs = shell.runtime.clock.nowMs();
      if (nowMs - shownAtMs < EVERY_MS) return;
      shownAtMs = nowMs;
      write();
    },
    end() {
      if (latest === '') return;
      write();
      shell.err('\n');
    },
  };
}

/** Returns 1234567 as 1,234,567. */
export function counted(count: number): string {
  return count.toLocaleString('en-US');
}

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
  await withProgress(shell, async (show) => {
    async function* counting(): AsyncGenerator<string | Buffer> {
      let bytes = 0;
      for await (const piece of pieces) {
        bytes += piece.length;
        show(`${(bytes / 1_000_000).toFixed(1)} MB`);
        yield piece;
      }
    }
    await (file === undefined ? writeForReader(shell, counting()) : writeNewFile(shell, file, counting()));
  });
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

const EVERY_MS = 200;

/**
 * Does long work, which shows how far it is: one line on a terminal, overwritten at intervals and at the end. Nothing is shown
 * in a pipe.
 */
export async function withProgress<T>(
  { isErrTerminal, err, runtime }: Pick<Shell, 'err' | 'isErrTerminal' | 'runtime'>,
  work: (show: (line: string) => void) => Promise<T>,
): Promise<T> {
  let shownAtMs = 0;
  let latest = '';
  const write = (end: string): void => {
    if (isErrTerminal && latest !== '') err(`\r\u001b[K${latest}${end}`);
  };
  const show = (line: string): void => {
    latest = line;
    const nowMs = runtime.clock.nowMs();
    if (nowMs - shownAtMs < EVERY_MS) return;
    shownAtMs = nowMs;
    write('');
  };
  return work(show).finally(() => write('\n'));
}

/** Returns 1234567 as 1,234,567. */
export function counted(count: number): string {
  return count.toLocaleString('en-US');
}

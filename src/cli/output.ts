import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, renameSync, rmSync, type WriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { CliError, codeOf, type Shell } from './shell.js';

/** Target of long output. It never writes faster than the reader reads. */
interface Output {
  /** Returns false once the reader is gone. */
  write(text: string): Promise<boolean>;
  close(): Promise<void>;
  /** Removes a partial file. */
  abandon(): Promise<void>;
}

function openOutput(shell: Shell, file: string | undefined): Output {
  if (file !== undefined) return fileOutput(file);
  const nothing = (): Promise<void> => Promise.resolve();
  return { write: shell.outSlowly, close: nothing, abandon: nothing };
}

/**
 * Writes long output piece by piece, and shows how much of it is written. Ends early where nobody reads on. A file appears only
 * when it is complete; a stop leaves no part of it. Errors: CliError.
 */
export async function writeOutput(
  shell: Shell,
  file: string | undefined,
  pieces: AsyncIterable<string | Buffer>,
): Promise<void> {
  const progress = createProgress(shell);
  const stopping = new AbortController();
  // Without a file nothing is left to remove, and a signal ends the process at once.
  if (file !== undefined) void shell.untilStopped().then(() => stopping.abort());
  const output = openOutput(shell, file);
  try {
    let bytes = 0;
    for await (const piece of pieces) {
      if (stopping.signal.aborted) throw new CliError(`Stopped. ${String(file)} was not written.`);
      if (!(await output.write(piece.toString('utf8')))) break;
      bytes += piece.length;
      progress.show(`${(bytes / 1_000_000).toFixed(1)} MB`);
    }
    await output.close();
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    progress.end();
  }
}

/**
 * Writes a file that appears only when complete. Only its owner can read it, and it never replaces a file. A folder of its own
 * keeps the drafts of two exports to one file apart. Errors: CliError.
 */
function fileOutput(file: string): Output {
  requireNew(file);
  const folder = draftFolder(file);
  const draft = join(folder, `${basename(file)}.part`);
  const stream = createWriteStream(draft, { mode: 0o600, flush: true });
  let failure: Error | null = null;
  stream.on('error', (error) => (failure = error));
  const check = (): void => {
    if (failure !== null) throw new CliError(`--out: ${file} cannot be written (${codeOf(failure)}).`);
  };
  const ended = async (): Promise<void> => {
    if (stream.closed) return;
    stream.end();
    await once(stream, 'close');
  };
  return {
    async write(text) {
      check();
      if (!stream.write(text)) await drained(stream).catch(check);
      check();
      return true;
    },
    async close() {
      await ended().catch(check);
      check();
      // The file can have come while this export ran.
      requireNew(file);
      renameSync(draft, file);
      rmSync(folder, { recursive: true, force: true });
    },
    async abandon() {
      await ended().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the stream takes more, or is closed. It leaves no listeners behind: a long file drains thousands of times. */
async function drained(stream: WriteStream): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const either = [once(stream, 'drain', { signal }), once(stream, 'close', { signal })];
  try {
    await Promise.race(either);
  } finally {
    waiting.abort();
    await Promise.allSettled(either);
  }
}

function requireNew(file: string): void {
  if (existsSync(file)) throw new CliError(`--out: ${file} is there already.`);
}

function draftFolder(file: string): string {
  try {
    return mkdtempSync(`${file}.part-`);
  } catch (error) {
    throw new CliError(`--out: ${file} cannot be written (${codeOf(error)}).`);
  }
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

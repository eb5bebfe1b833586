import { write, writeSync } from 'node:fs';

/** Output of the log. Payments go on where it cannot be written: lines wait, and lines beyond a limit are dropped. */
interface LogOutput {
  write(line: string): void;
  /** Writes what waits before a crash, and skips what nobody takes at once. */
  flushSync(): void;
  /** Resolves when everything is written; later where nobody takes it, but within two seconds. */
  end(): Promise<void>;
}

/** Limit of what waits for a reader or for room on a disk, in bytes of ASCII. */
const WAITING_MAX = 16 * 1024 * 1024;
/** Fewer wait for others, so that a busy gateway writes many lines at once. */
const ENOUGH = 4096;
const PAUSE_MS = 50;
const RETRY_MS = 100;
/** A pipe takes 64 KB at once: 6 MB a second with this pause. */
const FULL_PIPE_MS = 10;
const SYNC_TRIES = 10;
const END_MS = 2000;

const NOTHING = Buffer.alloc(0);

/** `onFailure` gets the first error of a row of failed writes, but none for a slow reader or one that left. */
export function openLogOutput(fd: number, onFailure: (error: Error) => void): LogOutput {
  let lines: string[] = [];
  let waiting = 0;
  let dropped = 0;
  let isWriting = false;
  let isFailing = false;
  let isReaderAway = false;
  /** Taken from the lines and not written yet. */
  let rest: Buffer = NOTHING;
  let timer: NodeJS.Timeout | undefined;

  const take = (): Buffer => {
    if (dropped > 0) lines.push(droppedLine(dropped));
    const taken = Buffer.from(lines.join(''));
    [lines, waiting, dropped] = [[], 0, 0];
    return taken;
  };
  const nextIn = (ms: number): void => {
    timer ??= setTimeout(next, ms).unref();
  };
  const next = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting) return;
    if (rest.length === 0) rest = take();
    if (rest.length === 0) return;
    isWriting = true;
    write(fd, rest, (error, bytes) => {
      isWriting = false;
      if (error === null) took(bytes);
      else failed(error);
    });
  };
  const took = (bytes: number): void => {
    isFailing = false;
    rest = rest.subarray(bytes);
    if (rest.length > 0 || waiting >= ENOUGH) next();
    else if (waiting > 0) nextIn(PAUSE_MS);
  };
  const failed = (error: NodeJS.ErrnoException): void => {
    if (isReaderGone(error)) {
      isReaderAway = true;
      [lines, waiting, rest] = [[], 0, NOTHING];
      return;
    }
    if (error.code === 'EAGAIN') return nextIn(FULL_PIPE_MS);
    if (!isFailing) onFailure(error);
    isFailing = true;
    nextIn(RETRY_MS);
  };
  return {
    write(line) {
      if (isReaderAway) return;
      if (rest.length + waiting + line.length > WAITING_MAX) {
        dropped += 1;
        return;
      }
      lines.push(line);
      waiting += line.length;
      if (waiting >= ENOUGH && rest.length === 0) next();
      else nextIn(PAUSE_MS);
    },
    flushSync() {
      const left = Buffer.concat([isWriting ? NOTHING : rest, take()]);
      rest = NOTHING;
      writeAtOnce(fd, left);
    },
    async end() {
      const untilMs = performance.now() + END_MS;
      while ((rest.length > 0 || waiting > 0) && performance.now() < untilMs) {
        next();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

function writeAtOnce(fd: number, text: Buffer): void {
  for (let [left, tries] = [text, 0]; left.length > 0 && tries < SYNC_TRIES;) {
    try {
      left = left.subarray(writeSync(fd, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

function droppedLine(count: number): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: 'error', time, count, msg: 'log lines were dropped: nobody took them' })}\n`;
}

/** Codes of a write to a pipe or a socket that nobody reads any more. */
const GONE = ['EPIPE', 'ECONNRESET', 'EOF', 'ERR_STREAM_DESTROYED'];

export function isReaderGone(error: Error): boolean {
  return 'code' in error && GONE.includes(String(error.code));
}

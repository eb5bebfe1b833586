import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { userInfo } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { cutCardNumbers } from '../core/wire/card-numbers.js';
import { isReaderGone, openLogOutput } from './log-output.js';
import { runCli } from './program.js';
import { CliError, type Shell } from './shell.js';

/** The program. Only this file and main.ts read `process`; all other files get what they need. */

const log = openLogOutput(1, (error) => {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  process.stderr.write(
    `The log cannot be written (${code}). Its lines wait, and are dropped beyond 16 MiB.\n`,
  );
});

const shell: Shell = {
  argv: process.argv.slice(2),
  invocation: invocationOf(process.argv[1] ?? ''),
  env: process.env,
  out,
  err: (text) => void process.stderr.write(text),
  outSlowly,
  get input() {
    return process.stdin;
  },
  get prompts() {
    // Some terminals say that they have no columns.
    process.stderr.columns ||= 80;
    return process.stderr;
  },
  isTerminal: process.stdout.isTTY,
  // Read at each use: a window changes its size.
  get terminalWidth() {
    return process.stdout.isTTY ? process.stdout.columns || undefined : undefined;
  },
  isErrTerminal: process.stderr.isTTY,
  log,
  readFile: (path) => readFileSync(path, 'utf8'),
  nodeVersion: process.versions.node,
  get user() {
    return systemUser();
  },
  runtime: {
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    timer: {
      wait(ms) {
        let timeout: NodeJS.Timeout | undefined;
        const done = new Promise<void>((resolve) => {
          timeout = setTimeout(resolve, ms);
        });
        return { done, cancel: () => clearTimeout(timeout) };
      },
    },
    newId: randomUUID,
    random: () => randomInt(2 ** 47) / 2 ** 47,
    owner: `${String(process.pid)}-${randomUUID()}`,
    pid: process.pid,
    onExit: (listener) => void process.once('exit', listener),
    readFile: (path) => readFileSync(path, 'utf8'),
  },
  untilStopped: () =>
    new Promise((resolve) => {
      // A second signal changes nothing: the stop has begun, and exitWithin limits it.
      process.on('SIGTERM', resolve);
      process.on('SIGINT', resolve);
    }),
  onReload: (listener) => void process.on('SIGHUP', listener),
  /** Ends the process with status 1 if the stop hangs, so that a deployment is not blocked. */
  exitWithin(ms) {
    setTimeout(() => {
      log.flushSync();
      process.stderr.write('The stop took too long; what was left is cut.\n');
      process.exit(1);
    }, ms).unref();
  },
};

/** An installed program is found by its name. That of a checkout is the file `cardway` at its top. */
function invocationOf(script: string): string {
  return basename(script) === 'cardway'
    ? 'cardway'
    : `./${relative('.', join(dirname(script), '..', 'cardway'))}`;
}

/** Returns the name of the user; the number where the system knows no name, as in a container. */
function systemUser(): string {
  try {
    const { username } = userInfo();
    if (username !== '') return username;
  } catch {
    // The user has no entry in the list of users.
  }
  return String(process.geteuid?.() ?? '');
}

/**
 * Writes to a file or a device. A stream of Node would lose the rest of a text that fits only in part, as on a full disk.
 * Returns false for pipes and terminals.
 */
function isWrittenToFile(text: string): boolean {
  if (process.stdout instanceof Socket) return false;
  writeFileSync(1, text);
  return true;
}

function out(text: string): void {
  try {
    if (!isWrittenToFile(text)) process.stdout.write(text);
  } catch (error) {
    // Not every caller of `out` expects a failure, and `serve` would stay. The process ends here, as it does for a pipe.
    end(outFailureOf(error).message);
  }
}

/** Writes to standard output. A closed reader, such as `head`, is no failure. Errors: CliError. */
function outSlowly(text: string): Promise<boolean> {
  const { stdout } = process;
  if (stdout.destroyed) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    const onFailure = (error: Error): void => {
      if (isReaderGone(error)) resolve(false);
      else reject(outFailureOf(error));
    };
    try {
      if (isWrittenToFile(text)) {
        resolve(true);
        return;
      }
    } catch (error) {
      reject(outFailureOf(error));
      return;
    }
    stdout.once('error', onFailure);
    stdout.write(text, (error) => {
      if (error == null) {
        stdout.removeListener('error', onFailure);
        resolve(true);
      } else onFailure(error);
    });
  });
}

function outFailureOf(error: unknown): CliError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return new CliError(`Standard output cannot be written (${code}); it is incomplete.`, { cause: error });
}

function end(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

// Only people read standard error. The gateway works on without a reader.
process.stderr.on('error', () => undefined);
// A closed reader, such as `head`, is no failure.
process.stdout.on('error', (error) => {
  if (!isReaderGone(error)) end(outFailureOf(error).message);
});

process.on('uncaughtException', (error) => {
  log.flushSync();
  end(cutCardNumbers(error.stack ?? error.message));
});

void runCli(shell).then(async (status) => {
  await log.end();
  process.exitCode = status;
  // A start that failed half-way has begun work that never ends. The written output comes first.
  if (status !== 0) process.stdout.write('', () => process.exit());
});

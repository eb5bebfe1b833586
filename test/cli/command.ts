import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { runCli } from '../../src/cli/program.js';
import { openStore } from '../../src/store/store.js';
import { machineClock, machineRuntime } from '../support/machine-clock.js';
import { PROCESS_ENV } from '../support/gateway.js';
import { directoryOf } from '../support/directory.js';

export interface Ended {
  /** Exit status. Null for a command that had to be killed because it did not end. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

const MAIN = resolve(__dirname, '..', '..', 'dist', 'main.js');
/** Time limit for a command that would never end, even on a busy machine. */
const PATIENCE_MS = 100_000;

/** Runs a command to its end in its own process, with nothing of this environment except PATH. */
export function cardwayProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const options = {
    env: { ...PROCESS_ENV, ...env },
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], options, (_error, out, err) => {
      resolve({ status: child.exitCode, out, err });
    });
  });
}

/** Name of the system's user, for commands in this process. */
const USER = 'ada';

/** Runs the same command in this process, which loads the program only once. For commands that end by themselves. */
export async function cardway(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input: string | Buffer = '',
  /** Width of the terminal. False is a pipe, and true a terminal that does not say its width. */
  terminal: boolean | number = false,
  /** Gets the time after which `serve` cuts its stop. */
  exitWithin: (ms: number) => void = () => undefined,
  /** Settles when the command gets SIGINT. Left out, a server is stopped at once, and a copy never: it would end in its middle. */
  stopped?: Promise<unknown>,
): Promise<Ended> {
  const written = { out: '', err: '' };
  const runtime = machineRuntime();
  const status = await runCli({
    argv: args,
    invocation: 'cardway',
    env,
    out: (text) => (written.out += text),
    err: (text) => (written.err += text),
    outSlowly(text) {
      written.out += text;
      return Promise.resolve(true);
    },
    input: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
    prompts: new PassThrough(),
    isTerminal: terminal !== false,
    terminalWidth: typeof terminal === 'number' ? terminal : undefined,
    isErrTerminal: false,
    log: { write: () => undefined },
    readFile: runtime.readFile,
    nodeVersion: process.versions.node,
    user: USER,
    runtime,
    untilStopped: () =>
      stopped ??
      (['move', 'rehearse'].includes(args[0] ?? '') || args.includes('export')
        ? new Promise(() => undefined)
        : Promise.resolve()),
    onReload: () => undefined,
    exitWithin,
  });
  return { status, ...written };
}

/** Returns the entries of a list in JSON lines. */
export function entriesOf<Entry>(out: string): Entry[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}

/** Returns the environment of commands that ask this gateway, with the sandbox's key. */
export function asking({ url }: { readonly url: string }): Record<string, string> {
  return { CARDWAY_PORT: new URL(url).port };
}

/** Returns settings with which `serve` and `doctor` report no problem. */
export function serveSettings(folder: string, downstreamUrl: string): Record<string, string> {
  return {
    ...databaseIn(folder),
    CARDWAY_PORT: '0',
    CARDWAY_DOWNSTREAM_URL: downstreamUrl,
    CARDWAY_SIGNING_KEY: 'a signing key of ours',
  };
}

export function databaseIn(folder: string): Record<string, string> {
  return { CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}` };
}

/** Makes a database with terminals as earlier releases accepted them: two with short passwords. */
export async function makeWeak(folder: string): Promise<void> {
  const databaseUrl = databaseIn(folder)['CARDWAY_DATABASE_URL'] ?? '';
  const store = await openStore({ databaseUrl, clock: machineClock });
  await store.migrate();
  await store.provisioningAdmin.putProgramme({ programme: 'shop', digits: 5, actor: 'test' });
  for (const [index, password] of ['short-1', 'short-22', 'long enough'].entries())
    await directoryOf(store).putTerminal({
      terminalId: `000000000${String(index)}`,
      programme: 'shop',
      password,
    });
  await store.close();
}

/** Pattern of a stack trace. Errors for people are sentences, without a stack. */
export const HAS_STACK = /^ {4}at |\bnode:internal\b|dist\/.*\.js:\d/m;

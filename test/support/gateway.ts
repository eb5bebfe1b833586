import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { RUN_FOLDER, temporaryFolder } from './run-folder.js';
import { type Late, made, shared } from './shared.js';

export { temporaryFolder };

/** A gateway in its own process, as a user starts it. */
export interface TestGateway {
  readonly url: string;
  readonly pid: number;
  /** Returns the standard error until now. */
  readonly err: () => string;
  /** Log lines and the ready line, as written until now. */
  readonly lines: readonly string[];
  /** Sends SIGTERM. Resolves with the exit status. */
  stop(): Promise<number | null>;
  /** Sends any signal while the reader of its output goes away. Resolves with the exit status. */
  stopUnread(signal: NodeJS.Signals): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

export interface GatewayOptions {
  /** Settings by their environment names. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Folder of the database. A given one outlives the gateway. */
  readonly folder?: string;
  /** Program, where it is another copy than this checkout's. */
  readonly main?: string;
}

/**
 * Environment of every process that a test starts: the path of programs, and the cache of compiled code for the rest of the run.
 */
export const PROCESS_ENV: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  ...(RUN_FOLDER === null ? {} : { NODE_COMPILE_CACHE: join(RUN_FOLDER, 'compiled') }),
};

/** A deadline that a busy machine keeps. Tests of deadlines, and those with a file of settings, set their own. */
export const PATIENT = { CARDWAY_DOWNSTREAM_TIMEOUT_MS: '20000' };

const MAIN = resolve(__dirname, '..', '..', 'dist', 'main.js');

/** Starts the sandbox on a free port and an empty database, unless the options say otherwise. */
export async function startGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const folder = options.folder ?? temporaryFolder();
  const child = spawn(process.execPath, [options.main ?? MAIN, ...(options.args ?? ['serve', '--sandbox'])], {
    env: {
      ...PROCESS_ENV,
      CARDWAY_PORT: '0',
      CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
      ...(options.args === undefined && options.env?.['CARDWAY_CONFIG'] === undefined ? PATIENT : {}),
      ...options.env,
      // Another copy has the constants of a test too.
      ...(options.main === undefined ? {} : { TEST_PROGRAM: dirname(options.main) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const { url, lines, err } = await untilReady(child);
  return {
    url,
    pid: child.pid ?? -1,
    lines,
    err,
    async stop() {
      child.kill('SIGTERM');
      const [status] = await exited;
      return status;
    },
    async stopUnread(signal) {
      child.kill(signal);
      child.stdout.destroy();
      const [status] = await exited;
      return status;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export const sharedGateway = (options: Late<GatewayOptions> = {}): TestGateway =>
  shared(
    () => startGateway(made(options)),
    async (gateway) => expect(await gateway.stop()).toBe(0),
  );

/** Runs a command of the CLI to its end, in this folder. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  folder = process.cwd(),
): Promise<{ status: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { ...PROCESS_ENV, ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, out, err };
}

async function untilReady(child: ChildProcess): Promise<{ url: string; lines: string[]; err: () => string }> {
  const lines: string[] = [];
  const complaints: Buffer[] = [];
  const err = (): string => Buffer.concat(complaints).toString('utf8');
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The gateway has no output.');
  stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const reader = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    child.once('exit', (status) => {
      reject(new Error(`The gateway ended with ${String(status)}: ${err()}`));
    });
    reader.on('line', (line) => {
      lines.push(line);
      if (!line.includes('"event":"ready"')) return;
      resolve({ url: (JSON.parse(line) as { url: string }).url, lines, err });
    });
  });
}

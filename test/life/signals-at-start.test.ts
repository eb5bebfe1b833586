/** Settings in a pipe. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PROCESS_ENV, temporaryFolder } from '../support/gateway.js';
import { until } from './until.js';

const MAIN = resolve(__dirname, '..', '..', 'dist', 'main.js');

let folder: string;
let child: ChildProcess;
const lines: string[] = [];

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => {
  child.kill('SIGKILL');
  lines.length = 0;
  rmSync(folder, { recursive: true, force: true });
});

function start(program: readonly string[], env: Readonly<Record<string, string>>): void {
  const [name = '', ...args] = [...program, process.execPath, MAIN, 'serve', '--sandbox'];
  child = spawn(name, args, {
    env: { ...PROCESS_ENV, CARDWAY_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
}

const linesWith = (text: string): readonly string[] => lines.filter((line) => line.includes(text));

/** Starts a gateway that waits for the text of its file. Returns the function that writes the text, and ends the pipe. */
async function startWithPipe(config: string): Promise<(text: string) => Promise<void>> {
  execFileSync('mkfifo', [config]);
  start([], { CARDWAY_CONFIG: config, CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}` });
  // Opens when the gateway reads.
  const pipe = await open(config, 'w');
  return async (text) => {
    await pipe.writeFile(text);
    await pipe.close();
  };
}

it('a pipe with settings is read once, and a reload refuses it', async () => {
  const config = join(folder, 'cardway.yaml');
  const write = await startWithPipe(config);
  await write('logLevel: warn\nport: 0\n');
  await until('the gateway is ready', () => linesWith('"event":"ready"').length === 1);
  child.kill('SIGHUP');
  await until('the gateway has refused', () => linesWith('not reloaded').length === 1);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    level: 'error',
    reason: expect.stringContaining(`CARDWAY_CONFIG: is "${config}"`) as string,
  });
  const { url } = JSON.parse(linesWith('"event":"ready"')[0] ?? '') as { url: string };
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
});


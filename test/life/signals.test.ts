/** Signals that Node or the kernel would handle in its own way, signals before the ready line, and settings in a pipe. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PROCESS_ENV, temporaryFolder } from '../support/gateway.js';
import { until } from './until.js';

const MAIN = resolve(__dirname, '..', '..', 'dist', 'main.js');

let folder: string;
let child: ChildProcess;
const lines: string[] = [];
let errors = '';

beforeEach(() => {
  folder = temporaryFolder();
  errors = '';
});

afterEach(() => {
  child.kill('SIGKILL');
  lines.length = 0;
});

function start(program: readonly string[], env: Readonly<Record<string, string>>): void {
  const [name = '', ...args] = [...program, process.execPath, MAIN, 'serve', '--sandbox'];
  child = spawn(name, args, {
    env: { ...PROCESS_ENV, CARDWAY_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
}

const linesWith = (text: string): readonly string[] => lines.filter((line) => line.includes(text));

it('SIGUSR1 opens no debugger', async () => {
  start([], {
    CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
    NODE_OPTIONS: '--inspect-port=0',
  });
  await until('the gateway is ready', () => linesWith('"event":"ready"').length === 1);
  child.kill('SIGUSR1');
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(errors).not.toContain('Debugger');
});

const CAN_BE_FIRST = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

if (!CAN_BE_FIRST) process.stderr.write('Skipped: signals to process 1: unshare --pid does not work here\n');
else {
  describe('process 1, as in a container', () => {
    let server: Server;

    beforeEach(async () => {
      server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
    });

    afterEach(() => server.close());

    it.each([
      ['SIGTERM', 143],
      ['SIGINT', 130],
    ] as const)('ends on %s while it waits for its database', async (signal, status) => {
      const { port } = server.address() as AddressInfo;
      const isAsked = once(server, 'connection');
      start(['unshare', '--pid', '--fork', '--kill-child'], {
        CARDWAY_DATABASE_URL: `postgres://user:secret@127.0.0.1:${String(port)}/cardway?sslmode=disable`,
        CARDWAY_MASTER_KEY: `hex:${'01'.repeat(32)}`,
      });
      const exited = once(child, 'exit');
      await isAsked;
      const outer = String(child.pid);
      const inner = readFileSync(`/proc/${outer}/task/${outer}/children`, 'utf8').trim();
      process.kill(Number(inner), signal);
      expect(await exited).toEqual([status, null]);
    });
  });
}

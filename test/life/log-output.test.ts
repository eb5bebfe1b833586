/** A log that nobody takes must not stop payments, nor the end of the gateway. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deduct, JSON_PROXY } from '../support/channels/index.js';
import { PATIENT, PROCESS_ENV, temporaryFolder } from '../support/gateway.js';
import { until } from './until.js';

const MAIN = resolve(__dirname, '..', '..', 'dist', 'main.js');

let folder: string;
let child: ChildProcess;
let exited: Promise<unknown[]>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(async () => {
  child.kill('SIGKILL');
  await exited;
});

function start(script: string, stdout: 'pipe' | 'ignore'): void {
  child = spawn('sh', ['-c', script, 'sh', process.execPath, MAIN, 'serve', '--sandbox'], {
    env: {
      ...PROCESS_ENV,
      ...PATIENT,
      CARDWAY_PORT: '0',
      CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  exited = once(child, 'exit');
}

const READY = /"event":"ready","url":"([^"]+)"/;

/** Makes lines of more than a pipe holds, and pays. */
async function payAfterManyLines(url: string): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(Array.from({ length: 25 }, () => fetch(`${url}/v1/transactions/1_20260101_1`)));
  }
  expect(await JSON_PROXY.call(url, deduct())).toMatchObject({ resultCode: 1 });
}

it('a full disk under the log: the gateway says so once, pays, and stops with status 0', async () => {
  const file = join(folder, 'log');
  const limit = 64 * 1024 * 1024;
  closeSync(openSync(file, 'w'));
  // The limit of a file is 512 bytes times the number. A write beyond it fails instead of ending the process.
  truncateSync(file, limit - 20_000);
  start(`trap '' XFSZ; ulimit -f ${String(limit / 512)}; exec "$@" >> ${file}`, 'ignore');
  let err = '';
  child.stderr!.on('data', (text: Buffer) => (err += text.toString('utf8')));
  const written = (): string =>
    readFileSync(file)
      .subarray(limit - 20_000)
      .toString('utf8');
  await until('the gateway is ready', () => READY.test(written()));
  await payAfterManyLines(READY.exec(written())![1]!);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(err.match(/The log cannot be written [(]EFBIG[)]/g)).toHaveLength(1);
});

it('a reader that reads no more: the gateway pays, and stops with status 0', async () => {
  start('exec "$@"', 'pipe');
  let out = '';
  const url = await new Promise<string>((resolve) => {
    child.stdout!.on('data', (text: Buffer) => {
      out += text.toString('utf8');
      const ready = READY.exec(out);
      if (ready === null) return;
      child.stdout!.pause();
      resolve(ready[1]!);
    });
  });
  await payAfterManyLines(url);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

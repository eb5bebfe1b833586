import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { PROCESS_ENV, temporaryFolder } from '../support/gateway.js';
import { until } from './until.js';

export interface CapturedGateway {
  readonly url: string;
  /** Returns everything written until now, on standard output and standard error. */
  written(): string;
  /** Sends SIGTERM. Resolves with the exit status when all output has been read. */
  stop(): Promise<number | null>;
}

/** Starts a sandbox whose output is kept completely, standard error included. */
export async function startCapturedGateway(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<CapturedGateway> {
  const folder = temporaryFolder();
  const main = resolve(__dirname, '..', '..', 'dist', 'main.js');
  const child = spawn(process.execPath, [main, 'serve', '--sandbox', ...args], {
    env: {
      ...PROCESS_ENV,
      CARDWAY_PORT: '0',
      CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (written += chunk.toString('utf8')));
  }
  const readyUrl = (): string | undefined => /"event":"ready","url":"([^"]+)"/.exec(written)?.[1];
  await until('the gateway is ready', () => readyUrl() !== undefined);
  return {
    url: readyUrl() ?? '',
    written: () => written,
    async stop() {
      child.kill('SIGTERM');
      const [status] = await closed;
      return status;
    },
  };
}

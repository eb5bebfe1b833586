import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const SAMPLES = resolve(__dirname, '..', '..', 'docs', 'samples');

/** Programs of docs/samples, by language. */
const COMMANDS = {
  node: [process.execPath, resolve(SAMPLES, 'wallet-service.mjs')],
  python: ['python3', resolve(SAMPLES, 'wallet_service.py')],
} as const;

export type SampleLanguage = keyof typeof COMMANDS;

export interface Sample {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the wallet service of the quickstart in its own process. Port 0 picks a free one. */
export async function startSample(language: SampleLanguage, keyFile: string, port = '0'): Promise<Sample> {
  const [program, script] = COMMANDS[language];
  const child = spawn(program, [script, keyFile, port], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Returns whether a program is installed. Tests print what they do not try. */
export function isInstalled(program: string, ...version: readonly string[]): boolean {
  try {
    execFileSync(program, version, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

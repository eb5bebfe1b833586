import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Child {
  readonly process: ChildProcess;
  /** Returns its output until now. */
  output(): string;
  /** Resolves with its whole output, once it has ended and its pipes are empty. */
  readonly ended: Promise<string>;
}

/** Starts one of the programs of this folder. */
export function startChild(program: string, ...args: readonly string[]): Child {
  const child = spawn(process.execPath, [join(__dirname, 'run.cjs'), join(__dirname, program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return { process: child, output: () => output, ended: once(child, 'close').then(() => output) };
}

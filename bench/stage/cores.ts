import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Cores that a process may run on, such as `0` or `1-3`. Null where they cannot be chosen. */
export interface Cores {
  /** Cores of the subject. */
  readonly subject: string | null;
  /** Cores of load generator and downstream. */
  readonly load: string | null;
}

export function chooseCores(): Cores {
  const count = availableParallelism();
  const hasTaskset = spawnSync('taskset', ['--version']).status === 0;
  if (!hasTaskset || count < 2) return { subject: null, load: null };
  const last = String(count - 1);
  return { subject: '0', load: count === 2 ? '1' : `1-${last}` };
}

/** Returns the command that runs a program on those cores. */
export function onCores(cores: string | null, command: readonly string[]): [string, ...string[]] {
  const [program = '', ...args] = command;
  return cores === null ? [program, ...args] : ['taskset', '-c', cores, program, ...args];
}

/** Keeps this process, and the children it starts without cores of their own, on these cores. */
export function stayOn(cores: string | null): void {
  if (cores !== null) spawnSync('taskset', ['-pc', cores, String(process.pid)]);
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onCores } from './cores.js';

export const ROOT = resolve(__dirname, '..', '..');
const RUN = join(ROOT, 'bench', 'run.cjs');

/** A process that serves something, such as a gateway or a peer. */
export interface Program {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from its start to its ready line. */
  readonly startMs: number;
  /** File of its output. */
  readonly logPath: string;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  readonly name: string;
  /** Node's arguments. */
  readonly args: readonly string[];
  readonly cores: string | null;
  readonly env: Readonly<Record<string, string>>;
  /** File of its output. Reading a pipe would take time from the core of the load. */
  readonly logPath: string;
}

/** Returns the arguments that run a TypeScript file of this folder. */
export function benchFile(...path: readonly string[]): readonly string[] {
  return [RUN, join(ROOT, 'bench', ...path)];
}

/** Starts a program and waits for its line `{"event":"ready","url":…}`. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const log = openSync(options.logPath, 'w');
  const [command, ...args] = onCores(options.cores, [process.execPath, ...options.args]);
  const startedAtMs = performance.now();
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...options.env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // An interrupted run leaves no program that would disturb the next run.
  process.once('exit', () => child.kill('SIGKILL'));
  const url = await readyUrl(options, child);
  return {
    name: options.name,
    url,
    pid: child.pid ?? -1,
    startMs: performance.now() - startedAtMs,
    logPath: options.logPath,
    stop: () => stop(child),
  };
}

async function readyUrl({ name, logPath }: ProgramOptions, child: ChildProcess): Promise<string> {
  const giveUpAtMs = performance.now() + READY_MS;
  for (;;) {
    const text = readFileSync(logPath, 'utf8');
    const line = text.split('\n').find((candidate) => candidate.includes('"event":"ready"'));
    if (line !== undefined) return (JSON.parse(line) as { url: string }).url;
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > giveUpAtMs) {
      child.kill('SIGKILL');
      throw new Error(`${name} did not start:\n${text.slice(-2000)}`);
    }
    await new Promise((resolveWait) => setTimeout(resolveWait, 10));
  }
}

const READY_MS = 60_000;
const STOP_MS = 10_000;

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const lastResort = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(lastResort);
}

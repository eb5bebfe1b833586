import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('./guard.mjs', import.meta.url));
const GRACE_MS = 5_000;
const OUTPUT_CHARS_MAX = 400_000;

/** Failed step, with a sentence for the person at the terminal. */
export class SetUpFailure extends Error {}

/** Signal that arrived while a step ran. The step's processes have ended when this is thrown. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Interrupted by ${signal}.`);
    this.signal = signal;
  }
}

/**
 * Runs a program in its own process group, so that the program and all its children (npm: shells, compilers) end together: on
 * SIGINT or SIGTERM here, and whenever this process dies (guard.mjs).
 *
 * @param {string[]} command program and arguments
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ status: number, output: string }>} output: standard output and error as they came, its end if very long
 */
export async function runInGroup(command, { cwd, env = process.env }) {
  const head = spawn(process.execPath, [GUARD, ...command], {
    cwd,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const signals = endGroupOnSignal(head);
  let output = '';
  /** @param {string} chunk */
  const keep = (chunk) => {
    output = (output + chunk).slice(-OUTPUT_CHARS_MAX);
  };
  head.stdout.setEncoding('utf8').on('data', keep);
  head.stderr.setEncoding('utf8').on('data', keep);
  try {
    const status = await new Promise((resolve, reject) => {
      head.on('error', reject);
      head.on('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
    if (signals.received) throw new Interrupted(signals.received);
    return { status, output };
  } finally {
    signals.stop();
  }
}

/** @param {import('node:child_process').ChildProcess} head */
function endGroupOnSignal(head) {
  /** @type {{ received: NodeJS.Signals | undefined, stop: () => void }} */
  const signals = { received: undefined, stop };
  /** @type {NodeJS.Timeout | undefined} */
  let lastResort;
  process.on('SIGINT', forward);
  process.on('SIGTERM', forward);
  return signals;

  /** @param {NodeJS.Signals} signal */
  function forward(signal) {
    signals.received = signal;
    killGroup(head.pid, signal);
    lastResort ??= setTimeout(() => killGroup(head.pid, 'SIGKILL'), GRACE_MS);
  }

  function stop() {
    clearTimeout(lastResort);
    process.off('SIGINT', forward);
    process.off('SIGTERM', forward);
  }
}

/**
 * @param {number | undefined} pid of the head of the group
 * @param {NodeJS.Signals} signal
 */
function killGroup(pid, signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

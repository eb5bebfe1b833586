import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Runtime } from '../../src/app/runtime.js';
import type { Clock } from '../../src/platform/clock.js';
import type { Timer } from '../../src/use-cases/ports.js';

/** Clocks of this machine, as main.ts has them. */
export const machineClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

export const machineTimer: Timer = {
  wait(ms) {
    let timeout: NodeJS.Timeout | undefined;
    const done = new Promise<void>((resolve) => (timeout = setTimeout(resolve, ms)));
    return { done, cancel: () => clearTimeout(timeout) };
  },
};

/** Returns the environment of a gateway or a command that runs in the process of its test. */
export function machineRuntime(clock = machineClock): Runtime {
  return {
    clock,
    timer: machineTimer,
    newId: randomUUID,
    random: Math.random,
    owner: randomUUID(),
    pid: process.pid,
    readFile: (path) => readFileSync(path, 'utf8'),
  };
}

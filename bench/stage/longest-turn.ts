import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from './program.js';

/** Turns of the event loop of a gateway that was started with `options`. */
export interface Turns {
  readonly options: { readonly nodeArgs: readonly string[]; readonly env: Readonly<Record<string, string>> };
  /** Returns the longest turn since the last call, milliseconds. */
  longestMs(program: Program): Promise<number>;
}

/** Measures the longest turn in the program itself: seen from outside, a turn and the wait for it look alike. */
export function createTurns(folder: string): Turns {
  const path = join(folder, 'longest-turn');
  let reports = 0;
  return {
    options: {
      nodeArgs: ['--require', join(__dirname, 'longest-turn.cjs')],
      env: { LONGEST_TURN_FILE: path },
    },
    async longestMs({ pid }) {
      reports += 1;
      process.kill(pid, 'SIGUSR2');
      for (;;) {
        const [report, longestMs] = read(path);
        if (report === reports && longestMs !== undefined) return longestMs;
        await pause(1);
      }
    },
  };
}

function read(path: string): readonly number[] {
  try {
    return readFileSync(path, 'utf8').split(' ').map(Number);
  } catch {
    return [];
  }
}

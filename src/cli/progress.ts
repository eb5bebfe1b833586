import type { Shell } from './shell.js';

export interface Progress {
  /** What stands at this moment; shown now and then. */
  show(line: string): void;
  /** Leaves the last line behind. */
  end(): void;
}

const EVERY_MS = 200;

/** Long work on a terminal: one line that is written over. Nothing in a pipe. */
export function createProgress(shell: Pick<Shell, 'err' | 'isErrTerminal' | 'world'>): Progress {
  if (!shell.isErrTerminal) return { show: () => undefined, end: () => undefined };
  let shownAtMs = 0;
  let latest = '';
  const write = (): void => {
    shell.err(`\r\u001b[K${latest}`);
  };
  return {
    show(line) {
      latest = line;
      const nowMs = shell.world.clock.nowMs();
      if (nowMs - shownAtMs < EVERY_MS) return;
      shownAtMs = nowMs;
      write();
    },
    end() {
      if (latest === '') return;
      write();
      shell.err('\n');
    },
  };
}

/** 1234567 as 1,234,567. */
export function counted(count: number): string {
  return count.toLocaleString('en-US');
}

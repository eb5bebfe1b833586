import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ReferenceWork {
  /** Measures the processor time, in milliseconds, of the fixed work on this machine now. */
  measure(): Promise<number>;
  close(): void;
}

/** Starts a process beside the gateway, which shares its cores with it. */
export function startReferenceWork(): ReferenceWork {
  const child = spawn(process.execPath, [join(__dirname, 'fixed-work.cjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout });
  return {
    measure() {
      const measured = new Promise<number>((resolve, reject) => {
        child.once('exit', reject);
        answers.once('line', (line) => {
          child.off('exit', reject);
          resolve(Number(line));
        });
      });
      child.stdin.write('\n');
      return measured;
    },
    close: () => child.stdin.end(),
  };
}

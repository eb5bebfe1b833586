import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ReferenceWork {
  /** Processor time, in milliseconds, that the fixed work takes on this machine at this moment. */
  measure(): Promise<number>;
  close(): void;
}

/** A process beside the gateway, which shares its cores with it. */
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

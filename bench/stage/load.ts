import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Job, JobMessage, JobReport } from '../load/job.js';
import { onCores } from './cores.js';
import { benchFile } from './program.js';

/** Load generator in its own process. */
export interface LoadGenerator {
  /** Runs one job at a time. Calls `onBorder` at the beginning and at the end of the measured time. */
  run(job: Job, onBorder: () => void): Promise<JobReport>;
  stop(): Promise<void>;
}

export function startLoadGenerator(cores: string | null): LoadGenerator {
  const [command, ...args] = onCores(cores, [process.execPath, ...benchFile('load', 'generator.ts')]);
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  return {
    run: (job, onBorder) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error('The load generator ended.'));
        const hear = (message: JobMessage): void => {
          if (message.kind !== 'done') return onBorder();
          child.off('message', hear);
          child.off('exit', ended);
          resolve(message.report);
        };
        child.on('message', hear);
        child.on('exit', ended);
        child.send(job);
      }),
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

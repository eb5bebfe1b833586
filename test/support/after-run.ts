import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Ends the servers that the workers shared (postgres.ts), and removes the folder of run-folder.ts. Runs after the last test. */
async function endRun(): Promise<void> {
  const run = process.env['TEST_RUN_FOLDER'];
  if (run === undefined) return;
  const servers = readdirSync(run).filter((name) => /^server-.*\.json$/.test(name));
  await Promise.all(servers.map((name) => end(JSON.parse(readFileSync(join(run, name), 'utf8')))));
  rmSync(run, { recursive: true, force: true });
}

async function end({ pid, folder }: { readonly pid: number; readonly folder: string }): Promise<void> {
  // PostgreSQL ends at once, with no last checkpoint. Its processes end with the first one, however that ends.
  signal(pid, 'SIGQUIT');
  for (let left = 1000; signal(pid, 0); left -= 1) {
    if (left === 0) signal(pid, 'SIGKILL');
    await wait(20);
  }
  rmSync(folder, { recursive: true, force: true });
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

export { endRun as default };

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { LedgerFile } from '../support/channels/ledger.js';

export type Repair = () => Promise<void>;

/**
 * Makes every write of a running gateway to a file fail (EFBIG, to SQLite an input/output error), as on a broken disk. Reads,
 * sockets and pipes still work. Where the system cannot do that to a running process (anything except Linux with util-linux),
 * another process locks the database instead. Returns how to end it.
 */
export async function failWrites(pid: number, ledger: LedgerFile): Promise<Repair> {
  return limitGrowth(pid, 0, ledger);
}

/** Makes writes fail that would enlarge a file beyond this many bytes: a full disk. */
export async function limitGrowth(pid: number, bytes: number, ledger: LedgerFile): Promise<Repair> {
  if (!PRLIMIT) {
    const unlock = ledger.lock();
    return () => Promise.resolve(unlock());
  }
  await limitFiles(pid, `${String(bytes)}:unlimited`);
  return () => limitFiles(pid, 'unlimited:unlimited');
}

const PRLIMIT = ['/usr/bin/prlimit', '/bin/prlimit'].some((path) => existsSync(path));

async function limitFiles(pid: number, limits: string): Promise<void> {
  await promisify(execFile)('prlimit', ['--pid', String(pid), `--fsize=${limits}`]);
}

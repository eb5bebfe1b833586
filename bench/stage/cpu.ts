import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of all threads of a process since its start, in milliseconds. */
export interface CpuTimes {
  readonly ranMs: number;
  /** Time in which the main thread was ready to run while another process had the core. */
  readonly waitedMs: number;
}

/** Reads the scheduler's times (Linux). Returns null elsewhere, and for a process that has ended. */
export function cpuTimes(pid: number): CpuTimes | null {
  try {
    const threads = readdirSync(`/proc/${String(pid)}/task`).map((tid) =>
      schedstat(`/proc/${String(pid)}/task/${tid}/schedstat`),
    );
    const ranMs = threads.reduce((sum, thread) => sum + thread.ranMs, 0);
    return { ranMs, waitedMs: schedstat(`/proc/${String(pid)}/task/${String(pid)}/schedstat`).waitedMs };
  } catch {
    return null;
  }
}

function schedstat(path: string): CpuTimes {
  const [ran = '0', waited = '0'] = readFileSync(path, 'utf8').split(' ');
  return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 };
}

/** Returns the resident set in bytes. Returns 0 where it cannot be read. */
export function residentBytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

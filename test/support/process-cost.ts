import { existsSync, readFileSync } from 'node:fs';

/** Returns the resident KiB of a process. Returns null where the system does not report them. */
export function residentKib(pid: number): number | null {
  const file = `/proc/${String(pid)}/status`;
  const written = existsSync(file) ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return written === undefined ? null : Number(written);
}

/** Returns the processor time that a process has used, all of its threads. Returns null where the system does not report it. */
export function processorMs(pid: number): number | null {
  const file = `/proc/${String(pid)}/stat`;
  if (!existsSync(file)) return null;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

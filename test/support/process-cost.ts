import { existsSync, readFileSync } from 'node:fs';

/** Resident KiB of a process; null where the system does not say. */
export function residentKib(pid: number): number | null {
  const file = `/proc/${String(pid)}/status`;
  const written = existsSync(file) ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return written === undefined ? null : Number(written);
}

/** Processor time that a process has used so far, all of its threads; null where the system does not say. */
export function processorMs(pid: number): number | null {
  const file = `/proc/${String(pid)}/stat`;
  if (!existsSync(file)) return null;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

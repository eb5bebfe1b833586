import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './judge/median.js';

/** Machine that the figures were measured on. */
export interface Machine {
  readonly system: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  /** One-minute load average of other programs, before the run begins. */
  readonly loadBefore: number;
  /** Median of a write and fsync of 4 KB in the folder of the databases. */
  readonly fsyncMs: number;
}

export function describeMachine(folder: string): Machine {
  const processors = cpus();
  return {
    system: `${type()} ${release()}`,
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
    fsyncMs: fsyncMs(folder),
  };
}

const SYNCS = 50;

function fsyncMs(folder: string): number {
  const path = join(folder, 'fsync');
  const file = openSync(path, 'w');
  const page = Buffer.alloc(4096);
  const times = Array.from({ length: SYNCS }, () => {
    const startedAtMs = performance.now();
    writeSync(file, page);
    fsyncSync(file);
    return performance.now() - startedAtMs;
  });
  closeSync(file);
  rmSync(path);
  return median(times);
}

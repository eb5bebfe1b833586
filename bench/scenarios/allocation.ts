import { readFileSync } from 'node:fs';
import { median, spread } from '../judge/median.js';
import { runCalls, runRound } from '../measure/round.js';
import type { Scenario } from './scenario.js';

/** Bytes on the heap of V8 that one JSON call takes. The bytes of buffers are outside of it. */
export const allocation: Scenario = {
  name: 'allocation',
  about: 'P11: bytes that one JSON call allocates on the heap of V8',
  async run(stage, { rounds, measureMs, warmUpCalls, tell }) {
    const gateway = await stage.startGateway({ nodeArgs: ['--trace-gc'] });
    await runCalls(stage, gateway, warmUpCalls);
    const kilobytes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = allocatedBytes(readFileSync(gateway.logPath, 'utf8'));
      const { calls } = await runRound(stage, gateway, { kind: 'json', warmUpMs: 0, measureMs });
      // A round of a busy machine may be over before its first reply.
      if (calls === 0) continue;
      const bytes = allocatedBytes(readFileSync(gateway.logPath, 'utf8')) - before;
      kilobytes.push(bytes / 1000 / calls);
      tell(`${(bytes / 1000 / calls).toFixed(1)} KB a call`);
    }
    await gateway.stop();
    return [
      {
        target: 'P11',
        what: 'JSON interface, allocated by a call',
        measured: kilobytes.length === 0 ? null : median(kilobytes),
        unit: 'KB',
        wanted: { atMost: 45 },
        ...(kilobytes.length === 0
          ? { note: 'no call was answered in time' }
          : { spread: spread(kilobytes) }),
      },
    ];
  },
};

/**
 * Returns the bytes that all isolates of a process have allocated up to their last garbage collections, from the lines of
 * `--trace-gc`. A heap grows between two collections by what the program allocates.
 */
export function allocatedBytes(trace: string): number {
  const leftMb = new Map<string, number>();
  let allocatedMb = 0;
  for (const [, isolate = '', before, after] of trace.matchAll(COLLECTION)) {
    allocatedMb += Number(before) - (leftMb.get(isolate) ?? 0);
    leftMb.set(isolate, Number(after));
  }
  return allocatedMb * 2 ** 20;
}

/** `[123:0x7f00]    55 ms: Scavenge 12.5 (20.0) -> 3.25 (21.0) MB, …` */
const COLLECTION = /^\[\d+:(\w+)\][^:\n]*: [A-Z][^\n]*? (\d+\.\d+) \([\d.]+\) -> (\d+\.\d+) \([\d.]+\) MB/gm;

import { until } from '../life/until.js';
import { readGauges } from './gauges.js';
import { median } from './median.js';
import type { ReferenceWork } from './reference-work.js';

/**
 * What a call costs when it comes alone. Under load that depends on the machine: where calls have to wait, their commits are made
 * together, and each costs half as much. So the load pauses for a look, and the same calls are made one after another.
 */
export interface Probe {
  readonly atSeconds: number;
  /** Processor time of the gateway for a call. */
  readonly cpuMs: number;
  /** Processor time of the fixed work, before and after. */
  readonly referenceMs: number;
  /** What a call costs, in fixed works: the same on a slow and on a fast machine. */
  readonly relativeCost: number;
}

export async function takeProbe(args: {
  readonly url: string;
  readonly calls: number;
  readonly call: () => Promise<unknown>;
  readonly reference: ReferenceWork;
  readonly atSeconds: number;
}): Promise<Probe> {
  const { url, calls, reference } = args;
  await until(
    'what the load left behind is done',
    async () => {
      const { pending, webhooksPending, sockets } = await readGauges(url);
      return pending + webhooksPending + sockets === 0;
    },
    120_000,
  );
  const works = [await reference.measure(), await reference.measure()];
  const before = await readGauges(url);
  for (let turn = 0; turn < calls; turn += 1) await args.call();
  const after = await readGauges(url);
  works.push(await reference.measure(), await reference.measure());
  const referenceMs = median(works);
  const cpuMs = ((after.cpuSeconds - before.cpuSeconds) * 1000) / calls;
  return { atSeconds: args.atSeconds, cpuMs, referenceMs, relativeCost: cpuMs / referenceMs };
}

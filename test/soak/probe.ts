import { until } from '../life/until.js';
import { readGauges } from './gauges.js';
import { median } from './median.js';
import type { ReferenceWork } from './reference-work.js';

/**
 * Cost of a call that comes alone. Under load the cost depends on the machine: waiting calls share commits, and each costs half
 * as much. The load therefore pauses for a probe, which makes the same calls one after another.
 */
export interface Probe {
  readonly atSeconds: number;
  /** Milliseconds of the gateway's processor time per call. */
  readonly cpuMs: number;
  /** Milliseconds of processor time of the fixed work, before and after. */
  readonly referenceMs: number;
  /** Cost of a call in units of the fixed work: the same on a slow and on a fast machine. */
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

import { interleave } from '../measure/interleave.js';
import type { Scenario } from './scenario.js';
import { throughputRatio } from './throughput.js';

/** Gain of a second core. On a machine with two cores, the gateway shares the second one with the load. */
export const twoCores: Scenario = {
  name: 'two-cores',
  about: 'P12: one gateway on all cores against one on a single core',
  async run(stage, effort) {
    const gateways = [
      await stage.startGateway({ name: 'gateway-all-cores', cores: null }),
      await stage.startGateway({ name: 'gateway-one-core' }),
    ];
    const [all, one] = await interleave(stage, gateways, { kind: 'json', effort });
    for (const gateway of gateways) await gateway.stop();
    if (one === undefined) throw new Error('There is nothing to compare with.');
    const target = { name: 'P12', peer: one.name, atLeast: 1.3 };
    const findings = [throughputRatio(all, one, { kind: 'json', ceilingPerSecond: null, target })];
    return { subjects: all === undefined ? [one] : [all, one], ceilingPerSecond: null, findings };
  },
};

import { interleave } from '../measure/interleave.js';
import type { Finding, Scenario, Subject } from './scenario.js';
import { throughputRatio } from './throughput.js';

/** Comparison of this build with another one under the same load. */
export const builds: Scenario = {
  name: 'builds',
  about: 'this build of the gateway against another one (--against), on every interface',
  async run(stage, effort) {
    if (effort.against === null) return { subjects: [], ceilingPerSecond: null, findings: [] };
    const programs = [
      await stage.startGateway({ name: 'gateway' }),
      await stage.startGateway({ name: 'other-build', build: effort.against }),
    ];
    const subjects: Subject[] = [];
    const findings: Finding[] = [];
    for (const kind of ['json', 'xml', 'graphql'] as const) {
      const [ours, other] = await interleave(stage, programs, { kind, effort });
      if (ours === undefined || other === undefined) throw new Error('A subject is missing.');
      findings.push(throughputRatio(ours, other, { kind, ceilingPerSecond: null }));
      subjects.push({ ...ours, name: `${kind}: gateway` }, { ...other, name: `${kind}: other build` });
    }
    for (const program of programs) await program.stop();
    return { subjects, ceilingPerSecond: null, findings };
  },
};

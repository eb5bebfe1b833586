import { interleave } from '../measure/interleave.js';
import { median } from '../judge/median.js';
import type { Finding, Scenario, Subject } from './scenario.js';
import { throughputRatio } from './throughput.js';

/** Needs a program that takes more than one worker, and more cores than two to show anything of them. */
export const workers: Scenario = {
  name: 'workers',
  about: 'two workers against one, on any core',
  async run(stage, effort) {
    const two = await stage
      .startGateway({ name: 'two-workers', env: { CARDWAY_WORKERS: '2' }, cores: stage.cores.all })
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    if (two instanceof Error) {
      const note = `The program does not start with two workers: ${two.message.split('\n').slice(1, 3).join(' ')}`;
      const finding = {
        target: null,
        what: 'two workers / one',
        measured: null,
        unit: 'ratio',
        wanted: null,
        note,
      };
      return { subjects: [], ceilingPerSecond: null, findings: [finding] };
    }
    const one = await stage.startGateway({ name: 'one-worker', cores: stage.cores.all });
    const [a, b] = await interleave(stage, [two, one], { kind: 'json', effort });
    await two.stop();
    await one.stop();
    if (b === undefined) throw new Error('A subject is missing.');
    const finding = throughputRatio(a, b, { kind: 'json', ceilingPerSecond: null });
    return {
      subjects: [a, b].filter((subject) => subject !== undefined),
      ceilingPerSecond: null,
      findings: [finding, capacityOf(a, b)],
    };
  },
};

/**
 * What two workers would carry on cores of their own, from what a call costs them: all there is to say where generator, wallet service
 * and gateway share two cores. It leaves out what they would wait for each other at the database.
 */
function capacityOf(two: Subject | undefined, one: Subject): Finding {
  const cost = ({ rounds }: Subject): number =>
    median(rounds.map(({ subjectRanMs, calls }) => (subjectRanMs ?? NaN) / calls));
  const measured = two === undefined ? NaN : (2 * cost(one)) / cost(two);
  return {
    target: null,
    what: 'two workers / one, by the processor time of a call',
    measured: Number.isFinite(measured) ? measured : null,
    unit: 'ratio',
    wanted: { atLeast: 1.6 },
    note: two === undefined ? '' : `${cost(two).toFixed(3)} against ${cost(one).toFixed(3)} ms a call`,
  };
}

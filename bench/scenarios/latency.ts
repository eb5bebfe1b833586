import { median, spread } from '../judge/median.js';
import { problemOf } from '../judge/ratio.js';
import { interleave } from '../measure/interleave.js';
import { runRound, type Round } from '../measure/round.js';
import type { Scenario } from './scenario.js';

/** Extra time of a call through the gateway, compared with a direct call downstream, at half of the gateway's capacity. */
export const latency: Scenario = {
  name: 'latency',
  about: 'P5: added latency at half of the measured capacity',
  async run(stage, effort) {
    const kind = 'json';
    const gateway = await stage.startGateway();
    const [capacity] = await interleave(stage, [gateway], { kind, effort });
    const perSecond = median((capacity?.rounds ?? []).map((round) => round.perSecond)) / 2;
    const { connections, measureMs } = effort;
    const rounds: { through: Round; direct: Round }[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      const options = { kind, connections, measureMs, ratePerSecond: perSecond } as const;
      const through = await runRound(stage, gateway, options);
      const direct = await runRound(stage, stage.downstream, { ...options, isRaw: true });
      rounds.push({ through, direct });
      effort.tell(
        `at ${perSecond.toFixed(0)}/s: p50 +${added('p50Ms')({ through, direct }).toFixed(2)} ms, p99 +${added('p99Ms')({ through, direct }).toFixed(2)} ms`,
      );
    }
    await gateway.stop();
    const subjects = [
      { name: 'gateway', rounds: rounds.map(({ through }) => through) },
      { name: 'direct', rounds: rounds.map(({ direct }) => direct) },
    ];
    const problem = subjects.map((subject) => problemOf(subject, null)).find((text) => text !== null) ?? null;
    const finding = (member: 'p50Ms' | 'p99Ms', atMost: number) => {
      const values = rounds.map(added(member));
      return {
        target: 'P5',
        what: `added latency at ${perSecond.toFixed(0)} calls/s, ${member.slice(0, 3)}`,
        measured: problem === null ? median(values) : null,
        unit: 'ms',
        wanted: { atMost },
        spread: spread(values),
        ...(problem === null ? {} : { note: problem }),
      };
    };
    return { subjects, ceilingPerSecond: null, findings: [finding('p50Ms', 2), finding('p99Ms', 8)] };
  },
};

function added(member: 'p50Ms' | 'p99Ms') {
  return ({ through, direct }: { through: Round; direct: Round }): number => through[member] - direct[member];
}

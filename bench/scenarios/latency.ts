import { median, spread } from '../judge/median.js';
import { problemOf } from '../judge/ratio.js';
import type { CallKind } from '../load/calls.js';
import { interleave } from '../measure/interleave.js';
import { runRound, type Round } from '../measure/round.js';
import type { Program } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';
import type { Effort, Finding, Scenario, Subject } from './scenario.js';
import { costsOf } from './throughput.js';

/**
 * Extra time of a call through the gateway, compared with a direct call downstream, at half of the gateway's capacity; and the
 * calls that a second of processor time carries at that load.
 */
export const latency: Scenario = {
  name: 'latency',
  about: 'P5: added latency at half of the measured capacity. P13: calls a core-second at that load',
  async run(stage, effort) {
    const gateway = await stage.startGateway();
    const subjects: Subject[] = [];
    const findings: Finding[] = [];
    for (const kind of ['json', 'xml', 'graphql'] as const) {
      const half = await atHalfCapacity(stage, gateway, { kind, effort });
      subjects.push(...half.subjects);
      findings.push(...half.findings);
    }
    await gateway.stop();
    return { subjects, ceilingPerSecond: null, findings };
  },
};

async function atHalfCapacity(
  stage: Stage,
  gateway: Program,
  { kind, effort }: { readonly kind: CallKind; readonly effort: Effort },
): Promise<{ readonly subjects: readonly Subject[]; readonly findings: readonly Finding[] }> {
  const [capacity] = await interleave(stage, [gateway], { kind, effort });
  const perSecond = median((capacity?.rounds ?? []).map((round) => round.perSecond)) / 2;
  const { connections, measureMs } = effort;
  const through: Round[] = [];
  const direct: Round[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const options = { kind, connections, measureMs, ratePerSecond: perSecond } as const;
    through.push(await runRound(stage, gateway, options));
    if (kind === 'json') direct.push(await runRound(stage, stage.downstream, { ...options, isRaw: true }));
    effort.tell(`${kind} at ${perSecond.toFixed(0)}/s: ${addedText(through.at(-1), direct.at(-1))}`);
  }
  const ours = { name: `gateway, ${kind} at half`, rounds: through };
  const subjects = direct.length === 0 ? [ours] : [ours, { name: 'direct', rounds: direct }];
  const problem = subjects.map((subject) => problemOf(subject, null)).find((text) => text !== null) ?? null;
  const finding = (
    values: readonly number[],
    about: Pick<Finding, 'target' | 'what' | 'unit' | 'wanted'>,
  ) => ({
    ...about,
    measured: problem === null ? median(values) : null,
    spread: spread(values),
    ...(problem === null ? {} : { note: problem }),
  });
  const addedLatency = (member: 'p50Ms' | 'p99Ms', atMost: number): Finding =>
    finding(
      direct.map((round, index) => (through[index]?.[member] ?? NaN) - round[member]),
      {
        ...{ target: 'P5', unit: 'ms', wanted: { atMost } },
        what: `added latency at ${perSecond.toFixed(0)} calls/s, ${member.slice(0, 3)}`,
      },
    );
  return {
    subjects,
    findings: [
      ...(direct.length === 0 ? [] : [addedLatency('p50Ms', 2), addedLatency('p99Ms', 8)]),
      finding(
        costsOf(ours).map((us) => 1e6 / us),
        {
          ...{ target: 'P13', unit: '/s', wanted: null },
          what: `gateway, ${kind}: calls a core-second at ${perSecond.toFixed(0)} calls/s`,
        },
      ),
    ],
  };
}

function addedText(through: Round | undefined, direct: Round | undefined): string {
  if (through === undefined || direct === undefined) return `p50 ${(through?.p50Ms ?? NaN).toFixed(2)} ms`;
  const added = (member: 'p50Ms' | 'p99Ms'): string => (through[member] - direct[member]).toFixed(2);
  return `p50 +${added('p50Ms')} ms, p99 +${added('p99Ms')} ms`;
}

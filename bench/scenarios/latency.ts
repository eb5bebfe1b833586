import { median, spread } from '../judge/median.js';
import { problemOf } from '../judge/ratio.js';
import type { CallKind } from '../load/calls.js';
import { interleave } from '../measure/interleave.js';
import { runRound, type Round } from '../measure/round.js';
import type { Program } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';
import type { Effort, Finding, Scenario } from './scenario.js';
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
    const findings: Finding[] = [];
    for (const kind of ['json', 'xml', 'graphql'] as const) {
      findings.push(...(await atHalfCapacity(stage, gateway, { kind, effort })));
    }
    await gateway.stop();
    return findings;
  },
};

async function atHalfCapacity(
  stage: Stage,
  gateway: Program,
  { kind, effort }: { readonly kind: CallKind; readonly effort: Effort },
): Promise<readonly Finding[]> {
  const [capacity] = await interleave(stage, [gateway], { kind, effort });
  const perSecond = median(capacity.rounds.map((round) => round.perSecond)) / 2;
  const through: Round[] = [];
  const direct: Round[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const options = { kind, measureMs: effort.measureMs, ratePerSecond: perSecond } as const;
    through.push(await runRound(stage, gateway, options));
    if (kind === 'json') direct.push(await runRound(stage, stage.downstream, options));
    effort.tell(`${kind} at ${perSecond.toFixed(0)}/s: p50 ${(through.at(-1)?.p50Ms ?? NaN).toFixed(2)} ms`);
  }
  const ours = { name: `gateway, ${kind} at half`, rounds: through };
  const problem =
    problemOf(ours, null) ?? (kind === 'json' ? problemOf({ name: 'direct', rounds: direct }, null) : null);
  const finding = (
    values: readonly number[],
    about: Pick<Finding, 'target' | 'what' | 'unit' | 'wanted'>,
  ): Finding => ({
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
  const callsACoreSecond = finding(
    costsOf(ours).map((us) => 1e6 / us),
    {
      ...{ target: 'P13', unit: '/s', wanted: null },
      what: `gateway, ${kind}: calls a core-second at ${perSecond.toFixed(0)} calls/s`,
    },
  );
  if (kind !== 'json') return [callsACoreSecond];
  return [addedLatency('p50Ms', 2), addedLatency('p99Ms', 8), callsACoreSecond];
}

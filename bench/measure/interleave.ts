import type { CallKind } from '../load/calls.js';
import type { Effort, Subject } from '../scenarios/scenario.js';
import type { Program } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';
import { runRound, type Round } from './round.js';

/** Runs the rounds in the order A B A B …, so that other load on the machine affects all subjects alike. */
export async function interleave(
  stage: Stage,
  programs: readonly Program[],
  options: {
    readonly kind: CallKind;
    readonly effort: Effort;
    /** Number of wallets that each program's calls go around. Default: 1,000. */
    readonly walletsOf?: readonly number[];
  },
): Promise<Subject[]> {
  const { kind, effort } = options;
  const walletsOf = (index: number): number => options.walletsOf?.[index] ?? 1000;
  const { connections, measureMs } = effort;
  for (const [index, program] of programs.entries()) {
    const warmUp = { warmUpMs: 0, callsMax: effort.warmUpCalls, measureMs: WARM_UP_MS };
    await runRound(stage, program, { kind, connections, wallets: walletsOf(index), ...warmUp });
  }
  const rounds = programs.map((): Round[] => []);
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const [index, program] of programs.entries()) {
      const measured = await runRound(stage, program, {
        kind,
        connections,
        wallets: walletsOf(index),
        measureMs,
      });
      rounds[index]?.push(measured);
      effort.tell(`${program.name} ${kind} ${describe(measured)}`);
    }
  }
  return programs.map(({ name }, index) => ({ name, rounds: rounds[index] ?? [] }));
}

const WARM_UP_MS = 120_000;

export function describe({ perSecond, p50Ms, p99Ms, refused, ...round }: Round): string {
  const cpu =
    round.subjectRanMs === null
      ? ''
      : ` ${((round.subjectRanMs * 1000) / round.calls).toFixed(0)} µs CPU/call,`;
  const disturbed =
    round.subjectWaitedMs === null
      ? ''
      : ` core taken by others ${((round.subjectWaitedMs / round.seconds) * 0.1).toFixed(0)}%,`;
  return `${perSecond.toFixed(0)}/s,${cpu}${disturbed} p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${refused > 0 ? `, ${String(refused)} refused` : ''}`;
}

/** Measures what generator and downstream reach alone with these calls. */
export async function measureCeiling(
  stage: Stage,
  { kind, effort }: { readonly kind: CallKind; readonly effort: Effort },
): Promise<number> {
  const options = { kind, connections: effort.connections, measureMs: effort.measureMs, isRaw: true };
  const { perSecond } = await runRound(stage, stage.downstream, options);
  effort.tell(`ceiling ${kind} ${perSecond.toFixed(0)}/s`);
  return perSecond;
}

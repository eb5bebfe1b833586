import type { CallKind } from '../load/calls.js';
import type { Effort, Subject } from '../scenarios/scenario.js';
import type { Program } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';
import { runCalls, runRound, type Round } from './round.js';

/** Runs the rounds in the order A B A B …, so that other load on the machine affects all subjects alike. */
export async function interleave<const Programs extends readonly Program[]>(
  stage: Stage,
  programs: Programs,
  options: {
    readonly kind: CallKind;
    readonly effort: Effort;
    /** Number of wallets that each program's calls go around. Default: 1,000. */
    readonly walletsOf?: readonly number[];
  },
): Promise<{ readonly [Index in keyof Programs]: Subject }> {
  const { kind, effort } = options;
  const subjects = programs.map((program, index) => ({
    program,
    load: { kind, wallets: options.walletsOf?.[index] ?? 1000 },
    rounds: [] as Round[],
  }));
  for (const { program, load } of subjects) await runCalls(stage, program, effort.warmUpCalls, load);
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const { program, load, rounds } of subjects) {
      const measured = await runRound(stage, program, { ...load, measureMs: effort.measureMs });
      rounds.push(measured);
      effort.tell(`${program.name} ${kind} ${describe(measured)}`);
    }
  }
  return subjects.map(({ program: { name }, rounds }) => ({ name, rounds })) as {
    readonly [Index in keyof Programs]: Subject;
  };
}

function describe({ perSecond, p50Ms, p99Ms, refused, subjectRanMs, calls }: Round): string {
  const cpu = subjectRanMs === null ? '' : ` ${((subjectRanMs * 1000) / calls).toFixed(0)} µs CPU/call,`;
  return `${perSecond.toFixed(0)}/s,${cpu} p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${refused > 0 ? `, ${String(refused)} refused` : ''}`;
}

/** Measures what generator and downstream reach alone with these calls. */
export async function measureCeiling(
  stage: Stage,
  { kind, effort }: { readonly kind: CallKind; readonly effort: Effort },
): Promise<number> {
  const { perSecond } = await runRound(stage, stage.downstream, { kind, measureMs: effort.measureMs });
  effort.tell(`ceiling ${kind} ${perSecond.toFixed(0)}/s`);
  return perSecond;
}

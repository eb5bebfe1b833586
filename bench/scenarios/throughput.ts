import type { CallKind } from '../load/calls.js';
import { ratioOf } from '../judge/ratio.js';
import { median, spread } from '../judge/median.js';
import { interleave, measureCeiling } from '../measure/interleave.js';
import type { Program } from '../stage/program.js';
import type { Stage } from '../stage/stage.js';
import type { Effort, Finding, Outcome, Scenario, Subject } from './scenario.js';

interface Comparison {
  readonly name: string;
  readonly about: string;
  readonly kind: CallKind;
  readonly peers: readonly string[];
  readonly gateway?: (stage: Stage) => Promise<Program>;
  /** Peer that the target names. */
  readonly target?: { readonly name: string; readonly peer: string; readonly atLeast: number };
  /** Peer whose processor time for a call is compared. */
  readonly cost?: { readonly name: string; readonly peer: string; readonly atMost: number };
}

/** Compares the gateway with other programs under the same load, as ratios of their calls per second. */
export function comparison({ name, about, kind, peers, gateway, target, cost }: Comparison): Scenario {
  return {
    name,
    about,
    async run(stage, effort) {
      const programs = [await (gateway ?? ((s: Stage) => s.startGateway()))(stage)];
      for (const peer of peers) programs.push(await stage.startPeer(peer));
      const outcome = await compare(stage, programs, { kind, effort, target, cost });
      for (const program of programs) await program.stop();
      return outcome;
    },
  };
}

async function compare(
  stage: Stage,
  programs: readonly Program[],
  args: {
    readonly kind: CallKind;
    readonly effort: Effort;
    readonly target: Comparison['target'];
    readonly cost: Comparison['cost'];
  },
): Promise<Outcome> {
  const ceilingPerSecond = await measureCeiling(stage, args);
  const subjects = await interleave(stage, programs, args);
  const [gateway, ...others] = subjects;
  const findings = others.flatMap((other) => [
    throughputRatio(gateway, other, { ...args, ceilingPerSecond }),
    ...(args.cost?.peer === other.name ? [costRatio(gateway, other, args.kind, args.cost)] : []),
  ]);
  return { subjects, ceilingPerSecond, findings };
}

/** Processor time of one call, as a ratio to the peer's. */
function costRatio(
  subject: Subject | undefined,
  other: Subject,
  kind: CallKind,
  cost: NonNullable<Comparison['cost']>,
): Finding {
  if (subject === undefined) throw new Error('There is nothing to compare with.');
  const ratios = costsOf(subject).map((ours, index) => ours / (costsOf(other)[index] ?? NaN));
  return {
    target: cost.name,
    what: `${subject.name}, ${kind}: CPU a call / ${other.name}`,
    measured: median(ratios),
    unit: 'ratio',
    wanted: { atMost: cost.atMost },
    spread: spread(ratios),
    note: costNote(subject, other),
  };
}

export function throughputRatio(
  subject: Subject | undefined,
  other: Subject,
  args: {
    readonly kind: string;
    readonly ceilingPerSecond: number | null;
    readonly target?: Comparison['target'];
  },
): Finding {
  if (subject === undefined) throw new Error('There is nothing to compare with.');
  const ratio = ratioOf(subject, other, args.ceilingPerSecond);
  const target = args.target?.peer === other.name ? args.target : undefined;
  return {
    target: target?.name ?? null,
    what: `${subject.name}, ${args.kind}: throughput / ${other.name}`,
    unit: 'ratio',
    wanted: target === undefined ? null : { atLeast: target.atLeast },
    ...(ratio.kind === 'ratio'
      ? { measured: ratio.value, spread: ratio.spread, note: costNote(subject, other) }
      : { measured: null, note: ratio.reason }),
  };
}

/** Describes what one call costs the subject's core. A busy machine does not change this figure. */
function costNote(subject: Subject, other: Subject): string {
  const [ours, theirs] = [cpuPerCall(subject), cpuPerCall(other)];
  return `${rate(subject)}/s against ${rate(other)}/s; CPU a call ${ours} against ${theirs} µs`;
}

function rate({ rounds }: Subject): string {
  return median(rounds.map(({ perSecond }) => perSecond)).toFixed(0);
}

function cpuPerCall(subject: Subject): string {
  return median(costsOf(subject)).toFixed(0);
}

/** Returns the microseconds of processor time of one call, round by round. */
export function costsOf({ rounds }: Subject): readonly number[] {
  return rounds.map(({ subjectRanMs, calls }) => ((subjectRanMs ?? NaN) * 1000) / calls);
}

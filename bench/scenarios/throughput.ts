import type { CallKind } from '../load/calls.js';
import { problemOf, ratioOf } from '../judge/ratio.js';
import { median, spread } from '../judge/median.js';
import { interleave, measureCeiling } from '../measure/interleave.js';
import type { Program } from '../stage/program.js';
import type { Finding, Scenario, Subject } from './scenario.js';

interface Comparison {
  readonly name: string;
  readonly about: string;
  readonly kind: CallKind;
  /** Peer that the target names. */
  readonly target: { readonly name: string; readonly peer: string; readonly atLeast: number };
  /** Peer whose processor time for a call is compared. */
  readonly cost?: { readonly peer: string; readonly atMost: number };
}

/** Compares the gateway with other programs under the same load, as ratios of their calls per second. */
export function comparison({ name, about, kind, target, cost }: Comparison): Scenario {
  return {
    name,
    about,
    async run(stage, effort) {
      const programs: [Program, Program, ...Program[]] = [
        await stage.startGateway(),
        await stage.startPeer(target.peer),
      ];
      if (cost !== undefined) programs.push(await stage.startPeer(cost.peer));
      const ceilingPerSecond = await measureCeiling(stage, { kind, effort });
      const [gateway, peer, cheapest] = await interleave(stage, programs, { kind, effort });
      for (const program of programs) await program.stop();
      const throughput = throughputRatio(gateway, peer, { target, kind, ceilingPerSecond });
      if (cost === undefined || cheapest === undefined) return [throughput];
      return [throughput, costRatio(gateway, cheapest, { target: target.name, kind, atMost: cost.atMost })];
    },
  };
}

/** Processor time of one call, as a ratio to the peer's. */
function costRatio(
  subject: Subject,
  peer: Subject,
  { target, kind, atMost }: { readonly target: string; readonly kind: CallKind; readonly atMost: number },
): Finding {
  const ratios = costsOf(subject).map((ours, index) => ours / (costsOf(peer)[index] ?? NaN));
  const problem = problemOf(subject, null) ?? problemOf(peer, null);
  return {
    ...{ target, unit: 'ratio', wanted: { atMost } },
    what: `${subject.name}, ${kind}: CPU a call / ${peer.name}`,
    measured: problem === null ? median(ratios) : null,
    spread: spread(ratios),
    note: problem ?? costNote(subject, peer),
  };
}

export function throughputRatio(
  subject: Subject,
  peer: Subject,
  {
    target,
    kind = 'json',
    ceilingPerSecond = null,
  }: {
    readonly target: { readonly name: string; readonly atLeast: number };
    readonly kind?: CallKind;
    readonly ceilingPerSecond?: number | null;
  },
): Finding {
  const ratio = ratioOf(subject, peer, ceilingPerSecond);
  return {
    ...{ target: target.name, unit: 'ratio', wanted: { atLeast: target.atLeast } },
    what: `${subject.name}, ${kind}: throughput / ${peer.name}`,
    ...(ratio.kind === 'ratio'
      ? { measured: ratio.value, spread: ratio.spread, note: costNote(subject, peer) }
      : { measured: null, note: ratio.reason }),
  };
}

/** Describes what one call costs the subject's core. A busy machine does not change this figure. */
function costNote(subject: Subject, peer: Subject): string {
  const [ours, theirs] = [subject, peer].map((side) => median(costsOf(side)).toFixed(0));
  return `${rate(subject)}/s against ${rate(peer)}/s; CPU a call ${String(ours)} against ${String(theirs)} µs`;
}

function rate({ rounds }: Subject): string {
  return median(rounds.map(({ perSecond }) => perSecond)).toFixed(0);
}

/** Returns the microseconds of processor time of one call, round by round. */
export function costsOf({ rounds }: Subject): readonly number[] {
  return rounds.map(({ subjectRanMs, calls }) => ((subjectRanMs ?? NaN) * 1000) / calls);
}

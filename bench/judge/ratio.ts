import { median, spread } from './median.js';

/** Measurements of one subject after all its rounds. */
export interface Measured {
  readonly name: string;
  readonly rounds: readonly {
    readonly perSecond: number;
    readonly refused: number;
    readonly refusal: string | null;
    readonly broken: number;
  }[];
}

export type Ratio =
  | {
      readonly kind: 'ratio';
      /** Median of the ratios of single rounds: both sides of a round ran on the same machine. */
      readonly value: number;
      readonly spread: number;
    }
  | { readonly kind: 'no_ratio'; readonly reason: string };

/**
 * Returns the ratio A / B, round by round. Returns `no_ratio` where a reply was wrong, a connection broke, or a side came too
 * near to the ceiling: the measurement is then that of generator and downstream.
 */
export function ratioOf(a: Measured, b: Measured, ceilingPerSecond: number | null): Ratio {
  const problem = problemOf(a, ceilingPerSecond) ?? problemOf(b, ceilingPerSecond);
  if (problem !== null) return { kind: 'no_ratio', reason: problem };
  const ratios = a.rounds.map((round, index) => round.perSecond / (b.rounds[index]?.perSecond ?? NaN));
  if (ratios.length === 0 || ratios.some((ratio) => !Number.isFinite(ratio))) {
    return { kind: 'no_ratio', reason: 'A round is missing.' };
  }
  return { kind: 'ratio', value: median(ratios), spread: spread(ratios) };
}

/** Share of the ceiling above which a round measures the load generator, not the subject. */
export const CEILING_SHARE_MAX = 0.85;

export function problemOf({ name, rounds }: Measured, ceilingPerSecond: number | null): string | null {
  for (const round of rounds) {
    if (round.perSecond === 0) return `${name}: nothing came back in a round.`;
    if (round.refused > 0)
      return `${name}: ${String(round.refused)} replies were no approvals: ${firstLine(round.refusal)}`;
    if (round.broken > 0) return `${name}: ${String(round.broken)} connections broke.`;
  }
  const fastest = Math.max(...rounds.map(({ perSecond }) => perSecond));
  if (ceilingPerSecond !== null && fastest > ceilingPerSecond * CEILING_SHARE_MAX) {
    return `${name}: ${fastest.toFixed(0)} calls/s is too near to what generator and downstream can do, ${ceilingPerSecond.toFixed(0)}/s.`;
  }
  return null;
}

function firstLine(refusal: string | null): string {
  return (refusal ?? '').replace(/\r?\n/g, ' ').slice(0, 300);
}

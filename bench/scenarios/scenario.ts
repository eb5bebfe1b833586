import type { Measured } from '../judge/ratio.js';
import type { Round } from '../measure/round.js';
import type { Stage } from '../stage/stage.js';

export interface Scenario {
  readonly name: string;
  readonly about: string;
  run(stage: Stage, effort: Effort): Promise<readonly Finding[]>;
}

/** Size of a run. Every scenario reads the members that concern it. */
export interface Effort {
  readonly rounds: number;
  readonly measureMs: number;
  /** Calls to each subject before the first round, for its JIT compiler. */
  readonly warmUpCalls: number;
  /** Saved transactions of scenarios growth and memory. */
  readonly transactions: number;
  /** Used by the scenarios growth and start. */
  readonly wallets: number;
  readonly sockets: number;
  readonly tell: (line: string) => void;
}

export interface Subject extends Measured {
  readonly rounds: readonly Round[];
}

export interface Finding {
  /** Row of the targets, such as `P1`. Empty where a scenario failed. */
  readonly target: string;
  readonly what: string;
  /** Measured value. Null where it could not be measured: `note` then says why. */
  readonly measured: number | null;
  readonly unit: string;
  readonly wanted: Wanted | null;
  /** (greatest - smallest) / median of the rounds. */
  readonly spread?: number;
  readonly note?: string;
}

export type Wanted = { readonly atLeast: number } | { readonly atMost: number };

export type Verdict = 'reached' | 'missed' | 'not measured' | '';

export function verdictOf({ measured, wanted }: Finding): Verdict {
  if (measured === null) return 'not measured';
  if (wanted === null) return '';
  const isReached = 'atLeast' in wanted ? measured >= wanted.atLeast : measured <= wanted.atMost;
  return isReached ? 'reached' : 'missed';
}

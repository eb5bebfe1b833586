import type { Measured } from '../judge/ratio.js';
import type { Round } from '../measure/round.js';
import type { Stage } from '../stage/stage.js';

export interface Scenario {
  readonly name: string;
  readonly about: string;
  run(stage: Stage, effort: Effort): Promise<Outcome>;
}

/** How much is done; every scenario reads what concerns it. */
export interface Effort {
  readonly rounds: number;
  readonly measureMs: number;
  /** Calls to each subject before the first round, for its compiler. */
  readonly warmUpCalls: number;
  readonly connections: number;
  /** Of growth: saved transactions, and wallets. */
  readonly rows: number;
  readonly wallets: number;
  readonly sockets: number;
  /** Cards of each phase of the secrets. */
  readonly cards: number;
  /** Folder of the build that this one is compared with; null for none. */
  readonly against: string | null;
  readonly tell: (line: string) => void;
}

export interface Outcome {
  readonly subjects: readonly Subject[];
  /** What generator and downstream do without a subject between them; null where that plays no part. */
  readonly ceilingPerSecond: number | null;
  readonly findings: readonly Finding[];
}

export interface Subject extends Measured {
  readonly rounds: readonly Round[];
}

export interface Finding {
  /** Row of the targets: `P1`; null for what there is no target for. */
  readonly target: string | null;
  readonly what: string;
  /** Null where it could not be measured: then `note` says why. */
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

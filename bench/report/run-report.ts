import type { Machine } from '../machine.js';
import type { Outcome } from '../scenarios/scenario.js';

/** Report of one run, as bench/results/*.json hold it. */
export interface RunReport {
  readonly startedAt: string;
  readonly commit: string;
  readonly machine: Machine;
  /** One-minute load average at the end of the run. */
  readonly loadAfter: number;
  readonly effort: string;
  readonly scenarios: readonly (Outcome & { readonly name: string })[];
}

import type { Machine } from '../machine.js';
import type { Outcome } from '../scenarios/scenario.js';

/** One run of the benchmark: what bench/results/*.json hold. */
export interface RunReport {
  readonly startedAt: string;
  readonly commit: string;
  readonly machine: Machine;
  /** One-minute load average when it was over. */
  readonly loadAfter: number;
  readonly effort: string;
  readonly scenarios: readonly (Outcome & { readonly name: string })[];
}

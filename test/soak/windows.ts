import { median } from './median.js';
import type { Sample } from './run.js';

interface Figures {
  readonly residentMb: number;
  readonly p50Ms: number;
  readonly controlMs: number;
  readonly openFiles: number;
  /** Number of transactions that wait for a decision or an answer. */
  readonly open: number;
}

/** Returns medians of the second quarter and of the last. The first quarter is omitted: a process warms up. */
export function compare(samples: readonly Sample[]): { readonly early: Figures; readonly late: Figures } {
  return { early: figuresOf(quarter(samples, 1)), late: figuresOf(quarter(samples, 3)) };
}

function quarter(samples: readonly Sample[], number: number): readonly Sample[] {
  const at = (share: number): number => (samples.length * share) / 4;
  return samples.slice(Math.floor(at(number)), Math.ceil(at(number + 1)));
}

function figuresOf(samples: readonly Sample[]): Figures {
  const middle = (value: (sample: Sample) => number): number => median(samples.map(value));
  return {
    residentMb: middle(({ residentMb }) => residentMb),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    controlMs: middle(({ controlMs }) => controlMs),
    openFiles: middle(({ openFiles }) => openFiles),
    open: middle(({ inDoubt, contradicted, queued }) => inDoubt + contradicted + queued),
  };
}

import { parseArgs } from 'node:util';
import type { Effort } from './scenarios/scenario.js';

export interface Arguments {
  /** Names of scenarios. Empty runs all. */
  readonly scenarios: readonly string[];
  readonly isList: boolean;
  readonly isQuick: boolean;
  readonly effort: Omit<Effort, 'tell'>;
  /** Folder of the results. */
  readonly results: string | undefined;
  /** Folder that Node writes a CPU profile of each gateway into. */
  readonly cpuProfile: string | undefined;
}

export const USAGE = `Usage: npm run bench [-- SCENARIO… OPTIONS]
  --list           names the scenarios
  --quick          all in some minutes: fewer and shorter rounds, small data
  --rounds N       rounds of each subject (5)
  --seconds N      of a round (10)
  --warm-up N      calls to each subject before its first round (20,000)
  --results PATH   for the results (bench/results)
  --cpu-prof PATH  keeps a CPU profile of each gateway there
`;

const FULL = {
  ...{ rounds: 5, measureMs: 10_000, warmUpCalls: 20_000 },
  ...{ transactions: 10_000_000, wallets: 1_000_000, sockets: 10_000 },
};
const QUICK = {
  ...{ rounds: 3, measureMs: 2000, warmUpCalls: 5000 },
  ...{ transactions: 100_000, wallets: 100_000, sockets: 1000 },
};

/** Reads the arguments. Errors: throws a sentence for the person who typed them. */
export function readArguments(argv: readonly string[]): Arguments {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      ...{ list: flag, quick: flag, rounds: text, seconds: text },
      ...{ 'warm-up': text, results: text, 'cpu-prof': text },
    },
  });
  const size = values.quick ? QUICK : FULL;
  const seconds = count('seconds', values.seconds);
  return {
    scenarios: positionals,
    isList: values.list,
    isQuick: values.quick,
    effort: {
      ...size,
      rounds: count('rounds', values.rounds) ?? size.rounds,
      measureMs: seconds === null ? size.measureMs : seconds * 1000,
      warmUpCalls: count('warm-up', values['warm-up']) ?? size.warmUpCalls,
    },
    results: values.results,
    cpuProfile: values['cpu-prof'],
  };
}

function count(name: string, written: string | undefined): number | null {
  if (written === undefined) return null;
  const value = Number(written);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0.`);
  return value;
}

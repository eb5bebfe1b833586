import { parseArgs } from 'node:util';

export interface Arguments {
  /** Names of scenarios. Empty runs all. */
  readonly scenarios: readonly string[];
  readonly isList: boolean;
  readonly effort: 'smoke' | 'quick' | 'full';
  readonly rounds: number | null;
  readonly seconds: number | null;
  readonly connections: number;
  /** Calls to each subject before its first round. */
  readonly warmUpCalls: number | null;
  readonly rows: number | null;
  readonly wallets: number | null;
  readonly sockets: number | null;
  /** Folder of databases and logs: its disk is measured. */
  readonly folder: string | undefined;
  readonly results: string | undefined;
  /** Folder that Node writes a CPU profile of each subject into. */
  readonly cpuProfile: string | undefined;
}

export const USAGE = `Usage: npm run bench [-- SCENARIO… OPTIONS]
  --list           names the scenarios
  --quick          all in some minutes: fewer and shorter rounds, small data
  --smoke          all in some seconds: shows that the benchmark works, measures nothing
  --rounds N       rounds of each subject (5)
  --seconds N      of a round (10)
  --connections N  at one time (32)
  --warm-up N      calls to each subject before its first round (20,000)
  --rows N         saved transactions of growth and memory (10 million, 1 million)
  --wallets N      of growth and start (1 million)
  --sockets N      (10,000)
  --folder PATH    for databases and logs, on the disk that is to be measured (the system's temporary folder)
  --results PATH   for the results (bench/results)
  --cpu-prof PATH  keeps a CPU profile of each gateway there
`;

/** Reads the arguments. Errors: throws a sentence for the person who typed them. */
export function readArguments(argv: readonly string[]): Arguments {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      ...{
        list: flag,
        quick: flag,
        smoke: flag,
        rounds: text,
        seconds: text,
        connections: text,
      },
      ...{
        rows: text,
        wallets: text,
        sockets: text,
        folder: text,
        results: text,
        'cpu-prof': text,
        'warm-up': text,
      },
    },
  });
  return {
    scenarios: positionals,
    isList: values.list,
    effort: values.smoke ? 'smoke' : values.quick ? 'quick' : 'full',
    rounds: count('rounds', values.rounds),
    seconds: count('seconds', values.seconds),
    connections: count('connections', values.connections) ?? 32,
    warmUpCalls: count('warm-up', values['warm-up']),
    rows: count('rows', values.rows),
    wallets: count('wallets', values.wallets),
    sockets: count('sockets', values.sockets),
    folder: values.folder,
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

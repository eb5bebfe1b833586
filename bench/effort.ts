import type { Arguments } from './arguments.js';
import type { Effort } from './scenarios/scenario.js';

type Size = Omit<Effort, 'tell' | 'connections'>;

const SIZES: Readonly<Record<Arguments['effort'], Size>> = {
  full: {
    ...{ rounds: 5, measureMs: 10_000, warmUpCalls: 20_000, rows: 10_000_000, wallets: 1_000_000 },
    sockets: 10_000,
  },
  quick: {
    ...{ rounds: 3, measureMs: 2000, warmUpCalls: 5000, rows: 100_000, wallets: 100_000 },
    sockets: 1000,
  },
  smoke: {
    ...{ rounds: 1, measureMs: 100, warmUpCalls: 20, rows: 200, wallets: 1000, sockets: 60 },
  },
};

export function effortOf(args: Arguments, tell: (line: string) => void): Effort {
  const size = SIZES[args.effort];
  return {
    ...size,
    tell,
    connections: args.connections,
    rounds: args.rounds ?? size.rounds,
    measureMs: args.seconds === null ? size.measureMs : args.seconds * 1000,
    warmUpCalls: args.warmUpCalls ?? size.warmUpCalls,
    rows: args.rows ?? size.rows,
    wallets: args.wallets ?? size.wallets,
    sockets: args.sockets ?? size.sockets,
  };
}

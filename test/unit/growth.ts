/**
 * Whether a run takes time in proportion to its input, told by a ratio that is the same on every machine: the processor time for an input
 * over that for one an eighth as long. Work in proportion makes it about 8, work with the square 64.
 */
const SHARE = 8;

/** What no run in proportion to its input reaches, and every run with the square does. */
export const GROWTH_MAX = 32;

/** A shorter time is not compared: it is made of compilation, caches and the grain of the clock. */
const LEAST_US = 100;

/** Others' work, compilation and garbage collection only ever add to a time: the least of several counts. */
const SHORT_RUNS = 3;
const LONG_RUNS_MAX = 5;

export interface Growth {
  /** Processor time of the longer input, in microseconds: only to find which of several inputs costs most. */
  readonly costUs: number;
  /** Of the longer input over the shorter one; 0 where the longer one is over too soon to tell. */
  readonly times: number;
}

/** Runs the longer input again only while the growth looks too large. */
export function growthOf<T>(
  input: (length: number) => T,
  length: number,
  run: (input: T) => unknown,
): Growth {
  const long = input(length);
  let costUs = cpuUs(() => run(long));
  if (costUs <= GROWTH_MAX * LEAST_US) return { costUs, times: 0 };
  const short = input(length / SHARE);
  let shortUs = Infinity;
  for (let longRuns = 1; ; longRuns += 1) {
    for (let runs = 0; runs < SHORT_RUNS; runs += 1)
      shortUs = Math.min(
        shortUs,
        cpuUs(() => run(short)),
      );
    const times = costUs / Math.max(shortUs, LEAST_US);
    if (times <= GROWTH_MAX || longRuns === LONG_RUNS_MAX) return { costUs, times };
    costUs = Math.min(
      costUs,
      cpuUs(() => run(long)),
    );
  }
}

function cpuUs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * Test of linear time by a ratio that is the same on every machine: the time for an input over that for one an eighth
 * as long. Linear work makes it about 8, quadratic work 64.
 */
const SHARE = 8;

/** Ratio that no linear run reaches, and that every quadratic run does. */
export const GROWTH_MAX = 32;

/**
 * Shortest time to compare: a shorter one consists of compilation, caches and the clock's resolution. An input of 64 KiB that
 * takes less than 32 times as long, 6.4 ms, is fast enough whatever its growth.
 */
const LEAST_US = 200;

/** Number of runs. Other work, compilation and garbage collection only add to a time: the least of several counts. */
const SHORT_RUNS = 3;
const LONG_RUNS_MAX = 40;

export interface Growth {
  /** Time for the longer input, in microseconds. Used only to find the most expensive of several inputs. */
  readonly costUs: number;
  /** Ratio of the longer input over the shorter one. 0 where the longer one is too fast to tell. */
  readonly times: number;
}

/** Measures the growth. Runs the longer input again only while the growth looks too large. */
export function growthOf<T>(
  input: (length: number) => T,
  length: number,
  run: (input: T) => unknown,
): Growth {
  const long = input(length);
  let costUs = leastUs(() => run(long));
  if (costUs <= GROWTH_MAX * LEAST_US) return { costUs, times: 0 };
  const short = input(length / SHARE);
  let shortUs = Infinity;
  for (let longRuns = 1; ; longRuns += 1) {
    for (let runs = 0; runs < SHORT_RUNS; runs += 1)
      shortUs = Math.min(
        shortUs,
        leastUs(() => run(short)),
      );
    const times = costUs / Math.max(shortUs, LEAST_US);
    if (times <= GROWTH_MAX || longRuns === LONG_RUNS_MAX) return { costUs, times };
    costUs = Math.min(
      costUs,
      leastUs(() => run(long)),
    );
  }
}

/**
 * Processor time, or the time that passed where this is less: the collector's threads add to the one, other work on the machine to
 * the other.
 */
function leastUs(run: () => unknown): number {
  const started = performance.now();
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return Math.min(user + system, (performance.now() - started) * 1000);
}

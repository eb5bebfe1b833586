import type { Clock } from '../platform/clock.js';
import type { Settings } from '../platform/settings.js';
import type { Timer } from '../use-cases/ports.js';

/** What the outside is to the program; main.ts makes it, tests pass their own. */
export interface Runtime {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly newId: () => string;
  /** In [0, 1). */
  readonly random: () => number;
  /** Names this process in leases. */
  readonly owner: string;
  /** Names this process to people. */
  readonly pid: number;
  readonly readFile: (path: string) => string;
}

/** Intervals of the background work, in sweeps. One setting moves them all: a shorter sweep finds all work sooner. */
const INTERVALS_IN_SWEEPS = {
  /** For events of other processes. People watch subscriptions, so this is the shortest. */
  eventPollMs: 1 / 2,
  /** For counts of transactions, which people watch. */
  countMs: 2,
  /** For shared rate limits. Beyond a limit a process lets through the calls of one such interval. */
  rateExchangeMs: 2,
  /** For the counting query behind /metrics. Scrapes are usually further apart. */
  backlogMs: 10,
  clockCheckMs: 120,
  lastUsedMs: 120,
  eventExpiryMs: 120,
  /** For old transactions. One more hour of them costs nothing. */
  purgeMs: 7200,
};

/** Returns the intervals in milliseconds. */
export function intervalsOf({ everyMs }: Settings['sweep']): Readonly<typeof INTERVALS_IN_SWEEPS> {
  const cadences = Object.entries(INTERVALS_IN_SWEEPS).map(([name, rounds]) => [name, rounds * everyMs]);
  return Object.fromEntries(cadences) as typeof INTERVALS_IN_SWEEPS;
}

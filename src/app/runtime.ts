import type { Clock } from '../platform/clock.js';
import type { Settings } from '../platform/settings.js';
import type { Timer } from '../use-cases/ports.js';

/** The program's environment. main.ts creates it; tests pass their own. */
export interface Runtime {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly newId: () => string;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Name of this process in leases. */
  readonly owner: string;
  /** Process id, for people. */
  readonly pid: number;
  /** Calls the listener when this process exits. Left out where the process outlives the gateway. */
  readonly onExit?: (listener: () => void) => void;
  readonly readFile: (path: string) => string;
}

/** Intervals of the background work, in sweeps. One setting moves them all: a shorter sweep finds all work sooner. */
const INTERVALS_IN_SWEEPS = {
  /** Polling for events of other processes. People watch subscriptions, so it is the shortest interval. */
  eventPollMs: 1 / 2,
  /** Counting of transactions. People watch the counts. */
  countMs: 2,
  /** Counting query behind /metrics. Scrapes are usually further apart. */
  backlogMs: 10,
  clockCheckMs: 120,
  lastUsedMs: 120,
  /** Chaining of audit entries. Until then, an entry that somebody deletes is not missed. */
  auditChainMs: 2,
  auditHeadMs: 120,
  /** Deletion of ended sessions. They are refused before that. */
  sessionEndMs: 120,
  eventExpiryMs: 120,
  /** Looks for purges that people ordered. */
  orderedPurgeMs: 20,
  /** Deletion of old transactions. Another hour of them costs nothing. */
  purgeMs: 7200,
};

/** Returns the intervals in milliseconds. */
export function intervalsOf({ everyMs }: Settings['sweep']): Readonly<typeof INTERVALS_IN_SWEEPS> {
  const cadences = Object.entries(INTERVALS_IN_SWEEPS).map(([name, rounds]) => [name, rounds * everyMs]);
  return Object.fromEntries(cadences) as typeof INTERVALS_IN_SWEEPS;
}

/** Returns how many files and sockets this process may have open; Infinity where the system does not say it. */
export function filesMaxOf({ readFile }: Pick<Runtime, 'readFile'>): number {
  try {
    const files = Number(/^Max open files\s+(\d{1,15})\s/m.exec(readFile('/proc/self/limits'))?.[1]);
    return files > 0 ? files : Infinity;
  } catch {
    // The system is not Linux.
    return Infinity;
  }
}

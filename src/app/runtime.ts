import type { Clock } from '../platform/clock.js';
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

/** Pause of the sweep, which looks for due advices and webhooks, and for ended leases. */
export const SWEEP_EVERY_MS = 500;

/** Intervals of the other background work. */
export const INTERVALS = {
  /** Polling for events of other processes. People watch subscriptions, so it is the shortest interval. */
  eventPollMs: SWEEP_EVERY_MS / 2,
  /** Looks for quarter hours whose statistics are final. */
  quarterHourMs: 120 * SWEEP_EVERY_MS,
  /** Counting query behind /metrics. Scrapes are usually further apart. */
  backlogMs: 10 * SWEEP_EVERY_MS,
  clockCheckMs: 120 * SWEEP_EVERY_MS,
  lastUsedMs: 120 * SWEEP_EVERY_MS,
  /** Writing of audit entries to the log. Until then, nobody misses an entry at the end that somebody deletes. */
  auditLogMs: 2 * SWEEP_EVERY_MS,
  auditHeadMs: 120 * SWEEP_EVERY_MS,
  /** Deletion of ended sessions. They are refused before that. */
  sessionEndMs: 120 * SWEEP_EVERY_MS,
  eventExpiryMs: 120 * SWEEP_EVERY_MS,
  /** Looks for purges that people ordered. */
  orderedPurgeMs: 20 * SWEEP_EVERY_MS,
  /** Deletion of old transactions. Another hour of them costs nothing. */
  purgeMs: 7200 * SWEEP_EVERY_MS,
};

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

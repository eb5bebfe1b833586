import type { Clock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import type { Store } from '../store/store.js';
import type { Timer } from '../use-cases/ports.js';
import type { Tracing } from './tracing.js';

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

/** Configuration, machine, log and store: each part of the gateway is made from these. */
export interface Ground {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly log: Logger;
  /** Must be open and migrated. */
  readonly store: Store;
  /** Null or left out: calls are not traced. */
  readonly tracing?: Tracing | null;
}

/** Returns the function that logs an error for which no caller waits. */
export function logFailure({ log }: Pick<Ground, 'log'>, what: string): (error: unknown) => void {
  return (error) => log.error({ err: error }, what);
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

/** Difference from the database's clock beyond which secrets are refused. */
export const DRIFT_MAX_MS = 30_000;
/** Difference at which warnings begin: early enough to act, and above the noise of NTP. */
export const DRIFT_WARNING_MS = 2000;

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

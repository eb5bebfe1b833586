import type { DownstreamClient } from '../outbound/downstream/client.js';
import type { Repeating } from '../platform/background.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import type { Store } from '../store/store.js';
import { createReadClocks, type ReadClocks, watchClocks } from '../use-cases/provisioning/clock-drift.js';
import { INTERVALS, type Runtime } from './runtime.js';

interface ClockParts {
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly store: Store;
}

/** Difference from the database's clock beyond which secrets are refused. */
export const DRIFT_MAX_MS = 30_000;
/** Difference at which warnings begin: early enough to act, and above the noise of NTP. */
export const DRIFT_WARNING_MS = 2000;

export function readClocksOf({ runtime, store }: ClockParts, downstream: DownstreamClient): ReadClocks {
  return createReadClocks({
    clock: runtime.clock,
    databaseNowMs: () => store.nowMs(),
    routes: () => downstream.states(),
    warningMs: DRIFT_WARNING_MS,
  });
}

/** Watches the clocks. A clock that is off raises an alert. */
export function watchClocksOf(
  { runtime, log }: ClockParts,
  { readClocks, metrics }: { readonly readClocks: ReadClocks; readonly metrics: Metrics },
): Repeating {
  return watchClocks({
    readClocks,
    timer: runtime.timer,
    everyMs: INTERVALS.clockCheckMs,
    onFailure: (error) => log.error({ err: error }, 'clocks cannot be read'),
    onWarning(report) {
      metrics.observer.alert('clock_drift', {});
      log.warn({ alert: 'clock_drift', ...report }, 'alert');
    },
  });
}

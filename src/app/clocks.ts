import type { DownstreamClient } from '../outbound/downstream/client.js';
import type { Repeating } from '../platform/background.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import type { Settings } from '../platform/settings.js';
import type { Store } from '../store/store.js';
import { createReadClocks, type ReadClocks, watchClocks } from '../use-cases/provisioning/clock-drift.js';
import { intervalsOf, type Runtime } from './runtime.js';

interface ClockParts {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly store: Store;
}

/** Divisor of the refusal limit: warnings begin early enough to act, and above the noise of NTP. */
const WARNINGS_PER_REFUSAL = 15;

export function driftWarningMsOf({ driftMaxMs }: Settings['clock']): number {
  return driftMaxMs / WARNINGS_PER_REFUSAL;
}

export function readClocksOf(
  { config, runtime, store }: ClockParts,
  downstream: DownstreamClient,
): ReadClocks {
  return createReadClocks({
    clock: runtime.clock,
    databaseNowMs: () => store.nowMs(),
    routes: () => downstream.states(),
    warningMs: driftWarningMsOf(config.settings.clock),
  });
}

/** Watches the clocks. A clock that is off raises an alert. */
export function watchClocksOf(
  { config, runtime, log }: ClockParts,
  { readClocks, metrics }: { readonly readClocks: ReadClocks; readonly metrics: Metrics },
): Repeating {
  return watchClocks({
    readClocks,
    timer: runtime.timer,
    everyMs: intervalsOf(config.settings.sweep).clockCheckMs,
    onFailure: (error) => log.error({ err: error }, 'clocks cannot be read'),
    onWarning(report) {
      metrics.observer.alert('clock_drift', {});
      log.warn({ alert: 'clock_drift', ...report }, 'alert');
    },
  });
}

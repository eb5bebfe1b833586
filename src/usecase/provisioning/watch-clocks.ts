import type { ClockReport, ReadClocks } from './clock-drift.js';
import type { Timer } from '../ports.js';
import { repeat, type Repeating } from '../repeat.js';

/** Looks at the clocks at once and then again and again; tells every report that holds a warning. */
export function watchClocks(deps: {
  readonly readClocks: ReadClocks;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly onWarning: (report: ClockReport) => void;
  readonly onFailure: (error: unknown) => void;
}): Repeating {
  return repeat({
    ...deps,
    startsAtOnce: true,
    async round(stopping) {
      const report = await deps.readClocks();
      if (report.isWarning && !stopping.aborted) deps.onWarning(report);
      return false;
    },
  });
}

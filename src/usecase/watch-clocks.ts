import type { ClockReport, ReadClocks } from './clock-drift.js';
import type { Timer } from './ports.js';

export interface ClockWatch {
  stop(): void;
}

/** Looks at the clocks at once and then again and again; tells every report that holds a warning. */
export function watchClocks(deps: {
  readonly readClocks: ReadClocks;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly onWarning: (report: ClockReport) => void;
}): ClockWatch {
  let isStopped = false;
  let wait: ReturnType<Timer['wait']> | null = null;
  const look = async (): Promise<void> => {
    const report = await deps.readClocks();
    if (isStopped) return;
    if (report.isWarning) deps.onWarning(report);
    wait = deps.timer.wait(deps.everyMs);
    void wait.done.then(look);
  };
  void look();
  return {
    stop() {
      isStopped = true;
      wait?.cancel();
    },
  };
}

import { repeat, type Repeating } from '../../platform/background.js';
import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../ports.js';

/** How far other clocks are from this machine's: theirs minus ours, in milliseconds. */
export interface ClockStatus {
  /** Null when the database did not tell. */
  readonly databaseDriftMs: number | null;
  /** By the `Date` header of the last answer, so to the second; null before the first one. */
  readonly routes: readonly { readonly route: string; readonly driftMs: number | null }[];
  /** One of them is beyond the warning. */
  readonly isWarning: boolean;
}

interface ClockDriftDeps {
  readonly clock: Clock;
  readonly databaseNowMs: () => Promise<number>;
  readonly routes: () => readonly { readonly route: string; readonly clockDriftMs: number | null }[];
  readonly warningMs: number;
}

export type ReadClocks = () => Promise<ClockStatus>;

/** Compares the clocks now. Never rejects: a database that is down has other ways to show it. */
export function createReadClocks(deps: ClockDriftDeps): ReadClocks {
  return async () => {
    const databaseDriftMs = await driftOf(deps).catch(() => null);
    const routes = deps.routes().map(({ route, clockDriftMs: driftMs }) => ({ route, driftMs }));
    const drifts = [databaseDriftMs, ...routes.map(({ driftMs }) => driftMs)];
    const isWarning = drifts.some((driftMs) => driftMs !== null && Math.abs(driftMs) > deps.warningMs);
    return { databaseDriftMs, routes, isWarning };
  };
}

/** The question takes its time; its middle is the best guess for when the database looked. */
async function driftOf({ clock, databaseNowMs }: ClockDriftDeps): Promise<number> {
  const askedAtMs = clock.nowMs();
  const databaseMs = await databaseNowMs();
  return Math.round(databaseMs - (askedAtMs + clock.nowMs()) / 2);
}

/** Looks at the clocks at once and then again and again; tells every report that holds a warning. */
export function watchClocks(deps: {
  readonly readClocks: ReadClocks;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly onWarning: (report: ClockStatus) => void;
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

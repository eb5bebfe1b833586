import type { Clock } from '../../platform/clock.js';

/** Drift of other clocks: their time minus this machine's, in milliseconds. */
export interface ClockStatus {
  /** Null when the database did not answer. */
  readonly databaseDriftMs: number | null;
  /** Drift by the `Date` header of the last reply, to the second. Null before the first one. */
  readonly routes: readonly { readonly route: string; readonly driftMs: number | null }[];
  /** True when one of them exceeds the warning limit. */
  readonly isWarning: boolean;
}

interface ClockDriftDeps {
  readonly clock: Clock;
  readonly databaseNowMs: () => Promise<number>;
  readonly routes: () => readonly { readonly route: string; readonly clockDriftMs: number | null }[];
  readonly warningMs: number;
}

export type ReadClocks = () => Promise<ClockStatus>;

/** Compares the clocks now. Never rejects: a failed database is reported elsewhere. */
export function createReadClocks(deps: ClockDriftDeps): ReadClocks {
  return async () => {
    const databaseDriftMs = await driftOf(deps).catch(() => null);
    const routes = deps.routes().map(({ route, clockDriftMs: driftMs }) => ({ route, driftMs }));
    const drifts = [databaseDriftMs, ...routes.map(({ driftMs }) => driftMs)];
    const isWarning = drifts.some((driftMs) => driftMs !== null && Math.abs(driftMs) > deps.warningMs);
    return { databaseDriftMs, routes, isWarning };
  };
}

/** Returns the database's drift. The middle of the query is the best guess for when the database read its clock. */
async function driftOf({ clock, databaseNowMs }: ClockDriftDeps): Promise<number> {
  const askedAtMs = clock.nowMs();
  const databaseMs = await databaseNowMs();
  return Math.round(databaseMs - (askedAtMs + clock.nowMs()) / 2);
}

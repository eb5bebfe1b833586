import type { RateCount, SourcedCount } from './rate-count-port.js';

export interface RateRule {
  /** How many are given within a window. */
  readonly max: number;
  /** A window begins with the first that is taken. */
  readonly windowMs: number;
  /** How long more are refused once there were too many; without it, until the window ends. */
  readonly lockMs?: number;
}

/** What is counted under one key: here, and by each of the other processes as far as they have told. */
export interface RateWindow {
  endsAtMs: number;
  taken: number;
  isLimited: boolean;
  /** By process. */
  others: Map<string, number> | null;
}

export function freshWindow(endsAtMs: number): RateWindow {
  return { endsAtMs, taken: 0, isLimited: false, others: null };
}

/** Neither ended nor stretched: a clock that was set back must not keep anybody out for longer than the rule says. */
export function isLive(window: RateWindow, rule: RateRule, nowMs: number): boolean {
  return window.endsAtMs > nowMs && window.endsAtMs - nowMs <= longestMs(rule);
}

/** Counts one; true when there are too many. */
export function countOne(window: RateWindow, rule: RateRule): boolean {
  window.taken += 1;
  return window.isLimited || totalOf(window) > rule.max;
}

/** Refuses from now on, for as long as the rule says. */
export function limitWindow(window: RateWindow, rule: RateRule, nowMs: number): void {
  window.isLimited = true;
  if (rule.lockMs !== undefined) window.endsAtMs = nowMs + rule.lockMs;
}

/**
 * Takes in what another process counted, and resolves with the window to go on with. Windows of two processes that began before they
 * knew of each other become one, which ends with the first of them; both come to the same end, in whatever order they hear.
 */
export function learn(
  known: RateWindow | undefined,
  told: SourcedCount,
  { rule, nowMs }: { readonly rule: RateRule; readonly nowMs: number },
): RateWindow | undefined {
  const endsAtMs = Math.min(told.endsAtMs, nowMs + longestMs(rule));
  if (endsAtMs <= nowMs) return known;
  if (known === undefined) return include(freshWindow(endsAtMs), told);
  if (known.isLimited) return include(known, told);
  const laterMs = endsAtMs - known.endsAtMs;
  const apartMs = rule.windowMs * APART;
  const isLock = told.isLimited && rule.lockMs !== undefined;
  if (isLock) return include({ ...known, endsAtMs }, told);
  // The next window has begun there, before it has here; or what is told is of a former one.
  if (laterMs >= apartMs) return include(freshWindow(endsAtMs), told);
  if (laterMs <= -apartMs) return known;
  return include({ ...known, endsAtMs: Math.min(known.endsAtMs, endsAtMs) }, told);
}

/** Clocks differ a little: two windows whose ends are nearly a whole one apart follow each other. */
const APART = 0.9;

function include(window: RateWindow, { source, taken, isLimited }: SourcedCount): RateWindow {
  const others = (window.others ??= new Map<string, number>());
  others.set(source, Math.max(others.get(source) ?? 0, taken));
  window.isLimited ||= isLimited;
  return window;
}

function totalOf({ taken, others }: RateWindow): number {
  let total = taken;
  if (others !== null) for (const other of others.values()) total += other;
  return total;
}

function longestMs(rule: RateRule): number {
  return Math.max(rule.windowMs, rule.lockMs ?? 0);
}

export function countOf(window: RateWindow, named: Pick<RateCount, 'limit' | 'key'>): RateCount {
  const { taken, endsAtMs, isLimited } = window;
  return { ...named, taken, endsAtMs, isLimited };
}

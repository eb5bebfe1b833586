import { LOCALE } from './locale.js';

const WHOLE = new Intl.NumberFormat(LOCALE);
const RATE = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 });

/** Returns a number of things with separators: 1,000,000. */
export function formatCount(count: number | bigint): string {
  return WHOLE.format(count);
}

/** Returns a part of a whole in percent. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`;
}

/** Returns a rate as a person would say it: `12 a second`, `1.4 a minute`, `3 an hour`. */
export function formatRate(perSecond: number): string {
  if (perSecond >= 1) return `${RATE.format(perSecond)} a second`;
  const perMinute = Math.max(0, perSecond) * 60;
  return perMinute >= 1 ? `${RATE.format(perMinute)} a minute` : `${RATE.format(perMinute * 60)} an hour`;
}

/** Returns a duration in the unit that a person would use. Clocks that differ make none that is below zero. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${String(Math.max(0, Math.round(ms)))} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  if (ms < 7_200_000) return `${String(Math.round(ms / 60_000))} min`;
  return ms < 172_800_000
    ? `${String(Math.round(ms / 3_600_000))} h`
    : `${String(Math.round(ms / 86_400_000))} d`;
}

/** Returns the duration between two times; a dash where one is missing. */
export function between(from: string | null | undefined, to: string | null | undefined): string {
  return from == null || to == null ? '–' : formatDuration(Date.parse(to) - Date.parse(from));
}

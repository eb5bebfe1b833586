import { rangeOfDay } from '../core/transactions/booked-row.js';
import { UsageError } from './shell.js';

/** Reads a whole number above 0, for `--limit` and similar options. Errors: UsageError. */
export function countOf(option: string, written: string): number {
  if (/^[1-9]\d{0,5}$/.test(written)) return Number(written);
  throw new UsageError(`${option} must be a whole number above 0.`);
}

/** Reads an integer. Errors: UsageError. */
export function integerOf(option: string, written: string): number {
  const value = /^-?\d{1,16}$/.test(written) ? Number(written) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new UsageError(`${option} must be an integer.`);
  return value;
}

/** Returns the epoch milliseconds of an ISO 8601 date or time; without a zone it is UTC. Errors: UsageError. */
export function timeOption(option: string, written: string): number {
  const epochMs = epochMsOf(written);
  if (epochMs !== null) return epochMs;
  throw new UsageError(
    `${option} must be an ISO 8601 time of the calendar, as in 2026-01-31 or 2026-01-31T12:00:00Z.`,
  );
}

function epochMsOf(written: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(written);
  const [, day = '', time, , , zone] = match ?? [];
  // `Date` alone takes 31 February for 3 March, and a purge would delete more than its day says.
  if (rangeOfDay(day) === null) return null;
  const epochMs = Date.parse(time === undefined || zone !== undefined ? written : `${written}Z`);
  return Number.isNaN(epochMs) ? null : epochMs;
}

/** Returns a day of the calendar, `yyyy-MM-dd`. Errors: UsageError. */
export function dayOf(option: string, written: string): string {
  if (rangeOfDay(written) !== null) return written;
  throw new UsageError(`${option} must be a date of the calendar, yyyy-MM-dd.`);
}

/** Returns the milliseconds of `90d`, `12h`, `30m`, `45s` or `0`. Errors: UsageError. */
export function spanOf(option: string, written: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(written);
  if (match !== null) return Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0);
  if (written === '0') return 0;
  throw new UsageError(`${option} must be a number with s, m, h or d, for example 24h.`);
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a time (ISO 8601) or a span from now, and returns ISO 8601. Errors: UsageError. */
export function momentOf(option: string, written: string, nowMs: number): string {
  const isSpan = /^\d{1,6}[smhd]$/.test(written);
  const epochMs = isSpan ? nowMs + spanOf(option, written) : epochMsOf(written);
  if (epochMs !== null) return new Date(epochMs).toISOString();
  throw new UsageError(`${option} must be a time (ISO 8601) or a span from now on, for example 90d.`);
}

/** Returns a time as ISO 8601 in UTC. Errors: UsageError. */
export function isoTimeOf(option: string, written: string): string {
  return new Date(timeOption(option, written)).toISOString();
}

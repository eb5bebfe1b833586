import { useForceUpdate, useInterval } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { LOCALE } from './locale.js';
import { formatDuration } from './numbers.js';
import { useZone, type Zone, zoneNow } from './zone.js';

const formatsOf = (options: Intl.DateTimeFormatOptions) => ({
  local: new Intl.DateTimeFormat(LOCALE, { ...options, hourCycle: 'h23' }),
  utc: new Intl.DateTimeFormat(LOCALE, { ...options, hourCycle: 'h23', timeZone: 'UTC' }),
});
const FORMATS = {
  date: formatsOf({ dateStyle: 'medium', timeStyle: 'medium' }),
  day: formatsOf({ day: 'numeric', month: 'short' }),
  time: formatsOf({ timeStyle: 'medium' }),
  clock: formatsOf({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 }),
};

/** Interval at which times are drawn again: a time of today becomes one of yesterday, and ages grow. */
const TICK_MS = 60_000;

/**
 * Shows a time. The pointer gets its age, and the time in UTC and in the viewer's zone.
 * - `list`: in lists. Time of the day, with the day where it is not today.
 * - `date`: in details. Date and time.
 * - `clock`: in timelines. Time of the day with milliseconds.
 */
export function Time({
  at,
  form = 'list',
}: {
  readonly at: string | null | undefined;
  readonly form?: 'list' | 'date' | 'clock';
}): ReactNode {
  const zone = useZone();
  useInterval(useForceUpdate(), TICK_MS, { autoInvoke: true });
  if (at == null) return <span className="muted">–</span>;
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      title={`${ageText(date)}\n${utcText(date)}\n${FORMATS.date.local.format(date)} local`}
    >
      {form === 'list' ? listText(date, zone) : FORMATS[form][zone].format(date)}
    </time>
  );
}

/** Returns `16:25:50` for a time of today, `28 Nov 16:25:50` for one of half a year, and the whole date for any other. */
function listText(date: Date, zone: Zone): string {
  const now = new Date();
  const time = FORMATS.time[zone].format(date);
  const day = FORMATS.day[zone].format(date);
  if (Math.abs(now.getTime() - date.getTime()) > HALF_A_YEAR_MS) return FORMATS.date[zone].format(date);
  return day === FORMATS.day[zone].format(now) ? time : `${day} ${time}`;
}

const HALF_A_YEAR_MS = 183 * 86_400_000;

/** Returns a time as `2026-11-24 13:05:07.123 UTC`. */
function utcText(date: Date): string {
  return `${date.toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

/** Returns a time in the viewer's chosen zone, for texts. */
export function formatTime(at: string | number): string {
  return FORMATS.date[zoneNow()].format(new Date(at));
}

/** Returns how long ago a time was, or how far ahead it is. */
function ageText(date: Date): string {
  const ms = Date.now() - date.getTime();
  return ms < 0 ? `in ${formatDuration(-ms)}` : `${formatDuration(ms)} ago`;
}

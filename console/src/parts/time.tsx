import { TextInput, type TextInputProps } from '@mantine/core';
import { useForceUpdate, useInterval } from '@mantine/hooks';
import { type ReactNode, useSyncExternalStore } from 'react';
import { formatDuration, LOCALE } from './format.js';

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

/** Returns a time in the viewer's chosen zone, as lists show it. */
export function formatTime(at: string | number): string {
  return listText(new Date(at), zoneNow());
}

/** Returns how long ago a time was, or how far ahead it is. */
function ageText(date: Date): string {
  const ms = Date.now() - date.getTime();
  return ms < 0 ? `in ${formatDuration(-ms)}` : `${formatDuration(ms)} ago`;
}

/** Zone in which the page shows and reads times, as this browser keeps it. */
export type Zone = 'local' | 'utc';

const NAME = 'cardway-time-zone';

/** Returns the chosen zone. */
export function zoneNow(): Zone {
  return localStorage.getItem(NAME) === 'utc' ? 'utc' : 'local';
}

/** Chooses a zone. Other tabs follow. */
export function setZone(zone: Zone): void {
  localStorage.setItem(NAME, zone);
  dispatchEvent(new StorageEvent('storage', { key: NAME }));
}

/** Returns the chosen zone, and draws again when it changes. */
export function useZone(): Zone {
  return useSyncExternalStore(subscribe, zoneNow);
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Reads a time of a form's field, which has no zone; empty for none. */
export function timeIn(zone: Zone, written: string): string {
  const ms = Date.parse(zone === 'utc' ? `${written}Z` : written);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}

/** Returns a time in a zone, `2026-11-24T13:05:07.123`, as fields of forms take it; empty for none. */
export function zonedTime(at: string, zone: Zone): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return '';
  const offsetMs = zone === 'utc' ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, -1);
}

/** Asks for a time in the zone of the page. The value is ISO 8601, and empty for none. */
export function TimeInput({
  label,
  value,
  set,
  ...rest
}: Omit<TextInputProps, 'label' | 'value'> & {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}): ReactNode {
  const zone = useZone();
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      // Lists show seconds, and what is chosen by them must not be more.
      step={1}
      label={zone === 'utc' ? `${label} (UTC)` : label}
      value={zonedTime(value, zone).slice(0, 19)}
      onChange={({ currentTarget }) => set(timeIn(zone, currentTarget.value))}
    />
  );
}

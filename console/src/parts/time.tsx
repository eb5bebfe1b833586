import { useForceUpdate, useInterval } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { LOCALE } from './locale.js';
import { timeForm, timeZone, useChoice } from './choices.js';

const DATE: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};
const CLOCK: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
};

const formatsOf = (options: Intl.DateTimeFormatOptions) => ({
  local: new Intl.DateTimeFormat(LOCALE, options),
  utc: new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' }),
});
const FORMATS = { date: formatsOf(DATE), clock: formatsOf(CLOCK) };

/**
 * Shows a time. The pointer gets it in UTC and in the viewer's zone.
 * - `list`: in lists. How long ago, or the date, as the person chose in the header.
 * - `date`: in details. Date and time in the chosen zone.
 * - `clock`: in timelines. Time of the day with milliseconds.
 */
export function Time({
  at,
  form = 'list',
}: {
  readonly at: string | null | undefined;
  readonly form?: 'list' | 'date' | 'clock';
}): ReactNode {
  const zone = useChoice(timeZone);
  const listForm = useChoice(timeForm);
  if (at == null) return <span className="muted">–</span>;
  const date = new Date(at);
  const title = `${utcText(date)}\n${FORMATS.date.local.format(date)} local`;
  return (
    <time dateTime={at} title={title}>
      {form === 'list' && listForm === 'relative' ? (
        <Ago date={date} />
      ) : (
        FORMATS[form === 'clock' ? 'clock' : 'date'][zone].format(date)
      )}
    </time>
  );
}

/** Returns a time as `2026-11-24 13:05:07.123 UTC`. */
function utcText(date: Date): string {
  return `${date.toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

/** Returns a time in the viewer's chosen zone, for texts. */
export function formatTime(at: string | number): string {
  return FORMATS.date[timeZone.read()].format(new Date(at));
}

const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always', style: 'narrow' });

const UNITS = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [Number.POSITIVE_INFINITY, 86_400, 'day'],
] as const;

/** Interval at which a relative time is drawn again. */
const TICK_MS = 1000;

function Ago({ date }: { readonly date: Date }): ReactNode {
  useInterval(useForceUpdate(), TICK_MS, { autoInvoke: true });
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [, unit, name] = UNITS.find(([max]) => Math.abs(seconds) < max) ?? UNITS[3];
  return RELATIVE.format(Math.trunc(seconds / unit), name);
}

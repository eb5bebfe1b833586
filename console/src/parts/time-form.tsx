import '@mantine/dates/styles.css';
import { Button, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { timeZone, useChoice } from './choices.js';
import { SPANS } from './filters.js';

/** Asks for a range of time: a span until now, or days of a calendar with times. */
export function TimeForm({
  value,
  apply,
}: {
  readonly value: string;
  readonly apply: (value: string) => void;
}): ReactNode {
  const zone = useChoice(timeZone);
  const [from = '', to = ''] = value.split('..');
  const [fromDay, setFromDay] = useState(partsOf(from, zone)?.day ?? null);
  // The end is exclusive: the form shows the last minute of the range.
  const [toDay, setToDay] = useState(partsOf(to, zone, -1)?.day ?? null);
  const [fromTime, setFromTime] = useState(partsOf(from, zone)?.time ?? '00:00');
  const [toTime, setToTime] = useState(partsOf(to, zone, -1)?.time ?? '23:59');
  const begin = momentOf({ day: fromDay, time: fromTime, iso: from }, zone);
  const end = momentOf({ day: toDay ?? fromDay, time: toTime, iso: to }, zone, true);
  const isBackward = begin !== null && end !== null && end <= begin;
  const isReady = begin !== null && end !== null && !isBackward;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isReady) apply(`${begin.toISOString()}..${end.toISOString()}`);
  };
  return (
    <form onSubmit={submit} className="time-form">
      <div className="time-spans">
        {Object.entries(SPANS).map(([span, { text }]) => (
          <Button
            key={span}
            size="compact-sm"
            variant={span === value ? 'light' : 'subtle'}
            justify="start"
            onClick={() => apply(span)}
          >
            {text}
          </Button>
        ))}
      </div>
      <div className="time-range">
        <DatePicker
          type="range"
          allowSingleDateInRange
          size="xs"
          ariaLabels={ARIA_LABELS}
          value={[fromDay, toDay]}
          onChange={([first, second]) => {
            setFromDay(first);
            setToDay(second);
          }}
        />
        <div className="time-fields">
          <TextInput
            type="time"
            label="From"
            value={fromTime}
            onChange={(event) => setFromTime(event.currentTarget.value)}
          />
          <TextInput
            type="time"
            label="To"
            value={toTime}
            error={isBackward ? 'Later than From' : null}
            onChange={(event) => setToTime(event.currentTarget.value)}
          />
        </div>
        <Button type="submit" variant="filled" disabled={!isReady} fullWidth>
          Apply ({zone === 'utc' ? 'UTC' : 'local time'})
        </Button>
      </div>
    </form>
  );
}

/** Names of the calendar's buttons that show only a sign. */
const ARIA_LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

type Zone = 'local' | 'utc';

/** Returns day and minute of a time in a zone, moved by milliseconds; undefined for no time. */
function partsOf(
  iso: string,
  zone: Zone,
  movedMs = 0,
): { readonly day: string; readonly time: string } | undefined {
  const ms = Date.parse(iso) + movedMs;
  if (Number.isNaN(ms)) return undefined;
  const offsetMs = zone === 'utc' ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  const text = new Date(ms - offsetMs).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

interface Written {
  readonly day: string | null;
  readonly time: string;
  /** Moment that the fields showed at first; empty for none. */
  readonly iso: string;
}

/**
 * Returns the moment of a written time, or the end of its minute; null for no time. A time that is unchanged stays the moment that
 * it came from: on a day whose last hour comes twice, its text means the first one. The minute is added to the time on the clock: the
 * minute after 23:59 is midnight, also where the clocks are set back before it.
 */
function momentOf({ day, time, iso }: Written, zone: Zone, isEnd = false): Date | null {
  if (day === null) return null;
  const came = partsOf(iso, zone, isEnd ? -1 : 0);
  if (came?.day === day && came.time === time) return new Date(iso);
  const ms = Date.parse(`${day}T${time}Z`) + (isEnd ? 60_000 : 0);
  if (Number.isNaN(ms)) return null;
  return new Date(`${new Date(ms).toISOString().slice(0, 16)}${zone === 'utc' ? 'Z' : ''}`);
}

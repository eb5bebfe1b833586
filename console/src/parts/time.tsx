import type { ReactNode } from 'react';
import { LOCALE } from './locale.js';

const LOCAL = new Intl.DateTimeFormat(LOCALE, {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const CLOCK = new Intl.DateTimeFormat(LOCALE, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** Shows a time in the viewer's zone. The tooltip, and screen readers, give it in UTC. */
export function Time({
  at,
  form = 'date',
}: {
  readonly at: string | null | undefined;
  readonly form?: 'date' | 'clock';
}): ReactNode {
  if (at == null) return <span className="muted">–</span>;
  const date = new Date(at);
  const utc = `${date.toISOString().replace('T', ' ').replace('Z', '')} UTC`;
  return (
    <time dateTime={at} title={utc}>
      {(form === 'clock' ? CLOCK : LOCAL).format(date)}
    </time>
  );
}

/** Returns a duration in the unit that a person would use. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${String(Math.round(ms))} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  if (ms < 7_200_000) return `${String(Math.round(ms / 60_000))} min`;
  return ms < 172_800_000
    ? `${String(Math.round(ms / 3_600_000))} h`
    : `${String(Math.round(ms / 86_400_000))} d`;
}

export function between(from: string | null | undefined, to: string | null | undefined): string {
  return from == null || to == null ? '–' : formatDuration(Date.parse(to) - Date.parse(from));
}

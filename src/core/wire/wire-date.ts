type WireDateReading =
  | {
      readonly kind: 'ok';
      /** `yyyyMMddTHH:mm:ss` in UTC. */
      readonly normalized: string;
      readonly epochMs: number;
    }
  /** `reason` is one sentence and holds nothing of the text. */
  | { readonly kind: 'bad'; readonly reason: string };

/**
 * Reads every form of a date that real XML-RPC clients send (docs/reference/protocol.md#dates): with and without hyphens, colons,
 * fraction, zone and spaces around it. No zone means UTC. Another zone is converted, and a fraction is dropped.
 */
export function parseWireDate(text: string): WireDateReading {
  // Nearly every date has the strict form.
  const strict = strictTime(text);
  if (strict !== null) return { kind: 'ok', normalized: text, epochMs: epochMsOf(strict) };
  const match = text.length > TEXT_MAX ? null : LENIENT.exec(text.trim());
  if (match === null) return { kind: 'bad', reason: 'A date must have the form yyyyMMddTHH:mm:ss.' };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (!isRealTime({ year, month, day, hour, minute, second })) return NOT_REAL;
  const offsetMinutes = zoneOffsetMinutes(match[7]);
  if (offsetMinutes === undefined)
    return { kind: 'bad', reason: 'A zone must be Z or a difference of up to 23:59.' };
  const epochMs = epochMsOf({ year, month, day, hour, minute: minute - offsetMinutes, second });
  if (epochMs < EPOCH_MS_MIN || epochMs > EPOCH_MS_MAX) return NOT_REAL;
  return { kind: 'ok', normalized: formatWireDate(epochMs), epochMs };
}

/**
 * Returns `yyyyMMddTHH:mm:ss` of a date with a zone, not converted. A sender may sign this form, which has no zone. Null without
 * a zone.
 */
export function wireDateWithoutZone(
  text: string,
): { readonly wireDate: string; /** As the sender spells it. */ readonly text: string } | null {
  const match = text.length > TEXT_MAX ? null : LENIENT.exec(text.trim());
  if (match?.[7] === undefined) return null;
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = match.slice(1, 7);
  const wireDate = `${year}${month}${day}T${hour}:${minute}:${second}`;
  return { wireDate, text: match[0].slice(0, -match[7].length) };
}

/**
 * Returns the range of dates within `withinMs` of this one, in the form that sorts as text. For an invalid date, both ends are
 * the text itself.
 */
export function wireDatesAround(
  wireDate: string,
  withinMs: number,
): { readonly from: string; readonly to: string } {
  const read = parseWireDate(wireDate);
  if (read.kind === 'bad' || withinMs === 0) return { from: wireDate, to: wireDate };
  return {
    from: formatWireDate(Math.max(EPOCH_MS_MIN, read.epochMs - withinMs)),
    to: formatWireDate(Math.min(EPOCH_MS_MAX, read.epochMs + withinMs)),
  };
}

/**
 * Accepts exactly `yyyyMMddTHH:mm:ss` with a date that exists, the only form in JSON and GraphQL
 * (docs/reference/protocol.md#dates).
 */
export function isStrictWireDate(text: string): boolean {
  return strictTime(text) !== null;
}

function strictTime(text: string): Time | null {
  const hasForm =
    text.length === 17 && text.charAt(8) === 'T' && text.charAt(11) === ':' && text.charAt(14) === ':';
  if (!hasForm) return null;
  const time = {
    year: digits(text, 0, 4),
    month: digits(text, 4, 6),
    day: digits(text, 6, 8),
    hour: digits(text, 9, 11),
    minute: digits(text, 12, 14),
    second: digits(text, 15, 17),
  };
  return isRealTime(time) ? time : null;
}

function epochMsOf({ year, month, day, hour, minute, second }: Time): number {
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  return midnight + (hour * 3600 + minute * 60 + second) * 1000;
}

/** Returns `yyyyMMddTHH:mm:ss` in UTC, for years 1 to 9999. */
export function formatWireDate(epochMs: number): string {
  const date = new Date(epochMs);
  const day =
    String(date.getUTCFullYear()).padStart(4, '0') + two(date.getUTCMonth() + 1) + two(date.getUTCDate());
  return `${day}T${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

function two(value: number): string {
  return value < 10 ? `0${String(value)}` : String(value);
}

interface Time {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Returns whether the time exists. NaN, which stands for a non-number, fails every comparison. */
function isRealTime({ year, month, day, hour, minute, second }: Time): boolean {
  const isRealDay = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
  return isRealDay && hour <= 23 && minute <= 59 && second <= 59;
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

function zoneOffsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Room for a date, a fraction, a zone and the line breaks of pretty-printed XML. */
const TEXT_MAX = 256;
const LENIENT = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;
const NOT_REAL = { kind: 'bad', reason: 'The date does not exist.' } as const;
const EPOCH_MS_MIN = Date.parse('0001-01-01T00:00:00Z');
const EPOCH_MS_MAX = Date.parse('9999-12-31T23:59:59Z');

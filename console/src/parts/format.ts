import { decimalPlaces as placesOf } from '../../../src/core/transactions/money.js';
import { resultText } from '../../../src/core/transactions/result-codes.js';

/**
 * Locale: undefined uses the browser's own. English where the browser names an invalid one, as some do without a configured
 * language.
 */
export const LOCALE: string | undefined = (() => {
  try {
    new Intl.NumberFormat();
    return undefined;
  } catch {
    return 'en';
  }
})();

const WHOLE = new Intl.NumberFormat(LOCALE);
const RATE = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 });

/** Returns a number of things with separators: 1,000,000. */
export function formatCount(count: number | bigint): string {
  return WHOLE.format(count);
}

/** Returns the meaning of a result code: `not sufficient funds`. */
export function resultWord(code: number): string {
  return resultText(code)?.toLowerCase() ?? (code > 0 ? 'approved' : 'declined');
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

/** An amount of the gateway, as `requestMoney { minorUnits currency }` returns it. */
export interface MoneyAmount {
  /** A bigint where a sum may exceed the safe integers. */
  readonly minorUnits: number | bigint;
  /** ISO 4217 letters; null where the programme has no currency. */
  readonly currency: string | null;
}

/** Returns an amount as text: `€3.54`, or `354 minor units`. */
export function formatMoney({ minorUnits, currency }: MoneyAmount): string {
  if (currency === null) return `${formatCount(minorUnits)} minor units`;
  const places = decimalPlaces(currency);
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  return format.format(decimalText(minorUnits, places));
}

/** Returns a decimal number as text. A division would round the last digits of an amount near 2^53 minor units. */
function decimalText(minorUnits: number | bigint, places: number): `${number}` {
  const sign = minorUnits < 0 ? '-' : '';
  const digits = String(minorUnits < 0 ? -minorUnits : minorUnits).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${sign}${whole}.${digits.slice(whole.length)}0` as `${number}`;
}

/** Returns the number of decimal places of a currency; 0 where it is not known, so that amounts stay minor units. */
export function decimalPlaces(currency: string | null): number {
  return currency === null ? 0 : placesOf(currency);
}

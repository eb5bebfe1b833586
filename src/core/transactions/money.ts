import type { JsonValue } from '../wire/json.js';

/** Returns true for an ISO 4217 code: three capital letters that the platform knows as a currency. */
export function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text) && KNOWN.has(text);
}

const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Writes an amount with the decimal places of its currency: 1250 in EUR is `12.50 EUR`, 1250 in JPY is `1250 JPY`. */
export function moneyText(minorUnits: number, currency: string): string {
  const places = decimalPlaces(currency);
  const digits = String(Math.abs(minorUnits)).padStart(places + 1, '0');
  const sign = minorUnits < 0 ? '-' : '';
  const whole = digits.slice(0, digits.length - places);
  return `${sign}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`} ${currency}`;
}

/**
 * Returns the decimal places of a currency by ISO 4217. `Intl` follows the habits of speakers in place of it: it writes HUF, IDR
 * and PKR without places, although their minor units are hundredths.
 */
export function decimalPlaces(currency: string): number {
  if (WITHOUT_PLACES.has(currency)) return 0;
  if (THREE_PLACES.has(currency)) return 3;
  return FOUR_PLACES.has(currency) ? 4 : 2;
}

const WITHOUT_PLACES: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);
const THREE_PLACES: ReadonlySet<string> = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));
const FOUR_PLACES: ReadonlySet<string> = new Set(['CLF', 'UYW']);

/**
 * Reads an amount that a wallet service wrote: an integer, or its text, as serializers without types write it. Null for anything
 * else.
 */
export function readAmount(written: JsonValue | undefined): number | null {
  const amount = typeof written === 'string' && INTEGER.test(written) ? Number(written) : written;
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? amount + 0 : null;
}

const INTEGER = /^\s{0,8}[+-]?\d{1,16}\s{0,8}$/;

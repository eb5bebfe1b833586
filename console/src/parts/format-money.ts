import { decimalPlaces as placesOf } from '../../../src/core/transactions/money.js';
import { LOCALE } from './locale.js';
import { formatCount } from './numbers.js';

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

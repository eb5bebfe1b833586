import type { ReactNode } from 'react';
import { decimalPlaces as placesOf } from '../../../src/core/transactions/money.js';
import { LOCALE } from './locale.js';
import { formatCount } from './numbers.js';

/** An amount of the gateway, as `requestMoney { minorUnits currency }` returns it. */
export interface MoneyAmount {
  readonly minorUnits: number;
  /** ISO 4217 letters; null where the programme has no currency. */
  readonly currency: string | null;
}

/** Shows an amount: `€3.54`, or `354 minor units` where its currency is not known. The pointer gets the minor units. */
export function Money({ money }: { readonly money: MoneyAmount | null | undefined }): ReactNode {
  if (money == null) return <span className="muted">–</span>;
  return (
    <span className="amount" title={`${formatCount(money.minorUnits)} minor units`}>
      {formatMoney(money)}
    </span>
  );
}

/** Returns an amount as text: `€3.54`, or `354 minor units`. */
export function formatMoney({ minorUnits, currency }: MoneyAmount): string {
  if (currency === null) return `${formatCount(minorUnits)} minor units`;
  const places = decimalPlaces(currency);
  return formatOf(currency).format(minorUnits / 10 ** places);
}

/** Returns the number of decimal places of a currency; 0 where it is not known, so that amounts stay minor units. */
export function decimalPlaces(currency: string | null): number {
  return currency === null ? 0 : placesOf(currency);
}

const FORMATS = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const known = FORMATS.get(currency);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    minimumFractionDigits: placesOf(currency),
    maximumFractionDigits: placesOf(currency),
  });
  FORMATS.set(currency, made);
  return made;
}

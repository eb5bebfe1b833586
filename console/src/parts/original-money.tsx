import type { ReactNode } from 'react';
import { currencyLetters } from './currencies.js';
import { Money } from './money.js';

/** Shows the amount in the currency of the card's purchase, which is another than that of the programme. */
export function OriginalMoney({
  amount,
  currencyCode,
}: {
  /** KLV 004: minor units. */
  readonly amount: string | null;
  /** KLV 049: ISO 4217 digits. */
  readonly currencyCode: string | null;
}): ReactNode {
  if (amount === null || !/^\d{1,15}$/.test(amount)) return <span className="muted">–</span>;
  const minorUnits = Number(amount);
  return <Money money={{ minorUnits, currency: currencyLetters(currencyCode) }} />;
}

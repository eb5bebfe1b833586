import type { ReactNode } from 'react';
import { currencyLetters, inMajorUnits } from './currencies.js';
import { LOCALE } from './locale.js';

const WHOLE = new Intl.NumberFormat(LOCALE);

export function formatCount(count: number): string {
  return WHOLE.format(count);
}

/** Minor units, as the wire has them; with the currency that the call named, where it did. */
export function Amount({
  minor,
  currency,
}: {
  readonly minor: number | null | undefined;
  readonly currency?: string | null | undefined;
}): ReactNode {
  if (minor == null) return <span className="muted">–</span>;
  const letters = currencyLetters(currency);
  const title = letters === null ? 'Minor units' : `Minor units; ${inMajorUnits(minor, letters)}`;
  return (
    <span className="amount" title={title}>
      {WHOLE.format(minor)}
      {letters !== null && <span className="currency"> {letters}</span>}
    </span>
  );
}

import type { ReactNode } from 'react';
import { LOCALE } from './locale.js';

const WHOLE = new Intl.NumberFormat(LOCALE);

export function formatCount(count: number): string {
  return WHOLE.format(count);
}

/** Shows an amount as money of its programme, or in minor units where the programme has no currency set. */
export function Amount({
  minor,
  money,
}: {
  readonly minor: number | null | undefined;
  readonly money?: { readonly text: string | null } | null | undefined;
}): ReactNode {
  if (minor == null) return <span className="muted">–</span>;
  const text = money?.text ?? null;
  return (
    <span className="amount" title={`${WHOLE.format(minor)} minor units`}>
      {text ?? WHOLE.format(minor)}
    </span>
  );
}

import type { ReactNode } from 'react';
import { formatMoney, type MoneyAmount } from './format-money.js';
import { formatCount } from './numbers.js';

/** Shows an amount: `€3.54`, or `354 minor units` where its currency is not known. The pointer gets the minor units. */
export function Money({ money }: { readonly money: MoneyAmount | null | undefined }): ReactNode {
  if (money == null) return <span className="muted">–</span>;
  return <span title={`${formatCount(money.minorUnits)} minor units`}>{formatMoney(money)}</span>;
}

import type { WalletFieldsFragment } from '../../../../src/cli/generated/operations.js';
import type { FormField } from './entry-form.js';

/** Fields of a wallet that can change. */
export const WALLET_FIELDS: readonly FormField[] = [
  { kind: 'number', name: 'customerId', label: 'Customer', isRequired: true },
  {
    kind: 'lines',
    name: 'cards',
    label: 'Cards',
    hint: 'One a line: the card id, then its tracking number if it has one. 5001 0123456789',
  },
];

interface WrittenCard {
  readonly cardId: number;
  readonly trackingNumber?: string;
}

/** Reads cards, one a line. A line that is no card id becomes a negative number, which the gateway refuses with the field. */
export function cardsIn(written = ''): readonly WrittenCard[] {
  return written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', trackingNumber] = line.split(/[\s,:]+/);
      const cardId = /^\d{1,15}$/.test(id) ? Number(id) : -1;
      return trackingNumber === undefined ? { cardId } : { cardId, trackingNumber };
    });
}

export function cardsText({ cards }: WalletFieldsFragment): string {
  return cards
    .map(({ cardId, trackingNumber }) =>
      trackingNumber === null ? String(cardId) : `${String(cardId)} ${trackingNumber}`,
    )
    .join('\n');
}

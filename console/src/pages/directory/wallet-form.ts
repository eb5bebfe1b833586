import type { WalletFieldsFragment } from '../../../../src/generated/operations.js';
import type { FormField } from './entry-form.js';

/** Fields of a wallet that can change. */
export const WALLET_FIELDS: readonly FormField[] = [
  { kind: 'number', name: 'customerId', label: 'Customer', isRequired: true },
  {
    kind: 'lines',
    name: 'cards',
    label: 'Cards',
    hint: 'One a line: the card id, then its tracking number if it has one. 5001 0123456789',
    problem: cardsProblem,
  },
];

const SEPARATOR = /[\s,:]+/;

interface WrittenCard {
  readonly cardId: number;
  readonly trackingNumber?: string;
}

const CARD_ID = /^\d{1,15}$/;

/** Names the first line that begins with no card id. It does not repeat the line: somebody may write a card number. */
function cardsProblem(written: string): string | undefined {
  const line = written
    .split('\n')
    .findIndex((text) => text.trim() !== '' && !CARD_ID.test(text.trim().split(SEPARATOR)[0] ?? ''));
  return line === -1 ? undefined : `Line ${String(line + 1)} begins with no card id.`;
}

/** Reads cards, one a line, as the form has checked them. */
export function cardsIn(written = ''): readonly WrittenCard[] {
  return written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', trackingNumber] = line.split(SEPARATOR);
      const cardId = Number(id);
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

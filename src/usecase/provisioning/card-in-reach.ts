import { CardwayError } from '../../errors.js';
import type { ApiKey, CardDirectory, KnownCard } from '../ports.js';

/**
 * The card that a key wants to act on. Errors: BAD_REQUEST (no card id), NOT_FOUND, FORBIDDEN (a card of another programme, or a
 * blocked one). That a card exists elsewhere is no secret: ids are told apart from the keys that may use them.
 */
export async function cardInReach(
  directory: CardDirectory,
  { key, cardId }: { readonly key: ApiKey; readonly cardId: number },
): Promise<KnownCard> {
  if (!Number.isSafeInteger(cardId) || cardId < 0) {
    throw new CardwayError('BAD_REQUEST', { field: 'card_id', message: 'card_id must be 0 or more.' });
  }
  const card = await directory.card(cardId);
  if (card === null)
    throw new CardwayError('NOT_FOUND', { field: 'card_id', message: 'The card is not known.' });
  if (card.programme !== key.programme) {
    throw new CardwayError('FORBIDDEN', {
      field: 'card_id',
      message: 'The card belongs to another programme.',
    });
  }
  if (card.isBlocked) {
    throw new CardwayError('FORBIDDEN', { field: 'card_id', message: 'The card is blocked.' });
  }
  return card;
}

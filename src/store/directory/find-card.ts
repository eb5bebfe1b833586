import type { KnownCard } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { first, type Step } from '../operation.js';
import { compile } from '../statement.js';

/** A card with its wallet, as they are in this very commit. */
export type FindCard = (cardId: number) => Step<(KnownCard & { readonly reference: string }) | null>;

export function createFindCard({ compiler }: StoreDialect): FindCard {
  const find = compile((p: { cardId: number }) =>
    compiler
      .selectFrom('cards')
      .innerJoin('wallets', 'wallets.reference', 'cards.reference')
      .select(['wallets.reference', 'programme', 'customer_id as customerId'])
      .select(['wallets.is_blocked', 'cards.is_blocked as is_card_blocked'])
      .where('card_id', '=', p.cardId),
  );
  return function* findCard(cardId) {
    const row = yield* first(find, { cardId });
    if (row === null) return null;
    const { is_blocked, is_card_blocked, ...card } = row;
    return { cardId, ...card, isBlocked: is_blocked === 1 || is_card_blocked === 1 };
  };
}

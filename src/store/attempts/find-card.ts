import type { StoreDialect } from '../dialect/dialect.js';
import { first, type Step } from '../operation.js';
import { compile } from '../statement.js';

/** A card with its wallet, as they are in this very commit. */
export interface KnownCard {
  readonly programme: string;
  readonly customerId: number;
  /** It, or its wallet. */
  readonly isBlocked: boolean;
}

export type FindCard = (cardId: number) => Step<KnownCard | null>;

export function createFindCard({ compiler }: StoreDialect): FindCard {
  const find = compile((p: { cardId: number }) =>
    compiler
      .selectFrom('cards')
      .innerJoin('wallets', 'wallets.reference', 'cards.reference')
      .select(['programme', 'customer_id', 'wallets.is_blocked', 'cards.is_blocked as is_card_blocked'])
      .where('card_id', '=', p.cardId),
  );
  return function* findCard(cardId) {
    const row = yield* first(find, { cardId });
    if (row === null) return null;
    const isBlocked = row.is_blocked === 1 || row.is_card_blocked === 1;
    return { programme: row.programme, customerId: row.customer_id, isBlocked };
  };
}

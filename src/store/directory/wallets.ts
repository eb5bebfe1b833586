import { CardwayError } from '../../platform/errors.js';
import type { HeldCard } from '../../use-cases/directory/beyond-client.js';
import type { Card, KnownCard, Wallet } from '../../use-cases/directory/directory-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { columnsOf, named } from '../engine/names.js';

export type Wallets = ReturnType<typeof createWallets>;

/** Returns the wallets with their cards. */
export function createWallets(dialect: StoreDialect) {
  const statements = compileStatements(dialect);
  const findCard = createFindCard(dialect);

  function* find(reference: string): Operation<Wallet | null> {
    const { rows } = yield* run(statements.find, { reference });
    const [wallet] = rows;
    if (wallet === undefined) return null;
    return {
      reference,
      programme: wallet.programme,
      customerId: wallet.customerId,
      isBlocked: wallet.isBlocked === 1,
      cards: rows.flatMap(({ cardId, trackingNumber, isDefault, isCardBlocked }) =>
        cardId === null
          ? []
          : [{ cardId, trackingNumber, isDefault: isDefault === 1, isBlocked: isCardBlocked === 1 }],
      ),
    };
  }

  function* putCard({ reference, programme }: Wallet, card: Card): Operation<string | null> {
    const holder = yield* findCard(card.cardId);
    if (holder !== null && holder.programme !== programme)
      throw new CardwayError('FORBIDDEN', { message: 'A card belongs to another programme.' });
    yield* run(statements.putCard, {
      reference,
      cardId: card.cardId,
      trackingNumber: card.trackingNumber,
      isDefault: Number(card.isDefault),
      isBlocked: Number(card.isBlocked),
    });
    return holder?.reference ?? null;
  }

  /** Makes the first card of a wallet the default card where it has none. */
  function* chooseDefault(reference: string): Operation<void> {
    const cards = (yield* find(reference))?.cards ?? [];
    const [card] = cards;
    if (card === undefined || cards.some(({ isDefault }) => isDefault)) return;
    yield* run(statements.putCard, { ...card, reference, isDefault: 1, isBlocked: Number(card.isBlocked) });
  }

  return {
    find,
    findCard,
    /**
     * Makes the list's cards the cards of the wallet. Returns whether anything changed. A wallet that lost its default card to this one
     * gets another one. Errors: FORBIDDEN for a card of another programme.
     */
    *put(wanted: Wallet): Operation<boolean> {
      const known = yield* find(wanted.reference);
      if (known !== null && isSameWallet(known, wanted)) return false;
      yield* run(statements.put, { ...wanted, isBlocked: Number(wanted.isBlocked) });
      const holders = new Set<string>();
      for (const card of wanted.cards) {
        const holder = yield* putCard(wanted, card);
        if (holder !== null && holder !== wanted.reference) holders.add(holder);
      }
      for (const { cardId } of known?.cards ?? []) {
        const isKept = wanted.cards.some((card) => card.cardId === cardId);
        if (!isKept) yield* run(statements.removeCard, { cardId });
      }
      for (const reference of holders) yield* chooseDefault(reference);
      return true;
    },
  };
}

export function isSameWallet(known: Wallet, wanted: Wallet): boolean {
  const inOrder = (wallet: Wallet): Wallet => ({
    ...wallet,
    cards: [...wallet.cards].sort((a, b) => a.cardId - b.cardId),
  });
  return JSON.stringify(inOrder(known)) === JSON.stringify(inOrder(wanted));
}

function compileStatements({ compiler }: StoreDialect) {
  return {
    find: compile((p: { reference: string }) =>
      compiler
        .selectFrom('wallets')
        .leftJoin('cards', 'cards.reference', 'wallets.reference')
        .select(named('programme', 'customerId', 'cardId', 'trackingNumber', 'isDefault'))
        .select(['wallets.is_blocked as isBlocked', 'cards.is_blocked as isCardBlocked'])
        .where('wallets.reference', '=', p.reference)
        .orderBy('card_id'),
    ),
    put: compile((p: Omit<Wallet, 'isBlocked' | 'cards'> & { isBlocked: number }) =>
      compiler
        .insertInto('wallets')
        .values(columnsOf(p, 'reference', 'programme', 'customerId', 'isBlocked'))
        .onConflict((conflict) =>
          conflict.column('reference').doUpdateSet(columnsOf(p, 'programme', 'customerId', 'isBlocked')),
        ),
    ),
    putCard: compile(
      (p: {
        cardId: number;
        reference: string;
        trackingNumber: string | null;
        isDefault: number;
        isBlocked: number;
      }) => {
        const columns = columnsOf(p, 'reference', 'trackingNumber', 'isDefault', 'isBlocked');
        return compiler
          .insertInto('cards')
          .values({ card_id: p.cardId, ...columns })
          .onConflict((conflict) => conflict.column('card_id').doUpdateSet(columns));
      },
    ),
    removeCard: compile((p: { cardId: number }) =>
      compiler.deleteFrom('cards').where('card_id', '=', p.cardId),
    ),
  };
}

/** Creates the look-up of a card with its wallet, as the same commit sees them. */
function createFindHeld({ compiler }: StoreDialect): (cardId: number) => Step<HeldCard | null> {
  const find = compile((p: { cardId: number }) =>
    compiler
      .selectFrom('cards')
      .innerJoin('wallets', 'wallets.reference', 'cards.reference')
      .select(named('programme', 'customerId', 'trackingNumber', 'isDefault'))
      .select(['cards.reference', 'cards.is_blocked as isBlocked', 'wallets.is_blocked as isWalletBlocked'])
      .where('card_id', '=', p.cardId),
  );
  return function* findHeld(cardId) {
    const row = yield* first(find, { cardId });
    if (row === null) return null;
    return {
      ...row,
      cardId,
      isDefault: row.isDefault === 1,
      isBlocked: row.isBlocked === 1,
      isWalletBlocked: row.isWalletBlocked === 1,
    };
  };
}

export type FindCard = (cardId: number) => Step<(KnownCard & { readonly reference: string }) | null>;

/** Creates the look-up of a card that counts as blocked where its wallet is. */
export function createFindCard(dialect: StoreDialect): FindCard {
  const findHeld = createFindHeld(dialect);
  return function* findCard(cardId) {
    const card = yield* findHeld(cardId);
    if (card === null) return null;
    const { programme, customerId, reference, isBlocked, isWalletBlocked } = card;
    return { cardId, programme, customerId, reference, isBlocked: isBlocked || isWalletBlocked };
  };
}

/** Creates the look-up of several cards by their ids. */
export function createHeldCards(dialect: StoreDialect) {
  const findHeld = createFindHeld(dialect);
  return function* heldCards(cardIds: readonly number[]): Step<ReadonlyMap<number, HeldCard>> {
    const held = new Map<number, HeldCard>();
    for (const cardId of cardIds) {
      const card = yield* findHeld(cardId);
      if (card !== null) held.set(cardId, card);
    }
    return held;
  };
}

import type { Actor } from '../../core/access/audit.js';
import { sql } from 'kysely';
import { badRequest } from '../../platform/errors.js';
import type {
  WalletFilter,
  WalletPut,
  WalletRecords,
} from '../../use-cases/directory/administration-port.js';
import {
  type HeldCard,
  requireClientChange,
  requireProgramme,
} from '../../use-cases/directory/beyond-client.js';
import type { Card, Wallet } from '../../use-cases/directory/directory-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { named } from '../engine/names.js';
import { runOnce, type Step } from '../engine/operation.js';
import { createNamedList, equal } from '../engine/windowed-list.js';
import { createProgrammes } from './programmes.js';
import { createFindCard, createHeldCards, createWallets, type Wallets } from './wallets.js';
import type { StoreParts } from '../parts.js';

/** Returns the wallets for operators and backends to administer. */
export function createWalletRecords(args: WalletParts): WalletRecords {
  const { dialect, connection } = args;
  const wallets = createWallets(dialect);
  const findCard = createFindCard(dialect);
  const list = createNamedList(args, 'reference', createMatching(dialect));
  return {
    find: (reference) => connection.read(wallets.find(reference)),
    async findByCard(cardId) {
      const card = await connection.read(findCard(cardId));
      return card === null ? null : connection.read(wallets.find(card.reference));
    },
    async list(page) {
      const found = await list(page);
      const references = found.rows.map(({ reference }) => reference);
      const cards = await connection.readAside(cardsOf(dialect, references));
      const rows = found.rows.map(({ isBlocked, ...wallet }) => ({
        ...wallet,
        isBlocked: isBlocked === 1,
        cards: cards.get(wallet.reference) ?? [],
      }));
      return { ...found, rows };
    },
    ...createWalletChanges(args, wallets),
  };
}

type WalletParts = Pick<StoreParts, 'dialect' | 'connection' | 'settings' | 'change'>;

function createWalletChanges(
  args: WalletParts,
  wallets: Wallets,
): Pick<WalletRecords, 'put' | 'setBlocked' | 'move' | 'moveCard'> {
  const programmes = createProgrammes(args.dialect);
  const heldCards = createHeldCards(args.dialect);

  /** Changes a wallet to the one that `wanted` makes of it, by what the same commit reads. Null and an error change nothing. */
  function changing<Changed extends Wallet | null>(
    about: {
      readonly actor: Actor;
      readonly action: string;
      readonly reference: string;
      readonly programme?: string;
      readonly cardIds?: readonly number[];
    },
    wanted: (known: Wallet | null, held: ReadonlyMap<number, HeldCard>) => Changed,
  ): Promise<Changed | Wallet> {
    const { actor, action, reference, programme = null, cardIds = [] } = about;
    return args.change<Changed | Wallet>(function* (record) {
      yield* programmes.require(programme);
      const before = yield* wallets.find(reference);
      const next = wanted(before, yield* heldCards(cardIds));
      if (next === null) return next;
      if (!(yield* wallets.put(next))) return next;
      const after = (yield* wallets.find(reference)) ?? next;
      record({ actor, action, subject: reference, before, after });
      return after;
    });
  }

  return {
    put({ actor, authority, ...input }) {
      const { reference, programme, cards = [] } = input;
      const cardIds = cards.map(({ cardId }) => cardId);
      const about = { actor, action: 'put_wallet', reference, programme, cardIds };
      return changing<Wallet>(about, (known, held) => {
        const put = { known, held, wanted: merged(input, known, held) };
        requireProgramme(put);
        if (authority === 'client') requireClientChange(put);
        return put.wanted;
      });
    },
    setBlocked({ actor, reference, cardId, isBlocked }) {
      const action = `${isBlocked ? '' : 'un'}block_${cardId === null ? 'wallet' : 'card'}`;
      return changing({ actor, action, reference }, (known) => {
        if (known === null) return null;
        if (cardId === null) return { ...known, isBlocked };
        if (!known.cards.some((card) => card.cardId === cardId)) return null;
        const cards = known.cards.map((card) => (card.cardId === cardId ? { ...card, isBlocked } : card));
        return { ...known, cards };
      });
    },
    move: ({ actor, reference, programme }) =>
      changing({ actor, action: 'move_wallet', reference, programme }, (known) =>
        known === null ? null : { ...known, programme },
      ),
    moveCard: ({ actor, reference, cardId }) =>
      changing({ actor, action: 'move_card', reference, cardIds: [cardId] }, (known, held) => {
        const card = held.get(cardId);
        if (known === null || card === undefined) return null;
        if (card.reference === reference) return known;
        const { trackingNumber, isBlocked } = card;
        const isDefault = !known.cards.some((each) => each.isDefault);
        return { ...known, cards: [...known.cards, { cardId, trackingNumber, isDefault, isBlocked }] };
      }),
  };
}

function merged(
  { cards, ...input }: Omit<WalletPut, 'actor' | 'authority'>,
  known: Wallet | null,
  held: ReadonlyMap<number, Card>,
): Wallet {
  const wanted = (cards ?? known?.cards ?? []).map((card): Card => {
    const previous = held.get(card.cardId);
    return {
      cardId: card.cardId,
      trackingNumber:
        card.trackingNumber === undefined ? (previous?.trackingNumber ?? null) : card.trackingNumber,
      isDefault: card.isDefault ?? false,
      isBlocked: card.isBlocked ?? previous?.isBlocked ?? false,
    };
  });
  const isBlocked = input.isBlocked ?? known?.isBlocked ?? false;
  return { ...input, isBlocked, cards: withDefault(wanted, known) };
}

/** Makes sure that one card is the default, because a call that names no card needs it. */
function withDefault(cards: readonly Card[], known: Wallet | null): readonly Card[] {
  if (cards.filter(({ isDefault }) => isDefault).length > 1) {
    throw badRequest('cards', 'cards: only one can be the default.');
  }
  if (cards.some(({ isDefault }) => isDefault)) return cards;
  const previous = known?.cards.find(({ isDefault }) => isDefault)?.cardId;
  const index = Math.max(
    0,
    cards.findIndex(({ cardId }) => cardId === previous),
  );
  return cards.map((card, place) => (place === index ? { ...card, isDefault: true } : card));
}

function createMatching({ compiler, hasPrefix }: StoreDialect) {
  const holder = compiler.selectFrom('cards').select('reference');
  return ({ programme, customerId, cardId, isBlocked, text }: WalletFilter) =>
    compiler
      .selectFrom('wallets')
      .select(named('reference', 'programme', 'customerId', 'isBlocked'))
      .where(equal({ programme, customer_id: customerId }))
      .$if(cardId != null, (q) => q.where('reference', 'in', holder.where('card_id', '=', cardId ?? 0)))
      // A literal, because SQLite uses a partial index only for a query that repeats its condition.
      .$if(isBlocked != null, (q) => q.where('is_blocked', '=', sql.lit(Number(isBlocked))))
      .$if(text != null, (q) => q.where(hasPrefix('reference', text ?? '')));
}

/** Returns cards by reference. A wallet without cards has no entry. */
function* cardsOf(
  { compiler }: StoreDialect,
  references: readonly string[],
): Step<ReadonlyMap<string, readonly Card[]>> {
  const found = new Map<string, Card[]>();
  if (references.length === 0) return found;
  const { rows } = yield* runOnce(
    compiler
      .selectFrom('cards')
      .select(named('cardId', 'reference', 'trackingNumber', 'isDefault', 'isBlocked'))
      .where('reference', 'in', references)
      .orderBy('card_id'),
  );
  for (const { reference, ...row } of rows) {
    const card = { ...row, isDefault: row.isDefault === 1, isBlocked: row.isBlocked === 1 };
    found.set(reference, [...(found.get(reference) ?? []), card]);
  }
  return found;
}

import type { Actor } from '../../core/access/audit.js';
import { sql } from 'kysely';
import { badRequest } from '../../platform/errors.js';
import type {
  WalletFilter,
  WalletPut,
  WalletPutOutcome,
  WalletRecords,
  WalletChangeRejection,
} from '../../use-cases/directory/administration-port.js';
import { operatorOnlyChange } from '../../use-cases/directory/beyond-client.js';
import type { Card, Wallet } from '../../use-cases/directory/directory-port.js';
import type { Change } from '../access/audit.js';
import type { StoreDialect } from '../engine/dialect.js';
import { named } from '../engine/names.js';
import { run, runOnce, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createNamedList, equal } from '../engine/windowed-list.js';
import { createProgrammes } from './programmes.js';
import { createFindCard, createHeldCards, createWallets, type HeldCard, type Wallets } from './wallets.js';
import type { StoreParts } from '../parts.js';

/** Returns the wallets for operators and backends to administer. `invalidate` gets the references of changed wallets. */
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

interface WalletParts extends Pick<StoreParts, 'dialect' | 'connection' | 'settings'> {
  readonly change: Change;
  readonly invalidate: (references: readonly string[]) => void;
}

interface Changed {
  readonly before: Wallet | null;
  readonly after: Wallet;
  /** References of wallets that lost a card to this one. */
  readonly others?: readonly string[];
}

function createWalletChanges(
  args: WalletParts,
  wallets: Wallets,
): Pick<WalletRecords, 'put' | 'setBlocked' | 'move' | 'moveCard'> {
  const programmes = createProgrammes(args.dialect);
  const setProgramme = compileSetProgramme(args.dialect);
  const moveCard = createMoveCard(args.dialect, wallets);
  const heldCards = createHeldCards(args.dialect);

  /** Records and invalidates the wallets that an operation changed. Returns any other outcome unchanged. */
  async function changing<Else extends WalletChangeRejection | null>(
    done: { readonly actor: Actor; readonly action: string },
    operation: () => Step<Changed | Else>,
  ): Promise<{ readonly wallet: Wallet } | Else> {
    let touched: readonly string[] = [];
    const outcome = await args.change<{ readonly wallet: Wallet } | Else>(function* (record) {
      const result = yield* operation();
      if (!isChanged(result)) return result;
      const { before, after, others = [] } = result;
      if (others.length === 0 && JSON.stringify(before) === JSON.stringify(after)) return { wallet: after };
      touched = [after.reference, ...others];
      record({ ...done, subject: after.reference, before, after });
      return { wallet: after };
    });
    if (touched.length > 0) args.invalidate(touched);
    return outcome;
  }

  const changingWallet = async (...of: Parameters<typeof changing<null>>): Promise<Wallet | null> =>
    (await changing<null>(...of))?.wallet ?? null;

  return {
    async put({ actor, authority, ...input }): Promise<WalletPutOutcome> {
      const outcome = await changing<WalletChangeRejection>({ actor, action: 'put_wallet' }, function* () {
        yield* programmes.require(input.programme);
        const known = yield* wallets.find(input.reference);
        const held = yield* heldCards((input.cards ?? []).map(({ cardId }) => cardId));
        const put = { known, held, wanted: merged(input, known, held) };
        const refusal = ofAnotherProgramme(put) ?? (authority === 'client' ? operatorOnlyChange(put) : null);
        if (refusal !== null) return refusal;
        return yield* putWallet(wallets, put.wanted, known);
      });
      return 'wallet' in outcome ? { kind: 'put', wallet: outcome.wallet } : outcome;
    },
    setBlocked: ({ actor, reference, cardId, isBlocked }) => {
      const action = `${isBlocked ? '' : 'un'}block_${cardId === null ? 'wallet' : 'card'}`;
      return changingWallet({ actor, action }, function* () {
        const known = yield* wallets.find(reference);
        if (known === null) return null;
        if (cardId === null) return yield* putWallet(wallets, { ...known, isBlocked }, known);
        if (!known.cards.some((card) => card.cardId === cardId)) return null;
        const cards = known.cards.map((card) => (card.cardId === cardId ? { ...card, isBlocked } : card));
        return yield* putWallet(wallets, { ...known, cards }, known);
      });
    },
    move: ({ actor, reference, programme }) =>
      changingWallet({ actor, action: 'move_wallet' }, function* () {
        yield* programmes.require(programme);
        const known = yield* wallets.find(reference);
        if (known === null) return null;
        yield* run(setProgramme, { reference, programme });
        return { before: known, after: { ...known, programme } };
      }),
    moveCard: ({ actor, cardId, reference }) =>
      changingWallet({ actor, action: 'move_card' }, () => moveCard(cardId, reference)),
  };
}

function isChanged(result: Changed | WalletChangeRejection | null): result is Changed {
  return result !== null && 'after' in result;
}

function ofAnotherProgramme(put: {
  readonly known: Wallet | null;
  readonly wanted: Wallet;
  readonly held: ReadonlyMap<number, HeldCard>;
}): WalletChangeRejection | null {
  const { programme } = put.wanted;
  const problem = 'belongs to another programme';
  if (put.known !== null && put.known.programme !== programme)
    return { kind: 'forbidden', field: 'reference', problem };
  const isForeign = [...put.held.values()].some((card) => card.programme !== programme);
  return isForeign ? { kind: 'forbidden', field: 'cards.card_id', problem } : null;
}

function* putWallet(wallets: Wallets, wanted: Wallet, before: Wallet | null): Step<Changed> {
  const changed = yield* wallets.put(wanted);
  const after = (yield* wallets.find(wanted.reference)) ?? wanted;
  return { before, after, others: changed.filter((reference) => reference !== wanted.reference) };
}

function createMoveCard(dialect: StoreDialect, wallets: Wallets) {
  const findCard = createFindCard(dialect);
  return function* moveCard(cardId: number, reference: string): Step<Changed | null> {
    const card = yield* findCard(cardId);
    const known = yield* wallets.find(reference);
    const from = card === null ? null : yield* wallets.find(card.reference);
    const moved = from?.cards.find((each) => each.cardId === cardId);
    if (known === null || from === null || moved === undefined) return null;
    if (from.reference === reference) return { before: known, after: known };
    const isDefault = !known.cards.some((each) => each.isDefault);
    const cards = [...known.cards, { ...moved, isDefault }];
    return yield* putWallet(wallets, { ...known, cards }, known);
  };
}

function compileSetProgramme({ compiler }: StoreDialect) {
  return compile((p: { reference: string; programme: string }) =>
    compiler.updateTable('wallets').set({ programme: p.programme }).where('reference', '=', p.reference),
  );
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

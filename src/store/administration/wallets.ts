import { CardwayError } from '../../errors.js';
import { beyondClient, type HeldCard } from '../../usecase/administration/beyond-client.js';
import type {
  Card,
  Wallet,
  WalletPut,
  WalletPutOutcome,
  WalletRecords,
  WalletRefusal,
} from '../../usecase/ports.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { createFindCard } from '../directory/find-card.js';
import { createProgrammes } from '../directory/programmes.js';
import { createWallets, type Wallets } from '../directory/wallets.js';
import { run, type Step } from '../operation.js';
import type { StoreSettings } from '../settings.js';
import { compile } from '../statement.js';
import type { Change } from './change.js';
import { createImportTables, type ImportTables } from './import-tables.js';
import { namedPage, namedRows } from './named-page.js';
import { listWallets } from './wallet-list.js';

/** Wallets as operators and backends look after them; `forget` is told of those that changed. */
export function createWalletRecords(args: WalletParts): WalletRecords {
  const { dialect, connection, settings } = args;
  const wallets = createWallets(dialect);
  const findCard = createFindCard(dialect);
  return {
    find: (reference) => connection.read(wallets.find(reference)),
    async findByCard(cardId) {
      const card = await connection.read(findCard(cardId));
      return card === null ? null : connection.read(wallets.find(card.reference));
    },
    list: async (page) => {
      const wanted = namedRows(page, settings.pageRowsMax);
      return namedPage(page, wanted, await connection.read(listWallets(dialect, wanted, page.filter)));
    },
    ...createWalletChanges(args, wallets),
  };
}

interface WalletParts {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly settings: StoreSettings;
  readonly change: Change;
  readonly forget: (references: readonly string[]) => void;
}

interface Changed {
  readonly before: Wallet | null;
  readonly after: Wallet;
  /** References of wallets that lost a card to it. */
  readonly others?: readonly string[];
}

function createWalletChanges(
  args: WalletParts,
  wallets: Wallets,
): Pick<WalletRecords, 'put' | 'setBlocked' | 'move' | 'moveCard'> {
  const programmes = createProgrammes(args.dialect);
  const setProgramme = compileSetProgramme(args.dialect);
  const moveCard = createMoveCard(args.dialect, wallets);
  const tables = createImportTables(args.dialect);

  /** Records what an operation changed, and forgets it. What it comes to instead of a change is passed on. */
  async function changing<Else extends WalletRefusal | null>(
    done: { readonly actor: string; readonly action: string },
    operation: () => Step<Changed | Else>,
  ): Promise<{ readonly wallet: Wallet } | Else> {
    let touched: readonly string[] = [];
    const outcome = await args.change<{ readonly wallet: Wallet } | Else>(function* (record) {
      const result = yield* operation();
      if (!isChanged(result)) return result;
      const { before, after, others = [] } = result;
      if (others.length === 0 && JSON.stringify(before) === JSON.stringify(after)) return { wallet: after };
      touched = [after.reference, ...others];
      yield* record({ ...done, subject: after.reference, before, after });
      return { wallet: after };
    });
    if (touched.length > 0) args.forget(touched);
    return outcome;
  }

  const changingWallet = async (...of: Parameters<typeof changing<null>>): Promise<Wallet | null> =>
    (await changing<null>(...of))?.wallet ?? null;

  return {
    async put({ actor, authority, ...input }): Promise<WalletPutOutcome> {
      const outcome = await changing<WalletRefusal>({ actor, action: 'put_wallet' }, function* () {
        yield* programmes.require(input.programme);
        const known = yield* wallets.find(input.reference);
        const held = yield* heldCards(tables, input.cards ?? []);
        const put = { known, held, wanted: merged(input, known, held) };
        const refusal = ofAnotherProgramme(put) ?? (authority === 'client' ? beyondClient(put) : null);
        if (refusal !== null) return refusal;
        const changed = yield* putWallet(wallets, put.wanted, known);
        // What is left of a wallet whose default card went away has one again.
        for (const reference of changed.others ?? []) yield* tables.chooseDefault(reference);
        return changed;
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

function isChanged(result: Changed | WalletRefusal | null): result is Changed {
  return result !== null && 'after' in result;
}

/** The cards that some wallet holds, as they are in this very commit. */
function* heldCards(
  tables: ImportTables,
  cards: NonNullable<WalletPut['cards']>,
): Step<ReadonlyMap<number, Held>> {
  const rows = yield* tables.cards(cards.map(({ cardId }) => cardId));
  const holders = yield* tables.wallets([...new Set(rows.map(({ reference }) => reference))]);
  const byReference = new Map(holders.map((holder) => [holder.reference, holder]));
  const held = new Map<number, Held>();
  for (const { isDefault, isBlocked, ...row } of rows) {
    const holder = byReference.get(row.reference);
    if (holder === undefined) continue;
    held.set(row.cardId, {
      ...row,
      isDefault: isDefault === 1,
      isBlocked: isBlocked === 1,
      customerId: holder.customerId,
      isWalletBlocked: holder.isBlocked === 1,
    });
  }
  return held;
}

type Held = HeldCard & { readonly programme: string };

function ofAnotherProgramme(put: {
  readonly known: Wallet | null;
  readonly wanted: Wallet;
  readonly held: ReadonlyMap<number, Held>;
}): WalletRefusal | null {
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
    const into = yield* putWallet(wallets, { ...known, cards }, known);
    // What is left of a wallet whose default card went away has one again.
    const [next, ...rest] = from.cards.filter((each) => each.cardId !== cardId);
    if (moved.isDefault && next !== undefined)
      yield* wallets.put({ ...from, cards: [{ ...next, isDefault: true }, ...rest] });
    return into;
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
    const former = held.get(card.cardId);
    return {
      cardId: card.cardId,
      trackingNumber:
        card.trackingNumber === undefined ? (former?.trackingNumber ?? null) : card.trackingNumber,
      isDefault: card.isDefault ?? false,
      isBlocked: card.isBlocked ?? former?.isBlocked ?? false,
    };
  });
  const isBlocked = input.isBlocked ?? known?.isBlocked ?? false;
  return { ...input, isBlocked, cards: withDefault(wanted, known) };
}

/** A call that names no card needs a default one. */
function withDefault(cards: readonly Card[], known: Wallet | null): readonly Card[] {
  if (cards.filter(({ isDefault }) => isDefault).length > 1) {
    throw new CardwayError('BAD_REQUEST', { field: 'cards', message: 'cards: only one can be the default.' });
  }
  if (cards.some(({ isDefault }) => isDefault)) return cards;
  const former = known?.cards.find(({ isDefault }) => isDefault)?.cardId;
  const index = Math.max(
    0,
    cards.findIndex(({ cardId }) => cardId === former),
  );
  return cards.map((card, place) => (place === index ? { ...card, isDefault: true } : card));
}

import type { Compilable } from 'kysely';
import type {
  CardOfLine,
  ImportedLines,
  RejectedLine,
  WalletImports,
  WalletLine,
} from '../../use-cases/directory/administration-port.js';
import type { Change } from '../access/audit.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Call, type Result, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { named } from '../engine/names.js';

/** Returns the imports of wallets, some lines per commit. `invalidate` gets the references of changed wallets. */
export function createWalletImports(args: {
  readonly dialect: StoreDialect;
  readonly change: Change;
  readonly invalidate: (references: readonly string[]) => void;
}): WalletImports {
  const { dialect, change } = args;
  const tables = createImportTables(dialect);

  function* take(
    lines: readonly WalletLine[],
  ): Step<ImportedLines & { readonly touched: readonly string[] }> {
    const references = unique(lines.map(({ reference }) => reference));
    const cardIds = unique(lines.flatMap(({ card }) => card?.cardId ?? []));
    const programmes = yield* tables.programmes();
    const wallets = yield* tables.wallets(references);
    const theirs = yield* tables.cardsOf(wallets.map(({ reference }) => reference));
    const cards = [...theirs, ...(yield* tables.cards(cardIds))];
    const merged = mergeLines(lines, { programmes, wallets, cards });
    yield* tables.putWallets(merged.wallets);
    yield* tables.putCards(merged.cards);
    for (const reference of merged.withoutDefault) yield* tables.chooseDefault(reference);
    const { added, changed, rejected, touched } = merged;
    return { added, changed, rejected, touched };
  }

  return {
    async take({ subject, lines, actor }) {
      const { touched, ...result } = await change(function* (record) {
        const result = yield* take(lines);
        const { added, changed } = result;
        if (added + changed > 0) {
          const range = rangeOf(lines);
          yield* record({
            actor,
            action: 'import_wallets',
            subject,
            before: null,
            after: { ...range, added, changed },
          });
        }
        return result;
      });
      if (touched.length > 0) args.invalidate(touched);
      return result;
    },
  };
}

/** Lines need not come in the order of the file. */
function rangeOf(lines: readonly WalletLine[]): { readonly firstLine: number; readonly lastLine: number } {
  let [firstLine, lastLine] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { line } of lines) {
    firstLine = Math.min(firstLine, line);
    lastLine = Math.max(lastLine, line);
  }
  return { firstLine, lastLine };
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

/** Reads and writes of an import, with up to hundreds of rows per statement. */
export interface ImportTables {
  programmes(): Step<ReadonlySet<string>>;
  wallets(references: readonly string[]): Step<readonly WalletState[]>;
  cardsOf(references: readonly string[]): Step<readonly KnownCardRow[]>;
  cards(cardIds: readonly number[]): Step<readonly KnownCardRow[]>;
  putWallets(wallets: readonly WalletState[]): Step<unknown>;
  putCards(cards: readonly CardState[]): Step<unknown>;
  /** Makes the first card of a wallet the default card where it has none. */
  chooseDefault(reference: string): Step<void>;
}

export function createImportTables(dialect: StoreDialect): ImportTables {
  const { compiler } = dialect;
  const programmes = compile(() => compiler.selectFrom('programmes').select('programme'));
  const cards = compiler
    .selectFrom('cards')
    .innerJoin('wallets', 'wallets.reference', 'cards.reference')
    .select(named('cardId', 'programme', 'trackingNumber', 'isDefault'))
    .select(['cards.reference', 'cards.is_blocked as isBlocked']);
  const texts = (count: number): readonly string[] => Array.from({ length: count }, () => '');
  const numbers = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
  return {
    *programmes() {
      return new Set((yield* run(programmes, {})).rows.map(({ programme }) => programme));
    },
    wallets: forManyRows({
      build: (count) =>
        compiler
          .selectFrom('wallets')
          .select(named('reference', 'programme', 'customerId', 'isBlocked'))
          .where('reference', 'in', texts(count)),
      values: (reference: string) => [reference],
    }),
    cardsOf: forManyRows({
      build: (count) => cards.where('cards.reference', 'in', texts(count)),
      values: (reference: string) => [reference],
    }),
    cards: forManyRows({
      build: (count) => cards.where('card_id', 'in', numbers(count)),
      values: (cardId: number) => [cardId],
    }),
    ...createPuts(dialect),
    chooseDefault: createChooseDefault(dialect),
  };
}

function createPuts({ compiler }: StoreDialect): Pick<ImportTables, 'putWallets' | 'putCards'> {
  const wallet = { reference: '', programme: '', customer_id: 0, is_blocked: 0 };
  const card = { card_id: 0, reference: '', tracking_number: '', is_default: 0, is_blocked: 0 };
  return {
    putWallets: forManyRows({
      build: (count) =>
        compiler
          .insertInto('wallets')
          .values(Array.from({ length: count }, () => wallet))
          .onConflict((conflict) =>
            conflict.column('reference').doUpdateSet((eb) => ({
              customer_id: eb.ref('excluded.customer_id'),
              is_blocked: eb.ref('excluded.is_blocked'),
            })),
          ),
      values: (p: WalletState) => [p.reference, p.programme, p.customerId, p.isBlocked],
    }),
    putCards: forManyRows({
      build: (count) =>
        compiler
          .insertInto('cards')
          .values(Array.from({ length: count }, () => card))
          .onConflict((conflict) =>
            conflict.column('card_id').doUpdateSet((eb) => ({
              reference: eb.ref('excluded.reference'),
              tracking_number: eb.ref('excluded.tracking_number'),
              is_default: eb.ref('excluded.is_default'),
              is_blocked: eb.ref('excluded.is_blocked'),
            })),
          ),
      values: (p: CardState) => [p.cardId, p.reference, p.trackingNumber, p.isDefault, p.isBlocked],
    }),
  };
}

function createChooseDefault({ compiler }: StoreDialect): ImportTables['chooseDefault'] {
  const cardsOf = compile((p: { reference: string }) =>
    compiler
      .selectFrom('cards')
      .select(named('cardId', 'isDefault'))
      .where('reference', '=', p.reference)
      .orderBy('card_id'),
  );
  const setDefault = compile((p: { cardId: number }) =>
    compiler.updateTable('cards').set({ is_default: 1 }).where('card_id', '=', p.cardId),
  );
  return function* chooseDefault(reference) {
    const { rows } = yield* run(cardsOf, { reference });
    const [oldest] = rows;
    if (oldest === undefined || rows.some(({ isDefault }) => isDefault === 1)) return;
    yield* run(setDefault, { cardId: oldest.cardId });
  };
}

/**
 * Returns a function that runs a statement over many rows in as few calls as possible. `build` makes the statement for a number
 * of rows; its values are ignored. `values` returns the real values in the order of the statement. Each size is compiled once.
 */
function forManyRows<Item, Row>(args: {
  readonly build: (count: number) => Compilable<Row>;
  readonly values: (item: Item) => readonly unknown[];
}): (items: readonly Item[]) => Step<readonly Row[]> {
  const compiled = new Map<number, string>();
  const sqlFor = (count: number): string => {
    const known = compiled.get(count);
    if (known !== undefined) return known;
    const { sql } = args.build(count).compile();
    compiled.set(count, sql);
    return sql;
  };
  return function* run(items) {
    const found: Row[] = [];
    let done = 0;
    for (const size of SIZES) {
      for (; items.length - done >= size; done += size) {
        const values: unknown[] = [];
        for (let at = done; at < done + size; at += 1) values.push(...args.values(items[at] as Item));
        const call: Call = { sql: sqlFor(size), values };
        for (const row of ((yield call) as Result<Row>).rows) found.push(row);
      }
    }
    return found;
  };
}

/** Rows per statement. More gain nothing on SQLite, and both databases limit the values of a statement. */
const SIZES = [256, 32, 4, 1];

/** Wallet as stored. Booleans are 0 or 1. */
interface WalletState {
  readonly reference: string;
  readonly programme: string;
  customerId: number;
  isBlocked: number;
}

interface CardState {
  readonly cardId: number;
  reference: string;
  trackingNumber: string | null;
  isDefault: number;
  isBlocked: number;
}

interface KnownCardRow extends CardState {
  readonly programme: string;
}

interface Known {
  readonly programmes: ReadonlySet<string>;
  readonly wallets: readonly WalletState[];
  /** Cards of the wallets, and cards that the lines name. A card can occur twice. */
  readonly cards: readonly KnownCardRow[];
}

interface MergedLines {
  /** Wallets to write. */
  readonly wallets: readonly WalletState[];
  readonly cards: readonly CardState[];
  readonly added: number;
  readonly changed: number;
  readonly rejected: readonly RejectedLine[];
  readonly touched: readonly string[];
  /** Wallets that lost their default card to another wallet. */
  readonly withoutDefault: readonly string[];
}

/** Merges lines of a file into the known rows. A later line overrides an earlier one. */
function mergeLines(lines: readonly WalletLine[], known: Known): MergedLines {
  const state: State = {
    programmes: known.programmes,
    wallets: new Map(known.wallets.map((wallet) => [wallet.reference, { ...wallet }])),
    cards: new Map(),
    programmeOfCard: new Map(),
    defaults: new Map(),
    added: new Set(),
    changedWallets: new Set(),
    changedCards: new Set(),
    withoutDefault: new Set(),
  };
  for (const { programme, ...card } of known.cards) {
    if (state.cards.has(card.cardId)) continue;
    state.cards.set(card.cardId, card);
    state.programmeOfCard.set(card.cardId, programme);
    if (card.isDefault === 1) state.defaults.set(card.reference, card.cardId);
  }
  const rejected: RejectedLine[] = [];
  for (const line of lines) {
    const problem = problemOf(state, line);
    if (problem === null) mergeLine(state, line);
    else rejected.push({ line: line.line, ...problem });
  }
  return resultOf(state, rejected);
}

interface State {
  readonly programmes: ReadonlySet<string>;
  readonly wallets: Map<string, WalletState>;
  readonly cards: Map<number, CardState>;
  readonly programmeOfCard: Map<number, string>;
  /** Default card by reference. */
  readonly defaults: Map<string, number>;
  readonly added: Set<string>;
  readonly changedWallets: Set<string>;
  readonly changedCards: Set<number>;
  readonly withoutDefault: Set<string>;
}

function problemOf(
  state: State,
  { reference, programme, card }: WalletLine,
): Omit<RejectedLine, 'line'> | null {
  if (!state.programmes.has(programme)) return { field: 'programme', problem: 'The programme is not known.' };
  const holder = state.wallets.get(reference);
  if (holder !== undefined && holder.programme !== programme)
    return { field: 'reference', problem: 'The wallet belongs to another programme.' };
  const holding = card === null ? undefined : state.programmeOfCard.get(card.cardId);
  if (holding !== undefined && holding !== programme)
    return { field: 'card_id', problem: 'The card belongs to another programme.' };
  return null;
}

function mergeLine(state: State, line: WalletLine): void {
  const { reference, programme, customerId } = line;
  const known = state.wallets.get(reference);
  const isBlocked = line.isBlocked === null ? (known?.isBlocked ?? 0) : Number(line.isBlocked);
  if (known === undefined) {
    state.wallets.set(reference, { reference, programme, customerId, isBlocked });
    state.added.add(reference);
  } else if (known.customerId !== customerId || known.isBlocked !== isBlocked) {
    known.customerId = customerId;
    known.isBlocked = isBlocked;
    state.changedWallets.add(reference);
  }
  if (line.card !== null) mergeCard(state, line, line.card);
}

function mergeCard(state: State, { reference, programme }: WalletLine, card: CardOfLine): void {
  const { cardId } = card;
  const known = state.cards.get(cardId);
  const isHere = known?.reference === reference;
  const isDefault = card.isDefault ?? (isHere ? known.isDefault === 1 : !state.defaults.has(reference));
  const wanted: CardState = {
    cardId,
    reference,
    trackingNumber: card.trackingNumber ?? known?.trackingNumber ?? null,
    isDefault: Number(isDefault),
    isBlocked: card.isBlocked === null ? (known?.isBlocked ?? 0) : Number(card.isBlocked),
  };
  if (known !== undefined && isSame(known, wanted)) return;
  if (known !== undefined && !isHere) leave(state, known);
  setDefault(state, wanted);
  state.cards.set(cardId, wanted);
  state.programmeOfCard.set(cardId, programme);
  state.changedCards.add(cardId);
}

function isSame(a: CardState, b: CardState): boolean {
  return (
    a.reference === b.reference &&
    a.trackingNumber === b.trackingNumber &&
    a.isDefault === b.isDefault &&
    a.isBlocked === b.isBlocked
  );
}

/** Records that a card leaves its wallet for another one. */
function leave(state: State, { cardId, reference, isDefault }: CardState): void {
  if (isDefault === 0) return;
  if (state.defaults.get(reference) === cardId) state.defaults.delete(reference);
  state.withoutDefault.add(reference);
}

/** Sets or clears the default card, so that a wallet has at most one. */
function setDefault(state: State, { reference, cardId, isDefault }: CardState): void {
  const previous = state.defaults.get(reference);
  if (isDefault === 1 && previous !== undefined && previous !== cardId) {
    const card = state.cards.get(previous);
    if (card !== undefined) state.cards.set(previous, { ...card, isDefault: 0 });
    state.changedCards.add(previous);
  }
  if (isDefault === 1) state.defaults.set(reference, cardId);
  else if (previous === cardId) state.defaults.delete(reference);
}

/** Returns the rows in the order of their keys, so that neighbouring rows are written together. */
function resultOf(state: State, rejected: readonly RejectedLine[]): MergedLines {
  const written = new Set([...state.added, ...state.changedWallets]);
  const wallets = [...written].flatMap((name) => state.wallets.get(name) ?? []);
  const cards = [...state.changedCards].flatMap((cardId) => state.cards.get(cardId) ?? []);
  const touched = new Set([...state.changedWallets].filter((name) => !state.added.has(name)));
  for (const { reference } of cards) if (!state.added.has(reference)) touched.add(reference);
  return {
    wallets: wallets.sort((a, b) => (a.reference < b.reference ? -1 : 1)),
    cards: cards.sort((a, b) => a.cardId - b.cardId),
    added: state.added.size,
    changed: touched.size,
    rejected,
    touched: [...touched, ...state.withoutDefault],
    withoutDefault: [...state.withoutDefault],
  };
}

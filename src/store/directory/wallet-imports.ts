import type { Compilable } from 'kysely';
import type {
  ImportedLines,
  WalletImports,
  WalletLine,
} from '../../use-cases/directory/administration-port.js';
import type { Change } from '../access/audit.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { type Call, type Result, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { named } from '../engine/names.js';
import { type CardState, type KnownCardRow, mergeLines, type WalletState } from './merge-wallet-lines.js';

/** Returns the imports of wallets, some lines per commit. `invalidate` gets the references of changed wallets. */
export function createWalletImports(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly change: Change;
  readonly invalidate: (references: readonly string[]) => void;
}): WalletImports {
  const { dialect, connection, change } = args;
  const tables = createImportTables(dialect);

  function* merge(lines: readonly WalletLine[], isMove: boolean) {
    const references = unique(lines.map(({ reference }) => reference));
    const cardIds = unique(lines.flatMap(({ card }) => card?.cardId ?? []));
    const programmes = yield* tables.programmes();
    const wallets = yield* tables.wallets(references);
    const theirs = yield* tables.cardsOf(wallets.map(({ reference }) => reference));
    const cards = [...theirs, ...(yield* tables.cards(cardIds))];
    return mergeLines(lines, { programmes, wallets, cards }, isMove);
  }

  return {
    async take({ subject, lines, actor, isMove, isCheck }) {
      if (isCheck) return countsOf(await connection.read(merge(lines, isMove)));
      const merged = await change(function* (record) {
        const merged = yield* merge(lines, isMove);
        yield* tables.putWallets(merged.wallets);
        yield* tables.putCards(merged.cards);
        for (const reference of merged.withoutDefault) yield* tables.chooseDefault(reference);
        const { added, changed } = merged;
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
        for (const move of merged.moves) yield* record({ actor, reason: subject, ...move });
        return merged;
      });
      if (merged.touched.length > 0) args.invalidate(merged.touched);
      return countsOf(merged);
    },
  };
}

function countsOf({ added, changed, moves, rejected }: ReturnType<typeof mergeLines>): ImportedLines {
  return { added, changed, moved: moves.length, rejected };
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

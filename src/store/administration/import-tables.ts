import type { StoreDialect } from '../dialect/dialect.js';
import { run, type Step } from '../operation.js';
import { compile } from '../statement.js';
import { forManyRows } from './many-rows.js';
import type { CardState, KnownCardRow, WalletState } from './merge-lines.js';

/** What an import reads and writes, by hundreds of rows to a statement. */
export interface ImportTables {
  programmes(): Step<ReadonlySet<string>>;
  wallets(references: readonly string[]): Step<readonly WalletState[]>;
  cardsOf(references: readonly string[]): Step<readonly KnownCardRow[]>;
  cards(cardIds: readonly number[]): Step<readonly KnownCardRow[]>;
  putWallets(wallets: readonly WalletState[]): Step<unknown>;
  putCards(cards: readonly CardState[]): Step<unknown>;
  /** Makes the first card of a wallet the default one where none is. */
  chooseDefault(reference: string): Step<void>;
}

export function createImportTables(dialect: StoreDialect): ImportTables {
  const { compiler } = dialect;
  const programmes = compile(() => compiler.selectFrom('programmes').select('programme'));
  const cards = compiler
    .selectFrom('cards')
    .innerJoin('wallets', 'wallets.reference', 'cards.reference')
    .select(['card_id as cardId', 'cards.reference', 'programme', 'tracking_number as trackingNumber'])
    .select(['is_default as isDefault', 'cards.is_blocked as isBlocked']);
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
          .select(['reference', 'programme', 'customer_id as customerId', 'is_blocked as isBlocked'])
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
      .select(['card_id', 'is_default'])
      .where('reference', '=', p.reference)
      .orderBy('card_id'),
  );
  const setDefault = compile((p: { cardId: number }) =>
    compiler.updateTable('cards').set({ is_default: 1 }).where('card_id', '=', p.cardId),
  );
  return function* chooseDefault(reference) {
    const { rows } = yield* run(cardsOf, { reference });
    const [oldest] = rows;
    if (oldest === undefined || rows.some((row) => row.is_default === 1)) return;
    yield* run(setDefault, { cardId: oldest.card_id });
  };
}

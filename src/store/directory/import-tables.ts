import type { StoreDialect } from '../engine/dialect.js';
import { named } from '../engine/names.js';
import { run, runOnce, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';

/** Wallet as stored. Booleans are 0 or 1. */
export interface WalletRow {
  readonly reference: string;
  readonly programme: string;
  readonly customerId: number;
  readonly isBlocked: number;
}

/** Card as stored, with the programme of its wallet. */
export interface CardRow {
  readonly cardId: number;
  readonly reference: string;
  readonly programme: string;
  readonly trackingNumber: string | null;
  readonly isDefault: number;
  readonly isBlocked: number;
}

/** Reads and writes many wallets and cards, each with one statement. */
export interface ImportTables {
  programmes(): Step<ReadonlySet<string>>;
  wallets(references: readonly string[]): Step<readonly WalletRow[]>;
  /** Returns these cards, and the cards of these wallets, by their numbers. */
  cards(of: {
    readonly cardIds: readonly number[];
    readonly references: readonly string[];
  }): Step<readonly CardRow[]>;
  putWallets(wallets: readonly WalletRow[]): Step<void>;
  putCards(cards: readonly CardRow[]): Step<void>;
  /** Makes the first card of a wallet the default card where it has none. */
  chooseDefault(reference: string): Step<void>;
}

export function createImportTables(dialect: StoreDialect): ImportTables {
  const { compiler } = dialect;
  const programmes = compile(() => compiler.selectFrom('programmes').select('programme'));
  return {
    *programmes() {
      return new Set((yield* run(programmes, {})).rows.map(({ programme }) => programme));
    },
    *wallets(references) {
      if (references.length === 0) return [];
      const query = compiler
        .selectFrom('wallets')
        .select(named('reference', 'programme', 'customerId', 'isBlocked'))
        .where('reference', 'in', references);
      return (yield* runOnce(query)).rows;
    },
    *cards({ cardIds, references }) {
      if (cardIds.length + references.length === 0) return [];
      const query = compiler
        .selectFrom('cards')
        .innerJoin('wallets', 'wallets.reference', 'cards.reference')
        .select(named('cardId', 'programme', 'trackingNumber', 'isDefault'))
        .select(['cards.reference', 'cards.is_blocked as isBlocked'])
        .where((eb) =>
          eb.or([
            ...(cardIds.length === 0 ? [] : [eb('card_id', 'in', cardIds)]),
            ...(references.length === 0 ? [] : [eb('cards.reference', 'in', references)]),
          ]),
        )
        .orderBy('card_id');
      return (yield* runOnce(query)).rows;
    },
    ...createPuts(dialect),
    chooseDefault: createChooseDefault(dialect),
  };
}

function createPuts({ compiler }: StoreDialect): Pick<ImportTables, 'putWallets' | 'putCards'> {
  return {
    *putWallets(wallets) {
      if (wallets.length === 0) return;
      const rows = wallets.map(({ reference, programme, customerId, isBlocked }) => ({
        ...{ reference, programme, customer_id: customerId, is_blocked: isBlocked },
      }));
      yield* runOnce(
        compiler
          .insertInto('wallets')
          .values(rows)
          .onConflict((conflict) =>
            conflict.column('reference').doUpdateSet((eb) => ({
              customer_id: eb.ref('excluded.customer_id'),
              is_blocked: eb.ref('excluded.is_blocked'),
            })),
          ),
      );
    },
    *putCards(cards) {
      if (cards.length === 0) return;
      const rows = cards.map(({ cardId, reference, trackingNumber, isDefault, isBlocked }) => ({
        ...{ card_id: cardId, reference, tracking_number: trackingNumber },
        ...{ is_default: isDefault, is_blocked: isBlocked },
      }));
      yield* runOnce(
        compiler
          .insertInto('cards')
          .values(rows)
          .onConflict((conflict) =>
            conflict.column('card_id').doUpdateSet((eb) => ({
              reference: eb.ref('excluded.reference'),
              tracking_number: eb.ref('excluded.tracking_number'),
              is_default: eb.ref('excluded.is_default'),
              is_blocked: eb.ref('excluded.is_blocked'),
            })),
          ),
      );
    },
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

import type { Card, Wallet, WalletFilter } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { run, type Operation, type Step } from '../operation.js';
import { compile } from '../statement.js';
import type { NamedRows } from './named-page.js';

/** Wallets in the order of their references, each with its cards. */
export function* listWallets(
  dialect: StoreDialect,
  wanted: NamedRows,
  filter: WalletFilter,
): Operation<readonly Wallet[]> {
  const { compiler } = dialect;
  const statement = compile(() =>
    compiler
      .selectFrom('wallets')
      .select(['reference', 'programme', 'customer_id', 'is_blocked'])
      .$if(filter.programme !== null, (q) => q.where('programme', '=', filter.programme ?? ''))
      .$if(filter.customerId !== null, (q) => q.where('customer_id', '=', filter.customerId ?? 0))
      .$if(filter.isBlocked !== null, (q) => q.where('is_blocked', '=', Number(filter.isBlocked)))
      .$if(wanted.above !== null, (q) => q.where('reference', '>', wanted.above ?? ''))
      .$if(wanted.below !== null, (q) => q.where('reference', '<', wanted.below ?? ''))
      .orderBy('reference', wanted.isDescending ? 'desc' : 'asc')
      .limit(wanted.limit),
  );
  const { rows } = yield* run(statement, {});
  const cards = yield* cardsOf(
    dialect,
    rows.map(({ reference }) => reference),
  );
  return rows.map((row) => ({
    reference: row.reference,
    programme: row.programme,
    customerId: row.customer_id,
    isBlocked: row.is_blocked === 1,
    cards: cards.get(row.reference) ?? [],
  }));
}

/** By reference; wallets without cards are not there. */
function* cardsOf(
  { compiler }: StoreDialect,
  references: readonly string[],
): Step<ReadonlyMap<string, readonly Card[]>> {
  const found = new Map<string, Card[]>();
  if (references.length === 0) return found;
  const statement = compile(() =>
    compiler
      .selectFrom('cards')
      .select(['card_id', 'reference', 'tracking_number', 'is_default', 'is_blocked'])
      .where('reference', 'in', references)
      .orderBy('card_id'),
  );
  for (const row of (yield* run(statement, {})).rows) {
    const card = {
      cardId: row.card_id,
      trackingNumber: row.tracking_number,
      isDefault: row.is_default === 1,
      isBlocked: row.is_blocked === 1,
    };
    found.set(row.reference, [...(found.get(row.reference) ?? []), card]);
  }
  return found;
}

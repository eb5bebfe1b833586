import { sql } from 'kysely';
import type { Backlog } from '../../use-cases/ports.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';

/** States that an operator watches. Refused and failed transactions have ended and are not waiting. */
const WATCHED = ['pending', 'in_doubt', 'queued', 'unmatched', 'contradicted'] as const;

/** Counts waiting work by the indexes of open rows. It skips answered rows, which are nearly all. */
export function createBacklog({ compiler }: StoreDialect): () => Operation<Backlog> {
  const transactions = compile(() =>
    compiler
      .selectFrom('transactions')
      .select((eb) => [
        'state',
        eb.fn.countAll<number>().as('count'),
        eb.fn.min<number>('received_at_ms').as('sinceMs'),
      ])
      .where('state', 'in', [...WATCHED])
      .where(sql<boolean>`state <> 'answered'`)
      .groupBy('state'),
  );
  const deliveries = compile(() =>
    compiler
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(sql<boolean>`state = 'pending'`),
  );
  return function* backlog() {
    const { rows } = yield* run(transactions, {});
    return { transactions: rows, deliveries: (yield* first(deliveries, {}))?.count ?? 0 };
  };
}

import { sql } from 'kysely';
import type { Backlog } from '../../use-cases/ports.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';

/** What an operator watches. What was refused or failed ended, and is not waiting. */
const WATCHED = ['pending', 'in_doubt', 'queued', 'unmatched', 'contradicted'] as const;

/** By the indexes of what is open: what was answered, nearly everything, is not looked at. */
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

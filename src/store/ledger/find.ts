import type { TransactionRow } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { first, run, type Step } from '../operation.js';
import { compile } from '../statement.js';
import { requestKey } from './request-key.js';
import { NEXT_ATTEMPT, ROW } from './row.js';

export interface Finder {
  find(requestId: string): Step<TransactionRow | null>;
  linked(requestId: string): Step<readonly TransactionRow[]>;
}

export function createFinder({ compiler }: StoreDialect): Finder {
  const rows = compiler.selectFrom('transactions').select([...ROW, NEXT_ATTEMPT]);
  const byKey = compile((p: { key: string }) => rows.where('request_key', '=', p.key));
  const byOriginal = compile((p: { requestId: string }) =>
    rows.where('original_request_id', '=', p.requestId).orderBy('sequence'),
  );
  return {
    find: (requestId) => first(byKey, { key: requestKey(requestId) }),
    *linked(requestId) {
      return (yield* run(byOriginal, { requestId })).rows;
    },
  };
}

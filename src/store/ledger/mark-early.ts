import { sql } from 'kysely';
import type { MarkEarlyInput, MarkEarlyOutcome, TransactionState } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { runWith, type Operation } from '../operation.js';
import { compile } from '../statement.js';
import type { Finder } from './find.js';
import { requestKey } from './request-key.js';

/** One transaction orders the leaving of a reversal and the settlement of its original: whichever is second sees the first. */
export function createMarkEarly(
  { compiler }: StoreDialect,
  { finder }: { readonly finder: Finder },
): (input: MarkEarlyInput) => Operation<MarkEarlyOutcome> {
  const update = compile((p: MarkEarlyInput, q: { readonly requestKey: string }) =>
    compiler
      .updateTable('transactions')
      .set({ early_at_ms: sql`coalesce(early_at_ms, ${p.atMs})` })
      .where('request_key', '=', q.requestKey)
      .where('attempt', '=', p.attempt)
      .where('state', 'in', [sql.lit<TransactionState>('pending'), sql.lit<TransactionState>('queued')]),
  );
  return function* markEarly(input) {
    const original = yield* finder.find(input.originalRequestId);
    if (original?.state !== 'in_doubt') return { kind: 'not_in_doubt', original };
    const { changes } = yield* runWith(update, input, { requestKey: requestKey(input.requestId) });
    return { kind: changes === 1 ? 'marked' : 'lost' };
  };
}

import { sql } from 'kysely';
import type { MarkEarlyInput, MarkEarlyOutcome, TransactionState } from '../../usecase/ports.js';
import type { Place, StoreDialect } from '../dialect/dialect.js';
import { run, type Operation } from '../operation.js';
import { compile } from '../statement.js';
import type { Finder } from './find.js';
import type { Names } from './names.js';

/** One transaction orders the leaving of a reversal and the settlement of its original: whichever is second sees the first. */
export function createMarkEarly(
  { compiler }: StoreDialect,
  { finder, names }: { readonly finder: Finder; readonly names: Names },
): (input: MarkEarlyInput) => Operation<MarkEarlyOutcome> {
  const update = compile((p: MarkEarlyInput & Place) =>
    compiler
      .updateTable('transactions')
      .set({ early_at_ms: sql`coalesce(early_at_ms, ${p.atMs})` })
      .where('sequence', '=', p.sequence)
      .where('received_at_ms', '=', p.receivedAtMs)
      .where('attempt', '=', p.attempt)
      .where('state', 'in', [sql.lit<TransactionState>('pending'), sql.lit<TransactionState>('queued')]),
  );
  return function* markEarly(input) {
    const original = yield* finder.find(input.originalRequestId);
    if (original?.state !== 'in_doubt') return { kind: 'not_in_doubt', original };
    const place = yield* names.place(input.requestId);
    const isMarked = place !== null && (yield* run(update, { ...input, ...place })).changes === 1;
    return { kind: isMarked ? 'marked' : 'lost' };
  };
}

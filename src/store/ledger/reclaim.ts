import { sql } from 'kysely';
import { CardwayError } from '../../errors.js';
import type { ReclaimInput, ReclaimOutcome } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { run, type Operation } from '../operation.js';
import { compile } from '../statement.js';
import { createKeepCounted } from './count.js';
import type { Finder } from './find.js';
import type { Reversals } from './reversals.js';

/**
 * Takes a row that may be sent again. What the former attempt brought is cleared; when the row was first received and when it
 * may have been sent stay.
 */
export function createReclaim(
  { compiler, leaseNow }: StoreDialect,
  parts: { finder: Finder; reversals: Reversals },
): (input: ReclaimInput) => Operation<ReclaimOutcome> {
  const update = compile(
    (p: Pick<ReclaimInput, 'owner' | 'leaseMs'> & { sequence: number; attempt: number }) =>
      compiler
        .updateTable('transactions')
        .set({
          state: 'pending',
          attempt: p.attempt,
          owner: p.owner,
          lease_until_ms: sql<number>`${leaseNow} + ${p.leaseMs}`,
          claimed_at_ms: leaseNow,
          // A refused call was certainly not processed. Any other one was perhaps sent once, and stays so.
          sent_at_ms: sql<number | null>`case state when 'refused' then null else sent_at_ms end`,
          answered_at_ms: null,
          settled_at_ms: null,
          answer_attempt: null,
          http_status: null,
          result_code: null,
          error_code: null,
          default_reason: null,
          next_attempt_at_ms: null,
        })
        .where('sequence', '=', p.sequence),
  );
  const keepCounted = createKeepCounted({ compiler });
  return function* reclaim(input) {
    const row = yield* parts.finder.find(input.requestId);
    if (row === null) {
      throw new CardwayError('INTERNAL', {
        cause: new Error('A row that was never claimed cannot be reclaimed.'),
      });
    }
    if (row.state !== input.fromState || row.attempt !== input.fromAttempt) return { kind: 'lost', row };
    const by = yield* parts.reversals.reversalOf(row, input.reversedBy);
    if (by !== null) return { kind: 'reversed', by };
    const attempt = row.attempt + 1;
    const { changes } = yield* run(update, { ...input, sequence: row.sequence, attempt });
    // A purge has no lock on each of its rows; what it took at this moment must not be sent without a row.
    if (changes !== 1)
      throw new CardwayError('INTERNAL', { cause: new Error('A row was purged meanwhile.') });
    yield* keepCounted(row);
    return { kind: 'claimed', attempt };
  };
}

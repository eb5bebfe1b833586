import { sql } from 'kysely';
import { CardwayError } from '../../platform/errors.js';
import type {
  MatchedWallet,
  ReclaimInput,
  ReclaimOutcome,
  RequeueInput,
  RequeueOutcome,
} from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import type { Finder } from './find.js';
import type { Reversals } from './reversals.js';
import { hasRequestId } from './row.js';
import { columnsOf } from '../engine/names.js';
import type { AppendAudit } from '../parts.js';

/**
 * Reclaims a row that may be sent again. Clears the results of the previous attempt. Keeps the times of its first receipt and of
 * its possible sending.
 */
export function createReclaim(
  { compiler, leaseNow }: StoreDialect,
  parts: { finder: Finder; reversals: Reversals },
): (input: ReclaimInput) => Operation<ReclaimOutcome> {
  const update = compile((p: Pick<ReclaimInput, 'owner' | 'route'> & { sequence: number; attempt: number }) =>
    compiler
      .updateTable('transactions')
      .set({
        state: 'pending',
        attempt: p.attempt,
        owner: p.owner,
        route: p.route,
        claimed_at_ms: leaseNow,
        refused_sent_at_ms: null,
        answered_at_ms: null,
        settled_at_ms: null,
        raw_answer: null,
        answer: null,
        http_status: null,
        failure: null,
        result_code: null,
        error_code: null,
        reply_reason: null,
        next_attempt_at_ms: null,
      })
      .where('sequence', '=', p.sequence),
  );
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
    // A purge does not lock each of its rows. A row that it deleted at this moment must not be sent.
    if (changes !== 1) throw new CardwayError('INTERNAL', { cause: new Error('A purge deleted the row.') });
    return { kind: 'claimed', attempt };
  };
}

/** Makes an advice due, with the wallet that it waited for where one exists. Fenced by the attempt that was read. */
export function createRequeue(
  dialect: StoreDialect,
  {
    finder,
    reversals,
    audit,
  }: { readonly finder: Finder; readonly reversals: Reversals; readonly audit: AppendAudit },
): (input: RequeueInput) => Operation<RequeueOutcome> {
  const due = compileDue(dialect);
  const match = compileMatch(dialect);

  function* save(input: RequeueInput): Step<boolean> {
    const row = yield* finder.find(input.requestId);
    if (row?.attempt !== input.attempt) return false;
    const { wallet } = input;
    if (wallet === null)
      return (yield* run(due, { attempt: input.attempt, sequence: row.sequence })).changes === 1;
    if (row.state !== 'unmatched') return false;
    const originalRequestId = yield* reversals.originalOf({ ...row, reverses: wallet.reverses });
    const given = {
      ...wallet,
      attempt: input.attempt,
      requestId: row.requestId,
      originalRequestId,
    };
    return (yield* run(match, given)).changes === 1;
  }

  return function* requeue(input) {
    if (!(yield* save(input))) return { kind: 'lost', row: yield* finder.find(input.requestId) };
    if (input.audit !== undefined) yield* audit({ ...input.audit, atMs: input.atMs });
    return { kind: 'queued' };
  };
}

/** Compiles the change to due. A row that is being sent (next attempt 0) stays with its worker. */
function compileDue({ compiler, leaseNow }: StoreDialect) {
  return compile((p: { sequence: number; attempt: number }) =>
    compiler
      .updateTable('transactions')
      .set({ next_attempt_at_ms: leaseNow })
      .where('sequence', '=', p.sequence)
      .where('attempt', '=', p.attempt)
      .where('state', '=', sql.lit('queued'))
      .where('next_attempt_at_ms', '>', sql.lit(0)),
  );
}

function compileMatch({ compiler, leaseNow }: StoreDialect) {
  return compile((p: Matching) =>
    compiler
      .updateTable('transactions')
      .set({
        ...columnsOf(p, 'customerId', 'cardId', 'request', 'sealedBody'),
        state: sql.lit('queued'),
        reply_reason: sql.lit('advice_accepted'),
        original_request_id: p.originalRequestId,
        next_attempt_at_ms: leaseNow,
      })
      .where(hasRequestId(p.requestId))
      .where('attempt', '=', p.attempt)
      .where('state', '=', sql.lit('unmatched')),
  );
}

interface Matching extends MatchedWallet {
  readonly requestId: string;
  readonly attempt: number;
  readonly originalRequestId: string | null;
}

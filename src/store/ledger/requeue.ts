import { sql } from 'kysely';
import type { MatchedWallet, RequeueInput, RequeueOutcome } from '../../usecase/ports.js';
import { compileAuditEntry } from '../audit.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { run, type Operation, type Step } from '../operation.js';
import { compile } from '../statement.js';
import type { Finder } from './find.js';
import { requestKey } from './request-key.js';
import type { Reversals } from './reversals.js';
import { createAppending } from './texts.js';

/** Makes an advice due, with the wallet that it had to wait for where there is one. Fenced by the attempt that was seen. */
export function createRequeue(
  dialect: StoreDialect,
  { finder, reversals }: { readonly finder: Finder; readonly reversals: Reversals },
): (input: RequeueInput) => Operation<RequeueOutcome> {
  const due = compileDue(dialect);
  const match = createMatch(dialect);
  const audit = compileAuditEntry(dialect);

  function* save(input: RequeueInput): Step<boolean> {
    const row = yield* finder.find(input.requestId);
    if (row?.attempt !== input.attempt) return false;
    const { wallet } = input;
    if (wallet === null)
      return (yield* run(due, { attempt: input.attempt, sequence: row.sequence })).changes === 1;
    if (row.state !== 'unmatched') return false;
    const original = yield* reversals.originalOf({ ...row, reverses: wallet.reverses });
    const named = { requestKey: requestKey(input.requestId), originalRequestId: original?.requestId ?? null };
    return yield* match({ ...wallet, ...input }, named);
  }

  return function* requeue(input) {
    if (!(yield* save(input))) return { kind: 'lost', row: yield* finder.find(input.requestId) };
    if (input.audit !== undefined) yield* run(audit, { ...input.audit, atMs: input.atMs });
    return { kind: 'queued' };
  };
}

/** One that is being sent at this moment (next attempt 0) is left to whoever sends it. */
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

function createMatch(dialect: StoreDialect) {
  const { compiler, leaseNow } = dialect;
  return createAppending(
    dialect,
    (
      p: MatchedWallet & RequeueInput,
      q: { readonly requestKey: string; readonly originalRequestId: string | null },
    ) =>
      compiler
        .updateTable('transactions')
        .set({
          state: sql.lit('queued'),
          customer_id: p.customerId,
          card_id: p.cardId,
          sealed_body: p.sealedBody,
          content_hash: p.contentHash,
          default_reason: sql.lit('advice_accepted'),
          original_request_id: q.originalRequestId,
          next_attempt_at_ms: leaseNow,
          lease_until_ms: sql.lit(0),
        })
        .where('request_key', '=', q.requestKey)
        .where('attempt', '=', p.attempt)
        .where('state', '=', sql.lit('unmatched')),
    ({ attempt, request }) => ({ attempt, request, rawAnswer: null, answer: null }),
  );
}

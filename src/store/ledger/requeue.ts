import { sql } from 'kysely';
import type { MatchedWallet, RequeueInput, RequeueOutcome } from '../../usecase/ports.js';
import { compileAuditEntry } from '../audit.js';
import type { Place, StoreDialect } from '../dialect/dialect.js';
import { run, runWith, type Operation, type Step } from '../operation.js';
import { compile } from '../statement.js';
import type { Finder } from './find.js';
import type { Reversals } from './reversals.js';

interface Linked extends Place {
  readonly originalRequestId: string | null;
}

/** Makes an advice due, with the wallet that it had to wait for where there is one. Fenced by the attempt that was seen. */
export function createRequeue(
  dialect: StoreDialect,
  { finder, reversals }: { readonly finder: Finder; readonly reversals: Reversals },
): (input: RequeueInput) => Operation<RequeueOutcome> {
  const due = compileDue(dialect);
  const match = compileMatch(dialect);
  const audit = compileAuditEntry(dialect);

  function* save(input: RequeueInput): Step<boolean> {
    const row = yield* finder.find(input.requestId);
    if (row?.attempt !== input.attempt) return false;
    const { wallet } = input;
    const place = { sequence: row.sequence, receivedAtMs: row.receivedAtMs };
    if (wallet === null) return (yield* run(due, { ...input, ...place })).changes === 1;
    if (row.state !== 'unmatched') return false;
    const original = yield* reversals.originalOf({ ...row, reverses: wallet.reverses });
    const linked = { ...place, originalRequestId: original?.requestId ?? null };
    return (yield* runWith(match, { ...wallet, ...input }, linked)).changes === 1;
  }

  return function* requeue(input) {
    if (!(yield* save(input))) return { kind: 'lost', row: yield* finder.find(input.requestId) };
    if (input.audit !== undefined) yield* run(audit, { ...input.audit, atMs: input.atMs });
    return { kind: 'queued' };
  };
}

/** One that is being sent at this moment (next attempt 0) is left to whoever sends it. */
function compileDue({ compiler, leaseNow }: StoreDialect) {
  return compile((p: RequeueInput & Place) =>
    compiler
      .updateTable('transactions')
      .set({ next_attempt_at_ms: leaseNow })
      .where('sequence', '=', p.sequence)
      .where('received_at_ms', '=', p.receivedAtMs)
      .where('attempt', '=', p.attempt)
      .where('state', '=', sql.lit('queued'))
      .where('next_attempt_at_ms', '>', sql.lit(0)),
  );
}

function compileMatch({ compiler, leaseNow }: StoreDialect) {
  return compile((p: MatchedWallet & RequeueInput, q: Linked) =>
    compiler
      .updateTable('transactions')
      .set({
        state: sql.lit('queued'),
        customer_id: p.customerId,
        card_id: p.cardId,
        sealed_body: p.sealedBody,
        request: p.request,
        content_hash: p.contentHash,
        default_reason: sql.lit('advice_accepted'),
        original_request_id: q.originalRequestId,
        next_attempt_at_ms: leaseNow,
        lease_until_ms: sql.lit(0),
      })
      .where('sequence', '=', q.sequence)
      .where('received_at_ms', '=', q.receivedAtMs)
      .where('attempt', '=', p.attempt)
      .where('state', '=', sql.lit('unmatched')),
  );
}

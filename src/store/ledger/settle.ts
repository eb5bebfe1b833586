import { sql } from 'kysely';
import type { SettleInput, SettleOutcome, TransactionState } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { run, type Operation } from '../operation.js';
import { compile, type Statement } from '../statement.js';
import type { Finder } from './find.js';
import { requestKey } from './request-key.js';

type Settlement = Omit<SettleInput, 'requestId' | 'fromStates'> & { readonly key: string } & Record<
    `from${number}`,
    TransactionState
  >;

/**
 * Saves an outcome, fenced by the attempt it belongs to. `sentAtMs` and `toldResultCode` are kept where the input has null: once a call
 * may have reached downstream, no later refusal may make it look as if it had not. The sealed body goes with the answer.
 */
export function createSettle(
  dialect: StoreDialect,
  finder: Finder,
): (input: SettleInput) => Operation<SettleOutcome> {
  const statements = new Map<number, Statement<Settlement, unknown>>();
  const updateFrom = (count: number): Statement<Settlement, unknown> => {
    let statement = statements.get(count);
    if (statement === undefined) statements.set(count, (statement = compileUpdate(dialect, count)));
    return statement;
  };
  return function* settle(input) {
    const { changes } = yield* run(updateFrom(input.fromStates.length), {
      ...input,
      ...Object.fromEntries(input.fromStates.map((state, index) => [`from${index}`, state])),
      key: requestKey(input.requestId),
      nextAttemptAtMs: input.state === 'queued' ? (input.nextAttemptAtMs ?? input.settledAtMs) : null,
    });
    return changes === 1 ? SETTLED : { kind: 'lost', row: yield* finder.find(input.requestId) };
  };
}

const SETTLED: SettleOutcome = { kind: 'settled' };

function compileUpdate({ compiler }: StoreDialect, fromStates: number): Statement<Settlement, unknown> {
  const froms = Array.from({ length: fromStates }, (_, index) => `from${index}` as const);
  return compile((p: Settlement) =>
    compiler
      .updateTable('transactions')
      .set({
        state: p.state,
        sent_at_ms: sql`coalesce(${p.sentAtMs}, sent_at_ms)`,
        answered_at_ms: p.answeredAtMs,
        settled_at_ms: p.settledAtMs,
        raw_answer: p.rawAnswer,
        http_status: p.httpStatus,
        answer: p.answer,
        result_code: p.resultCode,
        error_code: p.errorCode,
        default_reason: p.defaultReason,
        told_result_code: sql`coalesce(${p.toldResultCode}, told_result_code)`,
        next_attempt_at_ms: p.nextAttemptAtMs,
        lease_until_ms: sql.lit(0),
        sealed_body: sql`case when ${p.state} in ('answered', 'contradicted') then null else sealed_body end`,
      })
      .where('request_key', '=', p.key)
      .where('attempt', '=', p.attempt)
      .where(
        'state',
        'in',
        froms.map((name) => sql<TransactionState>`${p[name]}`),
      ),
  );
}

import { sql } from 'kysely';
import type { SettleInput, SettleOutcome } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { runWith, type Operation } from '../operation.js';
import { compile, type Statement } from '../statement.js';
import type { Finder } from './find.js';
import { requestKey } from './request-key.js';

interface Computed {
  readonly key: string;
  readonly nextAttemptAtMs: number | null;
}

/**
 * Saves an outcome, fenced by the attempt it belongs to. `sentAtMs` and `toldResultCode` are kept where the input has null: once
 * a call may have reached downstream, no later refusal may make it look as if it had not. The sealed body goes with the answer.
 */
export function createSettle(
  dialect: StoreDialect,
  finder: Finder,
): (input: SettleInput) => Operation<SettleOutcome> {
  // One statement for each list of states that the program uses; they are few.
  const statements = new Map<string, Statement<SettleInput, unknown, Computed>>();
  const updateFrom = ({ fromStates }: SettleInput): Statement<SettleInput, unknown, Computed> => {
    const states = fromStates.join();
    let statement = statements.get(states);
    if (statement === undefined) statements.set(states, (statement = compileUpdate(dialect, fromStates)));
    return statement;
  };
  return function* settle(input) {
    const { changes } = yield* runWith(updateFrom(input), input, {
      key: requestKey(input.requestId),
      nextAttemptAtMs: input.state === 'queued' ? (input.nextAttemptAtMs ?? input.settledAtMs) : null,
    });
    return changes === 1 ? SETTLED : { kind: 'lost', row: yield* finder.find(input.requestId) };
  };
}

const SETTLED: SettleOutcome = { kind: 'settled' };

function compileUpdate({ compiler }: StoreDialect, fromStates: SettleInput['fromStates']) {
  return compile((p: SettleInput, q: Computed) =>
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
        next_attempt_at_ms: q.nextAttemptAtMs,
        lease_until_ms: sql.lit(0),
        sealed_body: sql`case when ${p.state} in ('answered', 'contradicted') then null else sealed_body end`,
      })
      .where('request_key', '=', q.key)
      .where('attempt', '=', p.attempt)
      .where(
        'state',
        'in',
        fromStates.map((state) => sql.lit(state)),
      ),
  );
}

import { sql } from 'kysely';
import type { Attempts } from '../../usecase/provisioning/attempt-port.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { databaseNowMs, run, type Operation } from '../operation.js';
import { compile } from '../statement.js';
import type { ChangeAttempt } from './change-attempt.js';

type Arguments = Parameters<Attempts['expire']>[0];

/** Small batches, oldest first, so that no payment waits long for the write lock. */
export function createExpire(
  dialect: StoreDialect,
  changes: ChangeAttempt,
): (args: Arguments) => Operation<number> {
  const kinds = [
    { fromState: 'issued', reason: 'not_verified', update: compileUpdate(dialect, 'issued') },
    { fromState: 'verified', reason: 'not_authorized', update: compileUpdate(dialect, 'verified') },
  ] as const;
  return function* expire(args) {
    const nowMs = yield* databaseNowMs(dialect);
    const { verifiedForMs, limit } = args;
    const due = { nowMs, limit, verifiedBeforeMs: verifiedForMs === null ? 0 : nowMs - verifiedForMs };
    let total = 0;
    for (const { fromState, reason, update } of kinds) {
      const { rows } = yield* run(update, due);
      const change = { fromState, toState: 'expired', actor: 'gateway', reason, atMs: nowMs } as const;
      for (const { attemptId } of rows) yield* changes.record({ ...change, attemptId });
      total += rows.length;
    }
    return total;
  };
}

interface Due {
  readonly nowMs: number;
  readonly verifiedBeforeMs: number;
  readonly limit: number;
}

function compileUpdate({ compiler, isTakenFrom }: StoreDialect, state: 'issued' | 'verified') {
  return compile((p: Due) => {
    const due = compiler.selectFrom('provisioning_attempts').select('sequence').limit(p.limit);
    // In so many words, because SQLite uses a partial index only for a query that repeats its condition.
    const dueOfState =
      state === 'issued'
        ? due
            .where(sql<boolean>`state = 'issued'`)
            .where('expires_at_ms', '<', p.nowMs)
            .orderBy('expires_at_ms')
        : due
            .where(sql<boolean>`state = 'verified'`)
            .where('verified_at_ms', '<', p.verifiedBeforeMs)
            .orderBy('verified_at_ms');
    return compiler
      .updateTable('provisioning_attempts')
      .set({ state: sql<'expired'>`'expired'` })
      .where(isTakenFrom(dueOfState))
      .where('state', '=', sql.lit(state))
      .returning('attempt_id as attemptId');
  });
}

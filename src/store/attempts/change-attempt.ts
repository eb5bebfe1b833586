import { sql } from 'kysely';
import type { AttemptState } from '../../core/attempt.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { run, runWith, type Step } from '../operation.js';
import { compileHistoryEntry } from '../provisioning/history.js';
import { compile } from '../statement.js';

export interface AttemptMove {
  readonly attemptId: string;
  readonly fromState: AttemptState;
  readonly toState: 'authorized' | 'digitized' | 'declined' | 'expired';
  readonly actor: string;
  readonly reason: string;
  readonly atMs: number;
}

/** The token that an attempt was taken by. */
export interface TokenOfAttempt {
  readonly tokenReference: string;
  readonly walletId: string | null;
}

export interface ChangeAttempt {
  /** Moves an attempt that is still in the state it was found in, and writes its history. False: it was not. */
  move(move: AttemptMove, token: TokenOfAttempt): Step<boolean>;
  record(move: AttemptMove): Step<void>;
}

export function createChangeAttempt(dialect: StoreDialect): ChangeAttempt {
  const update = (column: 'authorized_at_ms' | 'digitized_at_ms' | null) =>
    compile((p: AttemptMove, token: TokenOfAttempt) =>
      dialect.compiler
        .updateTable('provisioning_attempts')
        .set({
          state: p.toState,
          token_reference: token.tokenReference,
          wallet_id: sql<string | null>`coalesce(cast(${token.walletId} as text), wallet_id)`,
          ...(column === null ? {} : { [column]: p.atMs }),
        })
        .where('attempt_id', '=', p.attemptId)
        .where('state', '=', p.fromState),
    );
  const updates = {
    authorized: update('authorized_at_ms'),
    digitized: update('digitized_at_ms'),
    declined: update(null),
    expired: update(null),
  };
  const insert = compileHistoryEntry(dialect);
  function* record({ fromState: from, toState: to, ...move }: AttemptMove): Step<void> {
    yield* run(insert, { ...move, from, to });
  }
  return {
    record,
    *move(move, token) {
      const { changes } = yield* runWith(updates[move.toState], move, token);
      if (changes === 0) return false;
      yield* record(move);
      return true;
    },
  };
}

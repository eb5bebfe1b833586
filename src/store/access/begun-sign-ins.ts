import type { BegunSignIns } from '../../use-cases/access/sign-in-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import type { StoreParts } from '../parts.js';

export function createBegunSignIns({ dialect, commits }: StoreParts): BegunSignIns {
  const statements = compileStatements(dialect);

  /** Each new sign-in deletes those whose time is over. */
  function* keep({ stateHash, forMs }: Parameters<BegunSignIns['keep']>[0]): Operation<void> {
    const nowMs = yield* databaseNowMs(dialect);
    yield* run(statements.expire, { nowMs });
    yield* run(statements.keep, { stateHash, expiresAtMs: nowMs + forMs });
  }

  function* take(stateHash: string): Operation<boolean> {
    const nowMs = yield* databaseNowMs(dialect);
    return (yield* run(statements.take, { stateHash, nowMs })).changes > 0;
  }

  return {
    keep: (input) => commits.submit(() => keep(input), { isHousekeeping: true }),
    take: (stateHash) => commits.submit(() => take(stateHash), { isHousekeeping: true }),
  };
}

function compileStatements({ compiler }: StoreDialect) {
  return {
    keep: compile((p: { stateHash: string; expiresAtMs: number }) =>
      compiler.insertInto('begun_sign_ins').values({ state_hash: p.stateHash, expires_at_ms: p.expiresAtMs }),
    ),
    take: compile((p: { stateHash: string; nowMs: number }) =>
      compiler
        .deleteFrom('begun_sign_ins')
        .where('state_hash', '=', p.stateHash)
        .where('expires_at_ms', '>', p.nowMs),
    ),
    expire: compile((p: { nowMs: number }) =>
      compiler.deleteFrom('begun_sign_ins').where('expires_at_ms', '<=', p.nowMs),
    ),
  };
}

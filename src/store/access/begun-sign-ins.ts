import type { BegunSignIns } from '../../use-cases/access/sign-in-port.js';
import { databaseNowMs, runOnce } from '../engine/operation.js';
import type { StoreParts } from '../parts.js';

export function createBegunSignIns({ dialect, commits }: StoreParts): BegunSignIns {
  const { compiler } = dialect;
  return {
    keep: ({ stateHash, forMs }) =>
      commits.submit(
        function* () {
          const nowMs = yield* databaseNowMs(dialect);
          // Each new sign-in deletes those whose time is over.
          yield* runOnce(compiler.deleteFrom('begun_sign_ins').where('expires_at_ms', '<=', nowMs));
          const begun = { state_hash: stateHash, expires_at_ms: nowMs + forMs };
          yield* runOnce(compiler.insertInto('begun_sign_ins').values(begun));
        },
        { isHousekeeping: true },
      ),
    take: (stateHash) =>
      commits.submit(
        function* () {
          const nowMs = yield* databaseNowMs(dialect);
          const open = compiler.deleteFrom('begun_sign_ins').where('expires_at_ms', '>', nowMs);
          return (yield* runOnce(open.where('state_hash', '=', stateHash))).changes > 0;
        },
        { isHousekeeping: true },
      ),
  };
}

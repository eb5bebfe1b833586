import { sql } from 'kysely';
import type { ConfirmInput, Confirmation } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { first, type Operation } from '../operation.js';
import { compile } from '../statement.js';
import { requestKey } from './request-key.js';
import type { Reversals } from './reversals.js';

/** Whether a claim still stands; only reads, so that it costs a call that was held up no commit. */
export function createConfirm(
  dialect: StoreDialect,
  { reversals }: { readonly reversals: Reversals },
): (input: ConfirmInput) => Operation<Confirmation> {
  const claimed = compileClaimed(dialect);
  return function* confirm({ requestId, attempt, owner, reversedBy }) {
    const row = yield* first(claimed, { requestKey: requestKey(requestId), attempt, owner });
    if (row === null) return 'claim_lost';
    return (yield* reversals.reversalOf(row, reversedBy)) === null ? 'valid' : 'reversed';
  };
}

function compileClaimed({ compiler, leaseNow }: StoreDialect) {
  return compile((p: { requestKey: string } & Pick<ConfirmInput, 'attempt' | 'owner'>) =>
    compiler
      .selectFrom('transactions')
      .select(['request_id as requestId', 'terminal_id as terminalId', 'reference'])
      .select(['transaction_id as transactionId', 'transaction_date as transactionDate'])
      .where('request_key', '=', p.requestKey)
      .where('state', '=', sql.lit('pending'))
      .where('attempt', '=', p.attempt)
      .where('owner', '=', p.owner)
      .where('lease_until_ms', '>=', leaseNow),
  );
}

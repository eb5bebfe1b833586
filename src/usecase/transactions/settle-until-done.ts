import { CardwayError } from '../../errors.js';
import type { SettleInput, SettleOutcome } from '../ports.js';
import type { TransactDeps } from './transact-deps.js';

/**
 * Settles, again and again while the store cannot. Of what is known only here nothing may get lost; if this process dies
 * first, the lease of the row ends and makes it in doubt.
 */
export async function settleUntilDone(
  deps: Pick<TransactDeps, 'ledger' | 'timer' | 'settleRetryMs'>,
  settle: SettleInput,
): Promise<SettleOutcome> {
  for (;;) {
    try {
      return await deps.ledger.settle(settle);
    } catch (error) {
      if (!(error instanceof CardwayError) || error.code !== 'UNAVAILABLE') throw error;
      await deps.timer.wait(deps.settleRetryMs).done;
    }
  }
}

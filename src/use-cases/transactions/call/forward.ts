import { addMs } from '../../../platform/clock.js';
import type { TransactionResult } from './call.js';
import type { ComposedTransaction } from './compose.js';
import { sendClaimedAdvice } from '../advice/send-advice.js';
import { type Claimed, settleOutcome } from '../settle/settle.js';
import type { TransactDeps } from '../transact-deps.js';

/**
 * Sends a claimed transaction, and saves the outcome before the caller gets it (docs/reference/transactions.md#settle). Errors:
 * DOWNSTREAM_REFUSED, DOWNSTREAM_INVALID, DOWNSTREAM_TIMEOUT, IN_DOUBT, UNAVAILABLE (the outcome could not be saved).
 */
export async function forwardTransaction(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
): Promise<TransactionResult> {
  claimed.carried.begin();
  try {
    if (composed.method.effect === 'advice') return await sendClaimedAdvice(deps, composed);
    const outcome = await deps.downstream.send({
      route: composed.claim.route,
      requestId: composed.claim.requestId,
      methodName: composed.method.name,
      body: composed.body,
      customerId: composed.envelope.customer_id,
      deadline: addMs(composed.deadline, -deps.settleReserveMs),
    });
    return await settleOutcome(deps, composed, claimed, outcome);
  } finally {
    claimed.carried.end();
  }
}

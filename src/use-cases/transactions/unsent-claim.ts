import { terminalReply } from '../../core/transactions/transaction.js';
import { ERRORS } from '../../platform/errors.js';
import type { ComposedTransaction } from './compose.js';
import { queuedAgain } from './forward.js';
import type { OnLate } from './late-commit.js';
import type { ClaimOutcome, ReclaimOutcome, SettleInput, TransactionRow } from './ledger-port.js';
import { settlement, settleWithRetries } from './settlement.js';
import type { TransactDeps } from './transact-deps.js';

/**
 * Returns the handler of a claim that was saved although its commit was not acknowledged. Only this process knows that the call was
 * not sent. Otherwise the row counts as sent when its lease ends: a Deduct is then in doubt, and so is an advice on a route
 * without deduplication. `before`: the row of a claim that repeats a call.
 */
export function settleUnsentClaim(
  deps: TransactDeps,
  { claim }: ComposedTransaction,
  before: TransactionRow | null = null,
): OnLate<ClaimOutcome | ReclaimOutcome> {
  return (late) => {
    const settling = late.then(async (outcome) => {
      if (outcome?.kind !== 'claimed' || claim.state !== 'pending') return;
      await settleWithRetries(deps, {
        ...settlement(claim.requestId, outcome.attempt, deps.clock.nowMs()),
        ...(claim.effect === 'advice' ? unsentAdvice(deps) : unsentCall(claim, before)),
      });
    });
    // The row keeps its lease until the outcome is known.
    deps.background.add(deps.running.keep(claim.requestId, settling));
  };
}

function unsentAdvice({ adviceRetryMs }: Pick<TransactDeps, 'adviceRetryMs'>): Partial<SettleInput> {
  return { ...queuedAgain(adviceRetryMs), fromStates: ['pending', 'queued'] };
}

/** Returns the settlement of a call whose caller got UNAVAILABLE. A reply to an earlier attempt stays. */
function unsentCall(
  { keyId }: ComposedTransaction['claim'],
  before: TransactionRow | null,
): Partial<SettleInput> & Pick<SettleInput, 'state'> {
  const { resultCode } = ERRORS.UNAVAILABLE;
  const terminalRepliedCode = keyId === null ? resultCode : null;
  return {
    state: 'refused',
    errorCode: 'DOWNSTREAM_REFUSED',
    replyReason: 'refused',
    failure: 'not_confirmed',
    ...(before !== null && terminalReply(before) !== null
      ? {}
      : { repliedResultCode: resultCode, terminalRepliedCode }),
  };
}

import { ERRORS } from '../../platform/errors.js';
import type { ComposedTransaction } from './compose.js';
import type { OnLate } from './late-commit.js';
import type { ApplyInput, ClaimOutcome, ReclaimOutcome } from './ledger-port.js';
import { applyUntilSaved, NOTHING_BROUGHT } from './saving.js';
import type { TransactDeps } from './transact-deps.js';

/**
 * Returns the handler of a claim that was saved although its commit was not acknowledged. Only this process knows that the call was
 * not sent. Otherwise the row counts as sent when its lease ends: a Deduct is then in doubt, and so is an advice on a route
 * without deduplication.
 */
export function settleUnsentClaim(
  deps: TransactDeps,
  { claim }: ComposedTransaction,
): OnLate<ClaimOutcome | ReclaimOutcome> {
  const unsent = (attempt: number): Pick<ApplyInput, 'fact' | 'brought' | 'nextAttemptInMs'> => {
    if (claim.effect === 'advice')
      return { fact: { kind: 'withheld', attempt, as: 'waiting' }, nextAttemptInMs: deps.adviceRetryMs };
    const { resultCode } = ERRORS.UNAVAILABLE;
    const reply = { resultCode, errorCode: null, isToTerminal: claim.keyId === null };
    return {
      fact: { kind: 'refusal', attempt, reply, isReversed: false, wasInDoubt: false },
      brought: { ...NOTHING_BROUGHT, failure: 'not_confirmed' },
    };
  };
  return (late) => {
    const settling = late.then(async (outcome) => {
      if (outcome?.kind !== 'claimed' || claim.state !== 'pending') return;
      const { requestId } = claim;
      await applyUntilSaved(deps, { requestId, atMs: deps.clock.nowMs(), ...unsent(outcome.attempt) });
    });
    // The row keeps its lease until the outcome is known.
    deps.background.add(deps.running.keep(claim.requestId, settling));
  };
}

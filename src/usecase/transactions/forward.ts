import type { TransactionResult } from './call.js';
import type { Claimed } from './claimed.js';
import type { ComposedTransaction } from './compose.js';
import { decideReversalOf } from './decide-reversal.js';
import { defaultResult } from './default-result.js';
import { observeConcluded } from './observe-concluded.js';
import { settleOutcome } from './settle-outcome.js';
import { settlement } from './settlement.js';
import type { SettleInput, TransactionRow } from '../ports.js';
import type { TransactDeps } from './transact-deps.js';

/**
 * Sends a claimed transaction and saves what came of it before the caller hears it (contract 4.5 to 4.8).
 * Errors: DOWNSTREAM_REFUSED, DOWNSTREAM_INVALID, DOWNSTREAM_TIMEOUT, IN_DOUBT, UNAVAILABLE (the outcome could not be saved).
 */
export async function forwardTransaction(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
): Promise<TransactionResult> {
  const running = deps.running.begin(composed.claim.requestId);
  try {
    const withheld = await withhold(deps, composed, claimed);
    if (withheld !== null) return await acceptAdvice(deps, composed, claimed, withheld);
    const outcome = await deps.downstream.send({
      route: composed.claim.route,
      requestId: composed.claim.requestId,
      methodName: composed.method.name,
      terminalId: composed.claim.terminalId,
      body: composed.body,
      customerId: composed.envelope.customer_id,
      deadlineMs: composed.deadlineMs - deps.settleReserveMs,
      always: composed.method.effect === 'advice',
    });
    return await settleOutcome(deps, composed, claimed, outcome);
  } finally {
    running.end();
  }
}

type Withheld = Pick<SettleInput, 'state' | 'defaultReason' | 'nextAttemptAtMs'>;

/** Advices that must not go downstream now: nothing to reverse is known, nothing was processed, or it still runs. */
async function withhold(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
): Promise<Withheld | null> {
  if (composed.method.effect !== 'advice' || composed.claim.door === 'gateway') return null;
  const needsOriginal = composed.claim.reverses.length > 0;
  if (composed.claim.state === 'unmatched' || (needsOriginal && claimed.original === null)) {
    deps.observer.alert('advice_unmatched', {
      requestId: composed.claim.requestId,
      terminalId: composed.claim.terminalId,
    });
    return { state: 'unmatched', defaultReason: 'advice_accepted', nextAttemptAtMs: null };
  }
  if (!needsOriginal || claimed.original === null) return null;
  const original = await originalAtRest(deps, claimed.original, composed.deadlineMs - deps.settleReserveMs);
  const decision = await decideReversalOf(deps.ledger, composed.claim, original);
  if (decision === 'send') return null;
  if (decision !== 'wait') return { state: 'answered', defaultReason: decision, nextAttemptAtMs: null };
  return {
    state: 'queued',
    defaultReason: 'advice_accepted',
    nextAttemptAtMs: deps.clock.nowMs() + deps.adviceRetryMs,
  };
}

/** A reversal waits for the transaction that it reverses (contract 4.9), as long as its own deadline lets it. */
async function originalAtRest(
  deps: TransactDeps,
  original: TransactionRow,
  deadlineMs: number,
): Promise<TransactionRow> {
  let current = original;
  while (current.state === 'pending') {
    const remainingMs = deadlineMs - deps.clock.nowMs();
    if (remainingMs <= 0) return current;
    const pause = deps.timer.wait(Math.min(ORIGINAL_POLL_MS, remainingMs));
    await Promise.race([pause.done, deps.running.settled(current.requestId) ?? pause.done]);
    pause.cancel();
    current = (await deps.ledger.find(current.requestId)) ?? current;
  }
  return current;
}

/** The row of another process gives no wake-up; it is looked at this often. */
const ORIGINAL_POLL_MS = 25;

async function acceptAdvice(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
  withheld: Withheld,
): Promise<TransactionResult> {
  const nowMs = deps.clock.nowMs();
  const settle: SettleInput = {
    ...settlement(composed.claim.requestId, claimed.attempt, nowMs),
    ...withheld,
    fromStates: ['pending', 'unmatched'],
    resultCode: withheld.state === 'answered' ? 1 : null,
  };
  await deps.ledger.settle(settle);
  observeConcluded(deps, composed, settle);
  return defaultResult(composed.claim, 1);
}

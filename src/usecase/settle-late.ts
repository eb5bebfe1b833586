import { concludeLate } from '../core/transaction.js';
import type { ComposedTransaction } from './compose.js';
import type { ForwardDeps } from './transact-deps.js';
import type { LateOutcome } from './ports.js';
import { settlement } from './settlement.js';

/**
 * A late answer settles the doubt (contract section 4, states). When the terminal was told a decline by default and the
 * money moved after all, the row becomes `contradicted` and the operators hear of it.
 * Balances are not settled late: the next call asks again.
 */
export async function settleLate(
  deps: Pick<ForwardDeps, 'ledger' | 'clock' | 'observer'>,
  composed: ComposedTransaction,
  attempt: number,
  late: Promise<LateOutcome>,
): Promise<void> {
  const outcome = await late;
  const { claim, method } = composed;
  if (outcome.kind !== 'answered' || method.effect === 'none') return;
  const state = concludeLate({
    effect: method.effect,
    resultCode: outcome.answer.response.resultCode,
    terminalHeardDecline: claim.keyId === null,
  });
  const settled = await deps.ledger.settle({
    ...settlement(claim.requestId, attempt, deps.clock.nowMs(), outcome),
    fromStates: ['in_doubt', 'queued'],
    state,
  });
  if (settled.kind === 'settled' && state === 'contradicted') {
    deps.observer.alert('transaction_contradicted', {
      requestId: claim.requestId,
      terminalId: claim.terminalId,
    });
  }
}

import {
  isAcceptedAnyway,
  operatorsWord,
  type Outcome,
  shownState,
} from '../../../core/transactions/life.js';
import { isApproval } from '../../../core/transactions/result-codes.js';
import type { ComposedTransaction } from '../call/compose.js';
import type { Decided, TransactionRow } from '../ledger-port.js';
import type { TransactDeps } from '../transact-deps.js';

/** Records and alerts for operators: one record of each call, and what an outcome has made of a row. */

/** Reports a finished call to metrics and log. A step of the machine's clock during the call is in no duration. */
export function observeCompleted(
  deps: Pick<TransactDeps, 'clock' | 'observer'>,
  composed: ComposedTransaction,
  settled: Pick<TransactionRow, 'state' | 'resultCode' | 'replyReason'> &
    Partial<Pick<TransactionRow, 'sentAtMs' | 'answeredAtMs'>>,
): void {
  const { sentAtMs = null, answeredAtMs = null, state, resultCode, replyReason } = settled;
  const durationMs = deps.clock.monotonicMs() - composed.caller.receivedAt.monotonicMs;
  const { requestId, terminalId, channel, route, effect } = composed.claim;
  deps.observer.completed({
    ...{ requestId, terminalId, channel, route, resultCode, replyReason, durationMs },
    state: shownState({ state, effect }),
    httpRequestId: composed.caller.httpRequestId,
    methodName: composed.method.name,
    // The saved times are of the machine's clock. The wallet service took a part of the whole.
    downstreamMs:
      sentAtMs === null || answeredAtMs === null
        ? null
        : Math.min(Math.max(0, answeredAtMs - sentAtMs), durationMs),
  });
}

type About = Pick<TransactionRow, 'requestId' | 'terminalId' | 'effect'>;

/** Tells operators what an outcome has made of a row. */
export function observeApplied(
  { observer }: Pick<TransactDeps, 'observer'>,
  { requestId, terminalId, effect }: About,
  fact: Outcome,
  applied: Decided,
): void {
  const named = { requestId, terminalId };
  if (applied.kind === 'gone') {
    // Operators get the only trace of a call that was sent.
    if (fact.kind !== 'refusal' && effect !== 'none')
      observer.alert('settle_failed', { ...named, reason: 'row_missing' });
    return;
  }
  if (applied.kind === 'moved' && applied.state === 'contradicted')
    observer.alert('transaction_contradicted', named);
  if (fact.kind !== 'answer') return;
  if (applied.kind === 'unmoved') alertIfDecidedOtherwise({ observer }, applied.row, fact.resultCode);
  // Its terminal got the reply that the advice is accepted.
  if (isAcceptedAnyway({ effect }, fact.resultCode)) observer.alert('advice_declined_downstream', named);
}

/**
 * Alerts when the wallet service declined what an operator had settled as approved, approved only a part of it, or accepted what an
 * operator had declined. The decision stays.
 */
function alertIfDecidedOtherwise(
  { observer }: Pick<TransactDeps, 'observer'>,
  row: TransactionRow,
  resultCode: number,
): void {
  const word = operatorsWord(row);
  const isOther = word === 'declined' ? isApproval(resultCode) : resultCode !== row.resultCode;
  if (word === null || !isOther) return;
  const { requestId, terminalId } = row;
  const reason = `The wallet service answered with resultCode ${String(resultCode)}.`;
  observer.alert('decision_contradicted', { requestId, terminalId, reason });
}

export function alertDoubt(
  { observer }: Pick<TransactDeps, 'observer'>,
  { requestId, terminalId }: Pick<TransactionRow, 'requestId' | 'terminalId'>,
  reason: string,
): void {
  observer.alert('transaction_in_doubt', { requestId, terminalId, reason });
}

/** Alerts to an advice that is accepted and waits for its wallet. */
export function alertUnmatched(
  { observer }: Pick<TransactDeps, 'observer'>,
  { requestId, terminalId }: Pick<TransactionRow, 'requestId' | 'terminalId'>,
): void {
  observer.alert('advice_unmatched', { requestId, terminalId });
}

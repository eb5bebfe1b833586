import { concludeLate } from '../core/transaction.js';
import { resultText } from '../core/result-codes.js';
import { CardwayError } from '../errors.js';
import type { SavedAnswer } from './default-result.js';
import type { ApiKey, TransactionRow, TransactionState } from './ports.js';
import { contradicted, heardDecline, type SettleDoubtDeps } from './settle-doubt.js';
import { settlement } from './settlement.js';

export interface OperatorDecision {
  readonly requestId: string;
  /** What the operator found out: 1 approved, negative declined. */
  readonly resultCode: number;
  /** Why; kept in the audit log. */
  readonly reason: string;
}

export type SettleByOperator = (operator: ApiKey, decision: OperatorDecision) => Promise<TransactionRow>;

/** States that wait for somebody who knows. */
const OPEN_STATES: readonly TransactionState[] = ['in_doubt', 'queued', 'unmatched'];

/**
 * An operator settles what nobody else could (contract section 4, states): the row becomes answered, or contradicted when the
 * terminal heard a decline and the operator found that the money moved. Who, why, before and after are kept in the same commit.
 * Errors: NOT_FOUND, BAD_REQUEST (nothing is open, or there is no reason), UNAVAILABLE.
 */
export function createSettleByOperator(deps: SettleDoubtDeps): SettleByOperator {
  return async (operator, decision) => {
    const row = await deps.ledger.find(decision.requestId);
    if (row === null) throw new CardwayError('NOT_FOUND', { message: 'No transaction has this request id.' });
    requireDecision(row, decision);
    const state = concludeLate({
      effect: row.effect,
      resultCode: decision.resultCode,
      terminalHeardDecline: heardDecline(row),
    });
    const settled = await deps.ledger.settle({
      ...settlement(row.requestId, row.attempt, deps.clock.nowMs()),
      fromStates: [row.state],
      state,
      answer: JSON.stringify(answerOf(row, decision)),
      resultCode: decision.resultCode,
      errorCode: state === 'contradicted' ? row.errorCode : null,
      defaultReason: 'settled_by_operator',
      audit: {
        actor: operator.keyId,
        action: 'settle_transaction',
        subject: row.requestId,
        reason: decision.reason,
        before: JSON.stringify({ state: row.state, resultCode: row.resultCode }),
        after: JSON.stringify({ state, resultCode: decision.resultCode }),
      },
    });
    if (settled.kind === 'lost') throw notOpen(settled.row?.state ?? row.state);
    if (state === 'contradicted') await contradicted(deps, row);
    return (await deps.ledger.find(row.requestId)) ?? row;
  };
}

function requireDecision(row: TransactionRow, decision: OperatorDecision): void {
  if (!OPEN_STATES.includes(row.state)) throw notOpen(row.state);
  if (decision.reason.trim() === '' || decision.reason.length > 500) {
    throw new CardwayError('BAD_REQUEST', {
      field: 'reason',
      message: 'reason must have 1 to 500 characters.',
    });
  }
}

function notOpen(state: TransactionState): CardwayError {
  return new CardwayError('BAD_REQUEST', {
    field: 'request_id',
    message: `request_id names a transaction that is ${state}; there is nothing to settle.`,
  });
}

function answerOf(row: TransactionRow, { resultCode }: OperatorDecision): SavedAnswer {
  return {
    status: resultCode > 0 ? 'success' : 'failed',
    message: resultCode > 0 ? '' : (resultText(resultCode) ?? ''),
    customer_id: row.customerId,
    response: { resultCode },
  };
}

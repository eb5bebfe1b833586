import { concludeLate, terminalHeard } from '../../core/transaction.js';
import { resultText } from '../../core/result-codes.js';
import { CardwayError } from '../../errors.js';
import type { SavedAnswer } from './default-result.js';
import type { ApiKey, SettleInput, TransactionRow, TransactionState } from '../ports.js';
import {
  contradicted,
  heardDecline,
  isMoneyMoved,
  isToldMeanwhile,
  type SettleDoubtDeps,
} from './settle-doubt.js';
import { settlement } from './settlement.js';

export interface OperatorDecision {
  readonly requestId: string;
  /** What the operator found out: 1 approved, negative declined. */
  readonly resultCode: number;
  /** Why; kept in the audit log. */
  readonly reason: string;
}

export type SettleByOperator = (operator: ApiKey, decision: OperatorDecision) => Promise<TransactionRow>;

/** States that wait for somebody who knows; a contradicted one, for somebody who has made it good. */
const OPEN_STATES: readonly TransactionState[] = ['in_doubt', 'queued', 'unmatched', 'contradicted'];

/**
 * An operator settles what nobody else could (contract section 4, states): the row becomes answered, or contradicted when the
 * terminal heard a decline, or a reversal had left, and the operator found that the money moved. One that is contradicted is closed: its answer stays, and
 * its terminal goes on hearing what it heard. Who, why, before and after are kept in the same commit.
 * Errors: NOT_FOUND, BAD_REQUEST (nothing is open, or there is no reason), UNAVAILABLE.
 */
export function createSettleByOperator(deps: SettleDoubtDeps): SettleByOperator {
  async function settle(
    operator: ApiKey,
    decision: OperatorDecision,
    isReversed: boolean,
  ): Promise<TransactionRow> {
    const row = await deps.ledger.find(decision.requestId);
    if (row === null) throw new CardwayError('NOT_FOUND', { message: 'No transaction has this request id.' });
    requireDecision(row, decision);
    const after = row.state === 'contradicted' ? madeGood(row) : decided(row, decision, isReversed);
    const isApproved = after.state === 'answered' && isMoneyMoved(row, decision.resultCode);
    const settled = await deps.ledger.settle({
      ...settlement(row.requestId, row.attempt, deps.clock.nowMs()),
      ...after,
      fromStates: [row.state],
      ifTerminalHeard: terminalHeard(row),
      ...(isApproved && row.state !== 'contradicted' ? { unlessReversed: true } : {}),
      audit: {
        actor: operator.keyId,
        action: 'settle_transaction',
        subject: row.requestId,
        reason: decision.reason,
        before: JSON.stringify({ state: row.state, resultCode: row.resultCode }),
        after: JSON.stringify({ state: after.state, resultCode: after.resultCode }),
      },
    });
    if (settled.kind === 'reversed') return settle(operator, decision, true);
    if (settled.kind === 'lost') {
      const now = settled.row;
      if (isToldMeanwhile(row, now)) return settle(operator, decision, isReversed);
      throw notOpen(now?.state ?? row.state);
    }
    if (after.state === 'contradicted') await contradicted(deps, { ...row, wasInDoubt: true });
    return (await deps.ledger.find(row.requestId)) ?? row;
  }
  return (operator, decision) => settle(operator, decision, false);
}

type After = Pick<SettleInput, 'state' | 'answer' | 'resultCode' | 'errorCode' | 'defaultReason'> &
  Partial<SettleInput>;

function decided(row: TransactionRow, decision: OperatorDecision, isReversed: boolean): After {
  const { resultCode } = decision;
  const state = isReversed
    ? 'contradicted'
    : concludeLate({ effect: row.effect, resultCode, terminalHeardDecline: heardDecline(row) });
  return {
    state,
    answer: JSON.stringify(answerOf(row, decision)),
    resultCode,
    errorCode: state === 'contradicted' ? (row.errorCode ?? 'IN_DOUBT') : null,
    defaultReason: 'settled_by_operator',
  };
}

function madeGood(row: TransactionRow): After {
  const { answer, rawAnswer, resultCode, errorCode, httpStatus, answeredAtMs } = row;
  const defaultReason = 'made_good_by_operator';
  return {
    state: 'answered',
    answer,
    rawAnswer,
    resultCode,
    errorCode,
    httpStatus,
    answeredAtMs,
    defaultReason,
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

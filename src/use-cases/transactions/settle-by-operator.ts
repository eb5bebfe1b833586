import type { AuditEntry } from '../../core/access/audit.js';
import { isApproval, resultText } from '../../core/transactions/result-codes.js';
import { lateSettledState, terminalReply } from '../../core/transactions/transaction.js';
import { scrub } from '../../core/wire/scrub.js';
import { CardwayError } from '../../platform/errors.js';
import { actorOf } from '../access/administrator.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { SavedAnswer } from './default-result.js';
import { wakeReversals } from './forward.js';
import type { RequeueOutcome, SettleInput, TransactionRow, TransactionState } from './ledger-port.js';
import { matchAdvice, type MatchDeps, type Matched } from './match-advice.js';
import { isReversalDue } from './own-reversals.js';
import {
  alertContradicted,
  contradicted,
  wasDeclineReplied,
  isMoneyMoved,
  isReplyRecordedSince,
  type SettleDoubtDeps,
} from './settle-doubt.js';
import { unsentSettlement } from './settlement.js';
import type { TransactDeps } from './transact-deps.js';

interface OperatorDecision {
  readonly requestId: string;
  /** Outcome that the operator found: 1 approved, negative declined. */
  readonly resultCode: number;
  /** Reason for the audit log. */
  readonly reason: string;
  /** State that the operator saw. A transaction in another one is not settled. Null or left out, nothing is checked. */
  readonly state?: TransactionState | null | undefined;
}

export type SettleByOperator = (operator: ApiKey, decision: OperatorDecision) => Promise<TransactionRow>;

/** States that an operator can settle. A contradicted transaction waits until an operator has made it good. */
const OPEN_STATES: readonly TransactionState[] = ['in_doubt', 'queued', 'unmatched', 'contradicted'];

/**
 * Settles by an operator's decision (docs/reference/transactions.md#doubt). The row becomes answered. It becomes contradicted if
 * the terminal got a decline, or a reversal had left, and the operator found that the money moved. A contradicted row is closed:
 * its answer stays, and its terminal continues to get the same reply. The same commit saves who, why, before and after. Errors:
 * NOT_FOUND, BAD_REQUEST (nothing is open, another state than the operator saw, a code of no outcome, no reason, a decline of a
 * contradicted row, or one whose reversal is about to be made), UNAVAILABLE.
 */
export function createSettleByOperator(
  deps: SettleDoubtDeps & Pick<TransactDeps, 'methods' | 'directory' | 'reversesContradicted'>,
): SettleByOperator {
  async function settle(
    operator: ApiKey,
    decision: OperatorDecision,
    isReversed: boolean,
  ): Promise<TransactionRow> {
    const row = await deps.ledger.find(decision.requestId);
    if (row === null) throw new CardwayError('NOT_FOUND', { message: 'No transaction has this request id.' });
    requireDecision(row, decision);
    if (row.state === 'contradicted' && (await isReversalDue(deps, row))) throw reversalDue();
    const after = row.state === 'contradicted' ? madeGood(row) : decided(row, decision, isReversed);
    const isApproved = after.state === 'answered' && isMoneyMoved(row, decision.resultCode);
    const saving = deps.ledger.settle({
      ...unsentSettlement(row, deps.clock.nowMs()),
      ...after,
      fromStates: [row.state],
      ifTerminalReply: terminalReply(row),
      ...(isApproved && row.state !== 'contradicted' ? { unlessReversed: true } : {}),
      audit: {
        actor: actorOf(operator),
        action: 'settle_transaction',
        subject: row.requestId,
        reason: scrub(decision.reason),
        before: JSON.stringify({ state: row.state, resultCode: row.resultCode }),
        after: JSON.stringify({ state: after.state, resultCode: after.resultCode }),
      },
    });
    const settled = await saving.catch((error: unknown) => {
      // It may be saved all the same, and nobody would alert to it later. Housekeeping gives its money back.
      if (after.state === 'contradicted') alertContradicted(deps, row);
      throw error;
    });
    if (settled.kind === 'reversed') return settle(operator, decision, true);
    if (settled.kind === 'lost') {
      const now = settled.row;
      if (isReplyRecordedSince(row, now)) return settle(operator, decision, isReversed);
      throw notOpen(now?.state ?? row.state);
    }
    if (after.state === 'contradicted') await contradicted(deps, { ...row, wasInDoubt: true });
    await wakeReversals(deps, row);
    return (await deps.ledger.find(row.requestId)) ?? row;
  }
  return (operator, decision) => settle(operator, decision, false);
}

type After = Pick<SettleInput, 'state' | 'answer' | 'resultCode' | 'errorCode' | 'replyReason'> &
  Partial<SettleInput>;

function decided(row: TransactionRow, decision: OperatorDecision, isReversed: boolean): After {
  const { resultCode } = decision;
  const state = isReversed
    ? 'contradicted'
    : lateSettledState({ effect: row.effect, resultCode, terminalGotDecline: wasDeclineReplied(row) });
  return {
    state,
    answer: JSON.stringify(answerOf(row, decision)),
    resultCode,
    errorCode: state === 'contradicted' ? (row.errorCode ?? 'IN_DOUBT') : null,
    replyReason: 'settled_by_operator',
  };
}

function madeGood(row: TransactionRow): After {
  const { answer, resultCode, errorCode, answeredAtMs } = row;
  const replyReason = 'made_good_by_operator';
  return { state: 'answered', answer, resultCode, errorCode, answeredAtMs, replyReason };
}

function requireDecision(row: TransactionRow, decision: OperatorDecision): void {
  if (!OPEN_STATES.includes(row.state)) throw notOpen(row.state);
  if ((decision.state ?? row.state) !== row.state) {
    throw new CardwayError('BAD_REQUEST', {
      field: 'state',
      message: `request_id names a transaction that is ${row.state} by now. Look at it again.`,
    });
  }
  if (!isOutcome(decision.resultCode)) {
    throw new CardwayError('BAD_REQUEST', {
      field: 'result_code',
      message: 'result_code must be 1, or a negative result code of a decline.',
    });
  }
  // The operator has not seen that the wallet service has approved it meanwhile.
  if (row.state === 'contradicted' && !isApproval(decision.resultCode)) {
    throw new CardwayError('BAD_REQUEST', {
      field: 'result_code',
      message:
        'request_id names a transaction that is contradicted: the wallet service has approved it. Close it with result_code 1 once its money is given back.',
    });
  }
  if (decision.reason.trim() === '' || decision.reason.length > 500) {
    throw new CardwayError('BAD_REQUEST', {
      field: 'reason',
      message: 'reason must have 1 to 500 characters.',
    });
  }
}

/**
 * Returns the error for closing a contradiction before the gateway has made its reversal, which a closed one never gets. Another
 * operator, or a repeated command, decided about the doubt that it was.
 */
function reversalDue(): CardwayError {
  return new CardwayError('BAD_REQUEST', {
    field: 'request_id',
    message:
      'request_id names a transaction that is contradicted, and Cardway is about to give its money back. Look at it again when its reversal is there.',
  });
}

/** A settlement is final, so it names a whole approval or a decline. A code of neither kind would count as both. */
function isOutcome(resultCode: number): boolean {
  return resultCode === 1 || (resultCode < 0 && resultCode > -(2 ** 31));
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

export type SendByOperator = (operator: ApiKey, requestId: string) => Promise<TransactionRow>;

/**
 * Sends a queued or unmatched advice now, for an operator (docs/reference/transactions.md#advices). The advice becomes due, and
 * the next housekeeping round on any node sends it. An unmatched one needs a wallet that is now known. The same commit saves the
 * operator. Errors: NOT_FOUND, BAD_REQUEST (it does not wait to be sent, or its wallet is still unknown or has another
 * customer, card or programme), UNAVAILABLE.
 */
export function createSendByOperator(deps: MatchDeps): SendByOperator {
  return async (operator, requestId) => {
    const row = await deps.ledger.find(requestId);
    if (row === null) throw new CardwayError('NOT_FOUND', { message: 'No transaction has this request id.' });
    const sent = await send(deps, row, auditOf(operator, row));
    if (sent.kind === 'unknown') {
      throw notSendable(
        'request_id names an advice whose wallet is still unknown; add the wallet to the directory first.',
      );
    }
    if (sent.kind === 'not_own') {
      throw notSendable(
        'request_id names an advice whose customer, card or programme is not that of its wallet in the directory; correct the directory, or settle the advice.',
      );
    }
    const now = await deps.ledger.find(requestId);
    // Another process was faster: the advice is being sent, or was sent.
    const isUnderWay = now !== null && now.effect === 'advice' && now.state !== 'unmatched';
    if (sent.kind === 'queued' || isUnderWay) return now ?? row;
    throw notWaiting(now ?? row);
  };
}

async function send(
  deps: MatchDeps,
  row: TransactionRow,
  audit: AuditEntry,
): Promise<Matched | RequeueOutcome> {
  if (row.state === 'unmatched') return matchAdvice(deps, row, audit);
  if (row.state !== 'queued') throw notWaiting(row);
  const { requestId, attempt } = row;
  return deps.ledger.requeue({ requestId, attempt, atMs: deps.clock.nowMs(), wallet: null, audit });
}

function auditOf(operator: ApiKey, row: TransactionRow): AuditEntry {
  return {
    actor: actorOf(operator),
    action: 'send_transaction',
    subject: row.requestId,
    reason: '',
    before: JSON.stringify({ state: row.state, customerId: row.customerId, cardId: row.cardId }),
    after: JSON.stringify({ state: 'queued' }),
  };
}

function notWaiting({ state }: TransactionRow): CardwayError {
  return notSendable(
    `request_id names a transaction that is ${state}; only queued and unmatched advices can be sent.`,
  );
}

function notSendable(message: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field: 'request_id', message });
}

import type { AuditEntry } from '../../../core/access/audit.js';
import {
  type Fact,
  isLateAnswerPossible,
  isOpenToOperators,
  next,
  type ShownState,
  shownState,
} from '../../../core/transactions/life.js';
import { isApproval, resultText } from '../../../core/transactions/result-codes.js';
import { keepText } from '../../../core/keep.js';
import { CardwayError } from '../../../platform/errors.js';
import { actorOf } from '../../access/administrator.js';
import type { ApiKey } from '../../directory/directory-port.js';
import { wakeReversals } from '../advice/send-advice.js';
import type { RequeueOutcome, TransactionRow } from '../ledger-port.js';
import { matchAdvice, type MatchDeps, type Matched } from '../advice/match-advice.js';
import type { SavedAnswer } from '../call/reply.js';
import { apply } from './saving.js';
import type { LateDeps } from './settle.js';
import type { TransactDeps } from '../transact-deps.js';

interface OperatorDecision {
  readonly requestId: string;
  /** Outcome that the operator found: 1 approved, negative declined. */
  readonly resultCode: number;
  /** Reason for the audit log. */
  readonly reason: string;
  /** State that the operator saw. A transaction in another one is not settled. Null or left out, nothing is checked. */
  readonly state?: ShownState | null | undefined;
}

export type SettleByOperator = (operator: ApiKey, decision: OperatorDecision) => Promise<TransactionRow>;

/**
 * Settles by an operator's decision (docs/reference/transactions.md#doubt). The row becomes answered. It becomes contradicted if
 * the terminal got a decline, or a reversal had left, and the operator found that the money moved. A contradicted row is closed:
 * its answer stays, and its terminal continues to get the same reply. The same commit saves who, why, before and after. Errors:
 * NOT_FOUND, BAD_REQUEST (nothing is open, another state than the operator saw, a code of no outcome, no reason, a decline of a
 * contradicted row, a late answer that may still come), UNAVAILABLE.
 */
export function createSettleByOperator(
  deps: LateDeps & Pick<TransactDeps, 'methods' | 'lateMs'>,
): SettleByOperator {
  return async (operator, decision) => {
    const row = await deps.ledger.find(decision.requestId);
    if (row === null) throw new CardwayError('NOT_FOUND', { message: 'No transaction has this request id.' });
    const lateSinceMs = deps.clock.nowMs() - deps.lateMs;
    const fact: Fact = { kind: 'operator', resultCode: decision.resultCode, seen: row.state, lateSinceMs };
    requireDecision(row, decision);
    if (isLateAnswerPossible(row, lateSinceMs)) throw tooEarly(row, deps.lateMs);
    const { requestId, terminalId } = row;
    const alertContradicted = (): void => {
      deps.observer.alert('transaction_contradicted', { requestId, terminalId });
    };
    const applying = apply(deps, {
      requestId,
      fact,
      atMs: deps.clock.nowMs(),
      operatorsAnswer: JSON.stringify(answerOf(row, decision)),
      audit: {
        actor: actorOf(operator),
        action: 'settle_transaction',
        subject: requestId,
        reason: keepText(decision.reason, REASON_MAX),
      },
    });
    const settled = await applying.catch((error: unknown) => {
      // It may be saved all the same, and nobody would alert to it later.
      const life = { ...row, isBeingSent: false, hasEarlyReversal: false };
      if (next(life, fact)?.state === 'contradicted') alertContradicted();
      throw error;
    });
    if (settled.kind !== 'moved') throw notOpen(settled.kind === 'gone' ? row : settled.row);
    if (settled.state === 'contradicted') alertContradicted();
    await wakeReversals(deps, row);
    if (row.originalRequestId !== null && !isApproval(decision.resultCode))
      await apply(deps, {
        requestId: row.originalRequestId,
        fact: { kind: 'not_given_back' },
        atMs: deps.clock.nowMs(),
      });
    return (await deps.ledger.find(requestId)) ?? row;
  };
}

function requireDecision(row: TransactionRow, decision: OperatorDecision): void {
  if (!isOpenToOperators(row.state)) throw notOpen(row);
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
  if (decision.reason.trim() === '' || decision.reason.length > REASON_MAX) {
    throw new CardwayError('BAD_REQUEST', {
      field: 'reason',
      message: `reason must have 1 to ${String(REASON_MAX)} characters.`,
    });
  }
}

/** Characters of a reason. */
const REASON_MAX = 500;

/** A settlement is final, so it names a whole approval or a decline. A code of neither kind would count as both. */
function isOutcome(resultCode: number): boolean {
  return resultCode === 1 || (resultCode < 0 && resultCode > -(2 ** 31));
}

function notOpen(row: TransactionRow): CardwayError {
  return new CardwayError('BAD_REQUEST', {
    field: 'request_id',
    message: `request_id names a transaction that is ${shownState(row)}; there is nothing to settle.`,
  });
}

function tooEarly({ settledAtMs }: TransactionRow, lateMs: number): CardwayError {
  const openUntil = new Date((settledAtMs ?? 0) + lateMs).toISOString();
  return new CardwayError('BAD_REQUEST', {
    field: 'request_id',
    message: `request_id names a transaction that the wallet service may still answer. An operator can settle it from ${openUntil} on.`,
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

function notWaiting(row: TransactionRow): CardwayError {
  return notSendable(
    `request_id names a transaction that is ${shownState(row)}; only queued and unmatched advices can be sent.`,
  );
}

function notSendable(message: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field: 'request_id', message });
}

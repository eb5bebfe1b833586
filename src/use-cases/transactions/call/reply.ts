import { isAcceptedAnyway, isDeclined, terminalReply } from '../../../core/transactions/life.js';
import type { Effect } from '../../../core/transactions/methods.js';
import type { NormalizedAnswer } from '../../../core/transactions/normalise.js';
import { isApproval, resultText } from '../../../core/transactions/result-codes.js';
import { DECLINES } from '../../../core/transactions/transaction.js';
import { CardwayError, ERRORS } from '../../../platform/errors.js';
import type { TransactionResult } from './call.js';
import type { TransactionRow } from '../ledger-port.js';

/** Normalized answer as saved in the ledger (docs/reference/protocol.md#normalized-answer). */
export interface SavedAnswer {
  readonly status: string;
  readonly message: string;
  readonly customer_id: number | null;
  readonly response: TransactionResult['response'];
}

/**
 * Returns the reply that the row has for its callers, again and again. Null where it has none: it is open, or may be sent again.
 * Errors: that of the decline that a terminal heard, where the reply was one.
 */
export function replyOfRow(row: TransactionRow, isToTerminal: boolean): TransactionResult | null {
  const { state, effect } = row;
  if (state === 'pending') return null;
  const isGivenBack = state === 'contradicted' || row.replyReason === 'made_good_by_operator';
  // A terminal gets the first reply to its money call again (docs/reference/transactions.md#one-reply).
  if (isToTerminal && (isGivenBack || (effect === 'money' && isDeclined(row)))) return repliedAgain(row);
  if (isGivenBack) return givenBackResult(row);
  if (state === 'answered') return resultOfAnsweredRow(row);
  // A claimed advice is durable and never declined (docs/reference/transactions.md#advices).
  return effect === 'advice' ? gatewayResult(row, 1, true) : null;
}

/** Repeats the decline that a terminal heard. Errors: that of the row, where the reply was one. */
function repliedAgain(row: TransactionRow): TransactionResult {
  const code = terminalReply(row);
  // The reply to a time-out is an error, whatever code the settings give it.
  const isDecline = code !== null && Object.hasOwn(DECLINES, code) && row.errorCode !== 'DOWNSTREAM_TIMEOUT';
  if (!isDecline) throw errorOfUnansweredRow(row);
  return gatewayResult(row, code, true);
}

/** Returns the decline that the backend got for money that went back, else the terminal's, else -9. */
function givenBackResult(row: TransactionRow): TransactionResult {
  const code = row.repliedResultCode ?? row.terminalRepliedCode ?? ERRORS.IN_DOUBT.resultCode;
  const message = 'The wallet service approved this too late. The money is given back.';
  return { ...gatewayResult(row, code, true), message };
}

/** An advice is never declined, whatever downstream answered (docs/reference/transactions.md#advices). */
function resultOfAnsweredRow(row: TransactionRow): TransactionResult {
  const { resultCode } = row;
  const isAccepted = row.effect === 'advice' && (resultCode === null || isAcceptedAnyway(row, resultCode));
  return isAccepted ? gatewayResult(row, 1, true) : savedResult(row);
}

/** Returns a saved answer as the first caller got it. */
export function savedResult(row: TransactionRow): TransactionResult {
  if (row.answer === null) return gatewayResult(row, row.resultCode ?? row.repliedResultCode ?? -9, true);
  const saved = JSON.parse(row.answer) as SavedAnswer;
  return {
    status: saved.status,
    message: saved.message,
    customerId: saved.customer_id ?? row.customerId,
    requestId: row.requestId,
    replayed: true,
    response: saved.response,
  };
}

/** Returns a reply of the gateway itself: for an accepted advice, or a Deduct whose reversal came first. */
export function gatewayResult(
  about: Pick<TransactionResult, 'requestId' | 'customerId'>,
  resultCode: number,
  replayed = false,
): TransactionResult {
  const isApproved = isApproval(resultCode);
  return {
    status: isApproved ? 'success' : 'failed',
    message: isApproved ? '' : (resultText(resultCode) ?? ''),
    customerId: about.customerId,
    requestId: about.requestId,
    replayed,
    response: { resultCode },
  };
}

/** Returns the caller's part of an answer. The customer is the call's own where downstream does not name it. */
export function answerOf(
  answer: NormalizedAnswer,
  { customerId, requestId }: Pick<TransactionResult, 'requestId' | 'customerId'>,
): TransactionResult {
  const { status, message, response } = answer;
  return {
    status,
    message,
    customerId: answer.customerId ?? customerId,
    requestId,
    replayed: false,
    response,
  };
}

/** Returns the error for a row without an answer: the same as for the joined or repeated call. */
export function errorOfUnansweredRow(row: TransactionRow): CardwayError {
  const code = row.errorCode;
  const isKnown =
    code === 'DOWNSTREAM_REFUSED' ||
    code === 'DOWNSTREAM_INVALID' ||
    code === 'DOWNSTREAM_TIMEOUT' ||
    code === 'RATE_LIMITED';
  return new CardwayError(isKnown ? code : 'IN_DOUBT', {
    resultCode: terminalReply(row) ?? row.repliedResultCode ?? undefined,
  });
}

/**
 * Returns the error for a call whose row is gone, as after a failover to a standby that lacks it. Nothing is saved, so the caller
 * gets no answer, and the processor keeps an advice.
 */
export function errorOfLostRow(effect: Effect): CardwayError {
  return new CardwayError(effect === 'none' || effect === 'advice' ? 'UNAVAILABLE' : 'IN_DOUBT');
}

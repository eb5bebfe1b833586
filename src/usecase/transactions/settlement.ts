import { maskAnswer } from '../../core/mask.js';
import { maskText } from '../../core/scrub.js';
import type { TransactionResult } from './call.js';
import type { SavedAnswer } from './default-result.js';
import type { DownstreamOutcome, NormalizedAnswer, SettleInput } from '../ports.js';

/** The part of a settlement that follows from the outcome alone; the raw and the normalized answer are masked for keeping. */
export function settlement(
  requestId: string,
  attempt: number,
  settledAtMs: number,
  outcome?: DownstreamOutcome,
): SettleInput {
  const answered = outcome?.kind === 'answered' ? outcome : null;
  const heard = outcome === undefined || outcome.kind === 'timeout' ? null : outcome;
  return {
    requestId,
    attempt,
    fromStates: ['pending', 'in_doubt'],
    state: 'answered',
    // In the ledger this means "perhaps processed": a call that was turned away does not count as sent.
    sentAtMs: outcome === undefined || outcome.kind === 'refused' ? null : outcome.sentAtMs,
    answeredAtMs: heard === null || heard.kind === 'refused' ? null : heard.answeredAtMs,
    settledAtMs,
    rawAnswer: heard?.raw == null ? null : maskText(heard.raw),
    httpStatus: heard?.httpStatus ?? null,
    answer: answered === null ? null : savedText(answered.answer),
    resultCode: answered?.answer.response.resultCode ?? null,
    errorCode: null,
    defaultReason: null,
    toldResultCode: null,
    terminalToldCode: null,
    nextAttemptInMs: null,
  };
}

/** What the caller hears of an answer; the customer is the call's own where downstream does not repeat it. */
export function answerOf(
  answer: NormalizedAnswer,
  customerId: number | null,
): Pick<TransactionResult, 'status' | 'message' | 'customerId' | 'response'> {
  return {
    status: answer.status,
    message: answer.message,
    customerId: answer.customerId ?? customerId,
    response: answer.response,
  };
}

function savedText(answer: NormalizedAnswer): string {
  const saved: SavedAnswer = {
    status: maskText(answer.status),
    message: maskText(answer.message),
    customer_id: answer.customerId,
    response: maskAnswer(answer.response) as NormalizedAnswer['response'],
  };
  return JSON.stringify(saved);
}

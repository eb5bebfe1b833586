import { maskAnswer, maskAnswerInTurns } from '../../core/mask.js';
import { maskRawAnswer, maskText } from '../../core/scrub.js';
import type { TransactionResult } from './call.js';
import type { SavedAnswer } from './default-result.js';
import type { DownstreamOutcome, NormalizedAnswer, SettleInput } from '../ports.js';

/** What came of a call, with its raw and its normalized answer masked for keeping. */
export interface KeptOutcome {
  readonly outcome: DownstreamOutcome;
  readonly rawAnswer: string | null;
  readonly answer: string | null;
}

/** Masks a long answer in turns of the event loop of their own, so that no other call waits for all of it. */
export async function keptOutcome(outcome: DownstreamOutcome): Promise<KeptOutcome> {
  const raw = outcome.kind === 'timeout' ? null : outcome.raw;
  const isLong = raw !== null && raw.length > ONE_TURN_MAX;
  if (isLong) await nextTurn();
  const rawAnswer = raw === null ? null : maskRawAnswer(raw);
  if (isLong) await nextTurn();
  const answer = outcome.kind === 'answered' ? await savedText(outcome.answer, isLong) : null;
  if (isLong) await nextTurn();
  return { outcome, rawAnswer, answer };
}

/** UTF-16 units of an answer that are read and masked within a few milliseconds. */
const ONE_TURN_MAX = 32_768;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The part of a settlement that follows from the outcome alone. */
export function settlement(
  requestId: string,
  attempt: number,
  settledAtMs: number,
  kept?: KeptOutcome,
): SettleInput {
  const outcome = kept?.outcome;
  const answered = outcome?.kind === 'answered' ? outcome : null;
  const heard = outcome === undefined || outcome.kind === 'timeout' ? null : outcome;
  return {
    requestId,
    attempt,
    fromStates: ['pending', 'in_doubt'],
    state: 'answered',
    // For an advice it means "perhaps processed": one that was refused is sent again, so it does not count as sent.
    sentAtMs: outcome === undefined || outcome.kind === 'refused' ? null : outcome.sentAtMs,
    answeredAtMs: heard === null || heard.kind === 'refused' ? null : heard.answeredAtMs,
    settledAtMs,
    rawAnswer: kept?.rawAnswer ?? null,
    httpStatus: heard?.httpStatus ?? null,
    answer: kept?.answer ?? null,
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

async function savedText(answer: NormalizedAnswer, isLong: boolean): Promise<string> {
  const { response } = answer;
  const masked = isLong ? await maskAnswerInTurns(response, nextTurn) : maskAnswer(response);
  const saved: SavedAnswer = {
    status: maskText(answer.status),
    message: maskText(answer.message),
    customer_id: answer.customerId,
    response: masked as NormalizedAnswer['response'],
  };
  return JSON.stringify(saved);
}

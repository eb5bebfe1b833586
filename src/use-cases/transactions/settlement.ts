import { maskAnswer, maskAnswerInTurns } from '../../core/transactions/mask.js';
import { isApproval } from '../../core/transactions/result-codes.js';
import { terminalReply } from '../../core/transactions/transaction.js';
import { maskRawAnswer, maskText } from '../../core/wire/scrub.js';
import type { Moment } from '../../platform/clock.js';
import { CardwayError } from '../../platform/errors.js';
import type { TransactionResult } from './call.js';
import type { ComposedTransaction } from './compose.js';
import { gatewayResult, type SavedAnswer, savedResult } from './default-result.js';
import type { DownstreamOutcome, NormalizedAnswer } from './downstream-port.js';
import type { SettleInput, SettleOutcome, TransactionRow } from './ledger-port.js';
import type { RunningCall } from './running.js';
import type { TransactDeps } from './transact-deps.js';

/** What came of a call, with its raw and its normalized answer masked for keeping. */
interface SavedOutcome {
  readonly outcome: DownstreamOutcome;
  readonly rawAnswer: string | null;
  readonly answer: string | null;
}

/** Masks a long answer in turns of the event loop of their own, so that no other call waits for all of it. */
export async function savedOutcome(outcome: DownstreamOutcome): Promise<SavedOutcome> {
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
  kept?: SavedOutcome,
): SettleInput {
  const outcome = kept?.outcome;
  const answered = outcome?.kind === 'answered' ? outcome : null;
  const received = outcome === undefined || outcome.kind === 'timeout' ? null : outcome;
  return {
    requestId,
    attempt,
    fromStates: ['pending', 'in_doubt'],
    state: 'answered',
    // For an advice it means "perhaps processed": one that was refused is sent again, so it does not count as sent.
    sentAtMs: outcome === undefined || outcome.kind === 'refused' ? null : outcome.sentAtMs,
    answeredAtMs: received === null || received.kind === 'refused' ? null : received.answeredAtMs,
    settledAtMs,
    rawAnswer: kept?.rawAnswer ?? null,
    httpStatus: received?.httpStatus ?? null,
    answer: kept?.answer ?? null,
    resultCode: answered?.answer.response.resultCode ?? null,
    errorCode: null,
    replyReason: null,
    repliedResultCode: null,
    terminalRepliedCode: null,
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

/** What a caller hears of an answered row. Advices are never declined, whatever downstream said of them (docs/reference/transactions.md#advices). */
export function resultOfAnsweredRow(row: TransactionRow): TransactionResult {
  const isAccepted = row.effect === 'advice' && (row.resultCode === null || !isApproval(row.resultCode));
  return isAccepted ? gatewayResult(row, 1, true) : savedResult(row, true);
}

/** What a caller hears of a row without an answer: what the one heard that it joined or repeats. */
export function errorOfUnansweredRow(row: TransactionRow): CardwayError {
  const code = row.errorCode;
  const isKnown =
    code === 'DOWNSTREAM_REFUSED' || code === 'DOWNSTREAM_INVALID' || code === 'DOWNSTREAM_TIMEOUT';
  return new CardwayError(isKnown ? code : 'IN_DOUBT', {
    resultCode: terminalReply(row) ?? row.repliedResultCode ?? undefined,
  });
}

/** Tells metrics and log of a call that has come to its end. */
export function observeSettled(
  deps: TransactDeps,
  composed: ComposedTransaction,
  settled: Pick<SettleInput, 'state' | 'resultCode' | 'replyReason' | 'sentAtMs' | 'answeredAtMs'>,
): void {
  const { sentAtMs, answeredAtMs } = settled;
  deps.observer.completed({
    requestId: composed.claim.requestId,
    ...(composed.httpRequestId === undefined ? {} : { httpRequestId: composed.httpRequestId }),
    terminalId: composed.claim.terminalId,
    channel: composed.claim.channel,
    methodName: composed.method.name,
    route: composed.claim.route,
    state: settled.state,
    resultCode: settled.resultCode,
    replyReason: settled.replyReason,
    durationMs: deps.clock.nowMs() - composed.claim.receivedAtMs,
    downstreamMs: sentAtMs === null || answeredAtMs === null ? null : answeredAtMs - sentAtMs,
  });
}

/** A row that this call owns, to be sent. */
export interface Claimed {
  /** Held since before it was claimed; whoever sends it lets it go. */
  readonly carried: RunningCall;
  readonly attempt: number;
  /** Before it was claimed, so that nothing can have happened to the row earlier. */
  readonly claimedAt: Moment;
  /** The transaction that this advice reverses, when the ledger knows it. */
  readonly original: TransactionRow | null;
  /** An earlier attempt of this request is in doubt. */
  readonly wasInDoubt: boolean;
  /** What a terminal was told of earlier attempts. */
  readonly terminalReply: number | null;
}

/**
 * Settles, again and again while the store cannot. Of what is known only here nothing may get lost; if this process dies
 * first, the lease of the row ends and makes it in doubt.
 */
export async function settleWithRetries(
  deps: Pick<TransactDeps, 'ledger' | 'timer' | 'settleRetryMs'>,
  settle: SettleInput,
): Promise<SettleOutcome> {
  for (;;) {
    try {
      return await deps.ledger.settle(settle);
    } catch (error) {
      if (!(error instanceof CardwayError) || error.code !== 'UNAVAILABLE') throw error;
      await deps.timer.wait(deps.settleRetryMs).done;
    }
  }
}

import { maskAnswer, maskAnswerInTurns } from '../../core/transactions/mask.js';
import type { Effect } from '../../core/transactions/methods.js';
import { isBareAnswer } from '../../core/transactions/normalise.js';
import { isAcceptance } from '../../core/transactions/result-codes.js';
import { terminalReply } from '../../core/transactions/transaction.js';
import type { JsonObject } from '../../core/wire/json.js';
import { maskAnyText, maskRawAnswer } from '../../core/wire/scrub.js';
import type { Moment } from '../../platform/clock.js';
import { CardwayError } from '../../platform/errors.js';
import type { TransactionResult } from './call.js';
import type { ComposedTransaction } from './compose.js';
import { gatewayResult, type SavedAnswer, savedResult } from './default-result.js';
import type { DownstreamOutcome, NormalizedAnswer } from './downstream-port.js';
import type { SettleInput, SettleOutcome, TransactionRow } from './ledger-port.js';
import type { RunningCall, RunningTransactions } from './running.js';
import type { TransactDeps } from './transact-deps.js';

/** Outcome of a call, with its raw and its normalized answer masked for saving. */
interface SavedOutcome {
  readonly outcome: DownstreamOutcome;
  readonly rawAnswer: string | null;
  readonly answer: string | null;
}

/**
 * Masks the answers of an outcome. A long one is masked in separate turns of the event loop, so that other calls do not wait for
 * all of it.
 */
export async function savedOutcome(outcome: DownstreamOutcome): Promise<SavedOutcome> {
  const raw = outcome.kind === 'timeout' ? null : outcome.raw;
  const isLong = raw !== null && raw.length > ONE_TURN_MAX;
  if (isLong) await nextTurn();
  const response = outcome.kind === 'answered' ? outcome.answer.response : null;
  const masked =
    response === null ? null : isLong ? await maskAnswerInTurns(response, nextTurn) : maskAnswer(response);
  const saved = outcome.kind === 'answered' && masked !== null ? savedAnswer(outcome.answer, masked) : null;
  if (isLong) await nextTurn();
  const rawAnswer =
    raw === null || (saved?.isUnchanged === true && isBareAnswer(raw)) ? raw : maskRawAnswer(raw);
  if (isLong) await nextTurn();
  return { outcome, rawAnswer, answer: saved?.text ?? null };
}

/** UTF-16 units of an answer that can be read and masked within a few milliseconds. */
const ONE_TURN_MAX = 32_768;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Returns the part of a settlement that follows from the outcome alone. */
export function settlement(
  requestId: string,
  attempt: number,
  settledAtMs: number,
  kept?: SavedOutcome,
): SettleInput {
  const outcome = kept?.outcome;
  return {
    requestId,
    attempt,
    fromStates: ['pending', 'in_doubt'],
    state: 'answered',
    settledAtMs,
    rawAnswer: kept?.rawAnswer ?? null,
    sentAtMs: outcome === undefined || outcome.kind === 'refused' ? null : outcome.sentAtMs,
    refusedSentAtMs: outcome?.kind === 'refused' ? outcome.sentAtMs : null,
    answeredAtMs: outcome !== undefined && 'answeredAtMs' in outcome ? outcome.answeredAtMs : null,
    httpStatus: outcome === undefined || outcome.kind === 'timeout' ? null : outcome.httpStatus,
    failure: failureOf(outcome),
    answer: kept?.answer ?? null,
    resultCode: outcome?.kind === 'answered' ? outcome.answer.response.resultCode : null,
    errorCode: null,
    replyReason: null,
    repliedResultCode: null,
    terminalRepliedCode: null,
    nextAttemptInMs: null,
    ifTerminalReply: undefined,
    unlessReversed: false,
  };
}

/** Returns the settlement of a row that was not sent again. It keeps what the last attempt brought. */
export function unsentSettlement(row: TransactionRow, settledAtMs: number): SettleInput {
  const { refusedSentAtMs, rawAnswer, httpStatus, failure } = row;
  return {
    ...settlement(row.requestId, row.attempt, settledAtMs),
    refusedSentAtMs,
    rawAnswer,
    httpStatus,
    failure,
  };
}

function failureOf(outcome: DownstreamOutcome | undefined): string | null {
  if (outcome === undefined || outcome.kind === 'answered') return null;
  return outcome.kind === 'timeout' ? 'timeout' : outcome.reason.slice(0, FAILURE_MAX);
}

/** Characters of a failure. Reasons may end with a code of the system. */
const FAILURE_MAX = 64;

/** Returns the caller's part of an answer. The customer is the call's own where downstream does not name it. */
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

/** Returns the text of an answer, masked. `isUnchanged`: the masks changed nothing; false for a long answer, where nobody compared. */
function savedAnswer(
  { status, message, customerId, response }: NormalizedAnswer,
  masked: JsonObject,
): { readonly text: string; readonly isUnchanged: boolean } {
  const saved: SavedAnswer = {
    status: maskAnyText(status),
    message: maskAnyText(message),
    customer_id: customerId,
    response: masked as NormalizedAnswer['response'],
  };
  const isUnchanged = masked === response && saved.status === status && saved.message === message;
  return { text: JSON.stringify(saved), isUnchanged };
}

/**
 * Returns the reply for an answered row. Advices are never declined, whatever downstream answered
 * (docs/reference/transactions.md#advices).
 */
export function resultOfAnsweredRow(row: TransactionRow): TransactionResult {
  const isAccepted = row.effect === 'advice' && (row.resultCode === null || !isAcceptance(row.resultCode));
  return isAccepted ? gatewayResult(row, 1, true) : savedResult(row, true);
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

/** Reports a finished call to metrics and log. A step of the machine's clock during the call is in no duration. */
export function observeSettled(
  deps: TransactDeps,
  composed: ComposedTransaction,
  settled: Pick<SettleInput, 'state' | 'resultCode' | 'replyReason' | 'sentAtMs' | 'answeredAtMs'>,
): void {
  const { sentAtMs, answeredAtMs } = settled;
  const durationMs = deps.clock.monotonicMs() - composed.receivedAt.monotonicMs;
  deps.observer.completed({
    requestId: composed.claim.requestId,
    httpRequestId: composed.httpRequestId,
    terminalId: composed.claim.terminalId,
    channel: composed.claim.channel,
    methodName: composed.method.name,
    route: composed.claim.route,
    state: settled.state,
    resultCode: settled.resultCode,
    replyReason: settled.replyReason,
    durationMs,
    // The saved times are of the machine's clock. The wallet service took a part of the whole.
    downstreamMs:
      sentAtMs === null || answeredAtMs === null
        ? null
        : Math.min(Math.max(0, answeredAtMs - sentAtMs), durationMs),
  });
}

/** Row that this call owns and will send. */
export interface Claimed {
  /** Hold on the request id from before the claim. The sender ends it. */
  readonly carried: RunningCall;
  readonly attempt: number;
  /** Time before the claim, so that nothing can have happened to the row earlier. */
  readonly claimedAt: Moment;
  /** Transaction that this advice reverses, when the ledger knows it. */
  readonly original: TransactionRow | null;
  /** True when an earlier attempt of this request is in doubt. */
  readonly wasInDoubt: boolean;
  /** resultCode that a terminal got for earlier attempts. Null where none exists. */
  readonly terminalReply: number | null;
}

/**
 * Settles, and repeats this while the store fails, because only this process knows the outcome. If the process dies first, the
 * row's lease ends and makes it in doubt. A settlement that the store saved, but did not acknowledge, counts as settled.
 *
 * A repeated call may have taken a later attempt meanwhile. The answer settles that attempt, also while it runs: all attempts are one
 * transaction, and no other answer may come. The result of the later attempt then finds the answer saved.
 */
export async function settleWithRetries(deps: RetryDeps, settle: SettleInput): Promise<SettleOutcome> {
  let input = settle;
  let failures = 0;
  const save = (): Promise<SettleOutcome> =>
    deps.ledger.settle(input).catch((error: unknown) => {
      failures += 1;
      throw error;
    });
  for (;;) {
    const settled = await onceAvailable(deps, save);
    if (failures > 0 && settled.kind === 'lost' && isSavedAlready(input, settled.row))
      return { kind: 'settled' };
    const later = settled.kind === 'lost' ? overtaking(input, settled.row) : null;
    if (later === null) return settled;
    input = { ...input, attempt: later.attempt, fromStates: ['pending', 'in_doubt', 'queued'] };
  }
}

/** Settles in the background. The row keeps its lease meanwhile. */
export function settleLater(
  deps: RetryDeps &
    Pick<TransactDeps, 'background'> & { readonly running: Pick<RunningTransactions, 'keep'> },
  settle: SettleInput,
): void {
  deps.background.add(deps.running.keep(settle.requestId, settleWithRetries(deps, settle)));
}

type RetryDeps = Pick<TransactDeps, 'ledger' | 'timer' | 'settleRetryMs'>;

/** Repeats this work of the store while the store fails with UNAVAILABLE. Errors: all others. */
export async function onceAvailable<Result>(
  { timer, settleRetryMs }: Pick<RetryDeps, 'timer' | 'settleRetryMs'>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await timer.wait(settleRetryMs).done;
    }
  }
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof CardwayError && error.code === 'UNAVAILABLE';
}

function isSavedAlready({ attempt, state, settledAtMs }: SettleInput, row: TransactionRow | null): boolean {
  return row?.attempt === attempt && row.state === state && row.settledAtMs === settledAtMs;
}

/** Returns the row where a later attempt of it is open: this answer settles it. Else null. */
function overtaking({ attempt, answer }: SettleInput, row: TransactionRow | null): TransactionRow | null {
  const isOpen = row?.state === 'pending' || row?.state === 'in_doubt' || row?.state === 'queued';
  return answer !== null && isOpen && row.attempt > attempt ? row : null;
}

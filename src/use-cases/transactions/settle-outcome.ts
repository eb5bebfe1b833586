import type { Method } from '../../core/transactions/methods.js';
import { isAcceptance, isApproval } from '../../core/transactions/result-codes.js';
import { settledState } from '../../core/transactions/transaction.js';
import { CardwayError, ERRORS, toCardwayError, wholeSeconds } from '../../platform/errors.js';
import type { TransactionResult } from './call.js';
import type { ComposedTransaction } from './compose.js';
import { gatewayResult } from './default-result.js';
import type { DownstreamOutcome, LateOutcome } from './downstream-port.js';
import type { SettleInput, SettleOutcome, TransactionRow } from './ledger-port.js';
import {
  alertRowMissing,
  type Doubtful,
  recordUnavailable,
  replyUnanswered,
  settleDoubt,
} from './settle-doubt.js';
import {
  answerOf,
  type Claimed,
  errorOfLostRow,
  resultOfAnsweredRow,
  savedOutcome,
  observeSettled,
  settlement,
  settleWithRetries,
} from './settlement.js';
import type { TransactDeps } from './transact-deps.js';

/**
 * Saves the outcome of a call and returns the caller's reply (docs/reference/transactions.md#settle). The caller gets an answer
 * only once it is in the ledger. Errors: DOWNSTREAM_REFUSED, DOWNSTREAM_INVALID, DOWNSTREAM_TIMEOUT, IN_DOUBT, UNAVAILABLE (the
 * outcome could not be saved).
 */
export async function settleOutcome(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
  outcome: DownstreamOutcome,
): Promise<TransactionResult> {
  const { claim, method } = composed;
  const { state, errorCode } = settledState({
    outcome: outcome.kind,
    effect: method.effect,
    dedupes: deps.downstream.route(method.name).dedupes,
    wasInDoubt: claimed.wasInDoubt,
  });
  const answer = outcome.kind === 'answered' ? answerOf(outcome.answer, claim.customerId) : null;
  const { replied, replyReason } = callerReplyOf(deps, { method, outcome, errorCode, answer });
  const kept = await savedOutcome(outcome);
  const isMoved = method.effect === 'money' && answer !== null && isApproval(answer.response.resultCode);
  const settle: SettleInput = {
    ...settlement(claim.requestId, claimed.attempt, deps.clock.nowMs(), kept),
    state,
    errorCode,
    replyReason,
    repliedResultCode: replied,
    terminalRepliedCode: claim.keyId === null ? replied : null,
    nextAttemptInMs: state === 'queued' ? deps.adviceRetryMs : null,
    // The lease may have ended meanwhile. Sending it again takes a new attempt, so this answer is still the only one of its
    // attempt.
    fromStates: method.effect === 'advice' ? ['pending', 'in_doubt', 'queued'] : ['pending', 'in_doubt'],
    // An approval of money contradicts later acts: a waiting retransmission may have got a decline, or a reversal may have left
    // while another node considered this process dead. A terminal's retransmission gets the approval itself. When a backend asks,
    // the terminal gets no reply.
    unlessReversed: isMoved,
    ifTerminalReply: isMoved ? (claim.keyId === null ? claimed.terminalReply : null) : undefined,
  };
  // Before it is saved: if the process dies in between, the row's lease ends, and that raises the alert again.
  if (state === 'in_doubt') alertDoubt(deps, composed, outcome);
  const saving = save(deps, composed, claimed, { outcome, settle });
  if (outcome.kind === 'timeout') {
    const doubtful = doubtfulOf(composed, claimed, { repliedResultCode: replied, errorCode, replyReason });
    deps.background.add(settleLate(deps, doubtful, outcome.late, saving));
  }
  const saved = await saving;
  if (saved.kind !== 'settled')
    return settledMeanwhile(deps, composed, outcome, saved.row).catch((error: unknown) => {
      if (saved.row !== null) recordUnavailable(deps, composed, saved.row, error);
      throw error;
    });
  observeSettled(deps, composed, settle);
  if (replyReason === 'reversed_first') return gatewayResult(claim, REVERSED);
  if (errorCode !== null)
    throw new CardwayError(errorCode, {
      resultCode: replied ?? undefined,
      retryAfterSeconds: retryAfterSecondsOf(outcome),
    });
  if (answer !== null && replied === null) return { ...answer, requestId: claim.requestId, replayed: false };
  const { requestId, terminalId } = claim;
  if (answer !== null) deps.observer.alert('advice_declined_downstream', { requestId, terminalId });
  return gatewayResult(claim, 1);
}

function doubtfulOf(
  { claim }: ComposedTransaction,
  { attempt, wasInDoubt, terminalReply }: Claimed,
  told: Pick<Doubtful, 'repliedResultCode' | 'errorCode' | 'replyReason'>,
): Doubtful {
  const terminalRepliedCode = claim.keyId === null ? told.repliedResultCode : terminalReply;
  return { ...claim, ...told, attempt, wasInDoubt, terminalRepliedCode };
}

/** Settles by a late outcome. One that settles nothing is saved after the timeout, which it adds to. */
async function settleLate(
  deps: TransactDeps,
  doubtful: Doubtful,
  ending: Promise<LateOutcome>,
  saving: Promise<SettleOutcome>,
): Promise<void> {
  const late = await ending;
  if (late.kind !== 'answered') await saving.catch(() => undefined);
  await settleDoubt(deps, doubtful, late);
}

function retryAfterSecondsOf(outcome: DownstreamOutcome): number | undefined {
  return outcome.kind === 'refused' && outcome.retryAfterMs !== undefined
    ? wholeSeconds(outcome.retryAfterMs)
    : undefined;
}

/**
 * Handles a row that changed meanwhile. Its terminal got a decline, or a reversal left. Where this process stood still for longer
 * than its lease, a repeated call may have sent it again, or an operator may have settled it.
 *
 * An answer is settled as a late one is: an approval contradicts what was said or done since. The caller gets the reply of the row,
 * never an answer that is not in it. Where the row is still open, the decline of a terminal is saved with it.
 */
async function settledMeanwhile(
  deps: TransactDeps,
  composed: ComposedTransaction,
  outcome: DownstreamOutcome,
  found: TransactionRow | null,
): Promise<TransactionResult> {
  const { claim, method } = composed;
  // Operators get the only trace of a call that was sent.
  if (found === null && outcome.kind !== 'refused' && method.effect !== 'none') alertRowMissing(deps, claim);
  let row = found;
  if (outcome.kind === 'answered' && row !== null) {
    await settleDoubt(deps, { ...row, wasInDoubt: true }, outcome);
    row = await deps.ledger.find(row.requestId);
  }
  for (;;) {
    if (row === null) throw errorOfLostRow(method.effect);
    if (row.state === 'answered') return resultOfAnsweredRow(row);
    // The advice is saved, whichever process owns it now, and it is never declined (docs/reference/transactions.md#advices).
    if (row.effect === 'advice') return gatewayResult(claim, 1);
    // A call without an effect moves nothing. Its caller asks again.
    const error = new CardwayError(row.effect === 'none' ? 'UNAVAILABLE' : 'IN_DOUBT');
    if (row.state !== 'pending' && row.state !== 'in_doubt') throw error;
    row = await replyUnanswered(deps, composed, row, error);
  }
}

/**
 * resultCode of a Deduct whose reversal was accepted before it could be sent. It is the code of a call that follows its reversal
 * (docs/reference/transactions.md#blocked-originals).
 */
const REVERSED = -3;

function callerReplyOf(
  deps: TransactDeps,
  about: {
    readonly method: Method;
    readonly outcome: DownstreamOutcome;
    readonly errorCode: CardwayError['code'] | null;
    readonly answer: Pick<TransactionResult, 'response'> | null;
  },
): { readonly replied: number | null; readonly replyReason: SettleInput['replyReason'] } {
  const { method, outcome, errorCode, answer } = about;
  if (outcome.kind === 'refused' && outcome.reason === 'reversed')
    return { replied: REVERSED, replyReason: 'reversed_first' };
  const replied = gatewayReplyCode(deps, method, errorCode, answer?.response.resultCode ?? null);
  const isAdvice = method.effect === 'advice';
  return { replied, replyReason: replied === null ? null : replyReasonOf(outcome.kind, isAdvice) };
}

/**
 * Returns the resultCode for the caller when it is not downstream's: that of an error, the method's timeout reply, or an advice's
 * acceptance. Null where it is downstream's.
 */
function gatewayReplyCode(
  deps: TransactDeps,
  method: Method,
  errorCode: CardwayError['code'] | null,
  resultCode: number | null,
): number | null {
  if (errorCode === 'DOWNSTREAM_TIMEOUT')
    return deps.timeoutReplies.get(method.name) ?? ERRORS[errorCode].resultCode;
  if (errorCode !== null) return ERRORS[errorCode].resultCode;
  const isAdvice = method.effect === 'advice';
  return isAdvice && (resultCode === null || !isAcceptance(resultCode)) ? 1 : null;
}

function replyReasonOf(outcome: DownstreamOutcome['kind'], isAdvice: boolean): SettleInput['replyReason'] {
  if (isAdvice) return 'advice_accepted';
  return outcome === 'timeout' ? 'timeout' : outcome === 'refused' ? 'refused' : 'invalid_answer';
}

interface Unsaved {
  readonly outcome: DownstreamOutcome;
  readonly settle: SettleInput;
}

/**
 * Saves an outcome. When the store fails, the caller gets UNAVAILABLE, never an answer that is not saved. The saving is repeated
 * in the background.
 */
async function save(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
  about: Unsaved,
): Promise<SettleOutcome> {
  try {
    return await deps.ledger.settle(about.settle);
  } catch (cause) {
    const { requestId, terminalId } = composed.claim;
    deps.observer.alert('settle_failed', { requestId, terminalId });
    deps.background.add(deps.running.keep(requestId, saveLater(deps, composed, claimed, about)));
    throw new CardwayError('UNAVAILABLE', { cause }).with(toCardwayError(cause).about);
  }
}

/**
 * Saves the outcome after the caller got -9. If that was a terminal, or one joined the call, and the money moved, the reply was
 * wrong.
 */
async function saveLater(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
  { outcome, settle }: Unsaved,
): Promise<void> {
  const { code: errorCode, resultCode } = new CardwayError('UNAVAILABLE');
  const { effect } = composed.method;
  // The terminal of an advice got no resultCode, so that the processor keeps the advice.
  const repliedResultCode = effect === 'advice' ? null : resultCode;
  const { replyReason } = settle;
  const doubtful = doubtfulOf(composed, claimed, { repliedResultCode, errorCode, replyReason });
  if (outcome.kind === 'answered' && effect !== 'none')
    return settleDoubt(deps, { ...doubtful, unacknowledgedAtMs: settle.settledAtMs }, outcome);
  const { terminalRepliedCode } = doubtful;
  await settleWithRetries(deps, { ...settle, repliedResultCode, terminalRepliedCode });
}

function alertDoubt(deps: TransactDeps, composed: ComposedTransaction, outcome: DownstreamOutcome): void {
  deps.observer.alert('transaction_in_doubt', {
    requestId: composed.claim.requestId,
    terminalId: composed.claim.terminalId,
    reason: outcome.kind === 'timeout' || outcome.kind === 'answered' ? outcome.kind : outcome.reason,
  });
}

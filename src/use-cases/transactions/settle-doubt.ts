import { isAcceptance, isApproval } from '../../core/transactions/result-codes.js';
import { lateSettledState, operatorsWord, terminalReply } from '../../core/transactions/transaction.js';
import type { NamedBackground } from '../../platform/background.js';
import { type CardwayError, ERRORS } from '../../platform/errors.js';
import type { ComposedTransaction } from './compose.js';
import type { Downstream, LateOutcome } from './downstream-port.js';
import type { Ledger, SettleInput, TransactionRow, TransactionState } from './ledger-port.js';
import { isUnavailable, onceAvailable, savedOutcome, settlement, settleWithRetries } from './settlement.js';
import type { TransactDeps } from './transact-deps.js';

/** Dependencies of settling. */
export type SettleDoubtDeps = Pick<
  TransactDeps,
  'ledger' | 'clock' | 'timer' | 'observer' | 'onContradicted' | 'settleRetryMs'
>;

/** Transaction in doubt, with the fields that its settlement needs. */
export type Doubtful = Pick<
  TransactionRow,
  | 'requestId'
  | 'methodName'
  | 'effect'
  | 'attempt'
  | 'keyId'
  | 'terminalId'
  | 'repliedResultCode'
  | 'terminalRepliedCode'
  | 'errorCode'
  | 'replyReason'
> & {
  /** True when an earlier attempt of the request is in doubt too. Certainty about this attempt then settles nothing. */
  readonly wasInDoubt: boolean;
  /** `settledAtMs` of a settlement by the same answer that the store did not acknowledge. Left out, none was tried. */
  readonly unacknowledgedAtMs?: number;
};

/**
 * Settles a doubt by a late answer of downstream, or by an inquiry (docs/reference/transactions.md#doubt). The row becomes
 * `contradicted` if the money moved although the terminal got a decline from the gateway, a reversal had left before, or an
 * operator had declined it meanwhile.
 * Operators then get an alert, and the gateway's own reversal gives the money back. Balances are not settled late: the next call
 * asks again.
 */
export async function settleDoubt(
  deps: SettleDoubtDeps,
  doubtful: Doubtful,
  outcome: LateOutcome,
): Promise<void> {
  if (doubtful.effect === 'none') return;
  const { effect, wasInDoubt } = doubtful;
  if (outcome.kind === 'answered') await settleAnswer(deps, doubtful, outcome);
  else if (outcome.kind === 'refused' && effect !== 'advice' && !wasInDoubt)
    await settleNotProcessed(deps, doubtful, outcome);
  else await saveFailure(deps, doubtful, outcome);
}

async function settleAnswer(
  deps: SettleDoubtDeps,
  doubtful: Doubtful,
  outcome: Extract<LateOutcome, { kind: 'answered' }>,
  /** Rows that this answer contradicts in any case. */
  contradicts: Pick<SettleInput, 'fromStates' | 'ifTerminalReply'> | null = null,
): Promise<void> {
  const { resultCode } = outcome.answer.response;
  const state =
    contradicts !== null
      ? 'contradicted'
      : lateSettledState({
          effect: doubtful.effect,
          resultCode,
          terminalGotDecline: wasDeclineReplied(doubtful),
        });
  const kept = await savedOutcome(outcome);
  const settled = await settleWithRetries(deps, {
    ...settlement(doubtful.requestId, doubtful.attempt, deps.clock.nowMs(), kept),
    ...(contradicts ?? { fromStates: OPEN_STATES }),
    repliedResultCode: doubtful.repliedResultCode,
    terminalRepliedCode: doubtful.terminalRepliedCode,
    state,
    // The terminal's reply, which a retry gets again.
    errorCode: state === 'contradicted' ? (doubtful.errorCode ?? 'IN_DOUBT') : null,
    ...(state === 'answered' && terminalReply(doubtful) === null ? { ifTerminalReply: null } : {}),
    ...(state === 'answered' && isMoneyMoved(doubtful, resultCode) ? { unlessReversed: true } : {}),
  });
  if (settled.kind === 'settled') {
    if (state === 'contradicted') await contradicted(deps, doubtful);
    alertIfAdviceDeclined(deps, doubtful, resultCode);
  } else if (settled.kind === 'reversed') {
    await settleAnswer(deps, { ...settled.row, wasInDoubt: false }, outcome, { fromStates: OPEN_STATES });
  } else if (settled.row === null) alertRowMissing(deps, doubtful);
  else if (contradicts === null && isSavedUnnoticed(doubtful, settled.row, resultCode)) {
    await settleAnswer(deps, doubtful, outcome, {
      fromStates: ['answered'],
      ifTerminalReply: terminalReply(settled.row),
    });
  } else if (isDeclinedByOperator(doubtful, settled.row, resultCode)) {
    if (contradicts === null)
      await settleAnswer(deps, declinedByOperator(settled.row), outcome, { fromStates: ['answered'] });
  } else if (isReplyRecordedSince(doubtful, settled.row)) {
    await settleAnswer(deps, { ...settled.row, errorCode: 'IN_DOUBT', wasInDoubt: false }, outcome);
  } else alertIfDecidedOtherwise(deps, settled.row, resultCode);
}

/** Alerts when the row of a call that was sent is gone: the database was replaced by one that lacks it. */
export function alertRowMissing(
  { observer }: Pick<SettleDoubtDeps, 'observer'>,
  { requestId, terminalId }: Pick<Doubtful, 'requestId' | 'terminalId'>,
): void {
  observer.alert('settle_failed', { requestId, terminalId, reason: 'row_missing' });
}

/** Alerts when the wallet service declined an advice. Its terminal got the reply that the advice is accepted. */
export function alertIfAdviceDeclined(
  { observer }: Pick<SettleDoubtDeps, 'observer'>,
  { effect, requestId, terminalId }: Pick<Doubtful, 'effect' | 'requestId' | 'terminalId'>,
  resultCode: number,
): void {
  if (effect === 'advice' && !isAcceptance(resultCode))
    observer.alert('advice_declined_downstream', { requestId, terminalId });
}

/**
 * Alerts when the wallet service declined what an operator had settled as approved, approved only a part of it, or accepted what an
 * operator had declined. The decision stays.
 */
export function alertIfDecidedOtherwise(
  { observer }: Pick<SettleDoubtDeps, 'observer'>,
  row: TransactionRow,
  resultCode: number,
): void {
  const word = operatorsWord(row);
  const isOther = word === 'declined' ? isApproval(resultCode) : resultCode !== row.resultCode;
  if (word === null || !isOther) return;
  const { requestId, terminalId } = row;
  const reason = `The wallet service answered with resultCode ${String(resultCode)}.`;
  observer.alert('decision_contradicted', { requestId, terminalId, reason });
}

/** Pending: the late answer arrived before the timeout was saved. */
const OPEN_STATES: readonly TransactionState[] = ['in_doubt', 'queued', 'pending'];

/**
 * Returns whether this approval was saved although its commit was not acknowledged, as when the database fails over. The terminal
 * got a decline instead, and no retransmission has read the approval since.
 */
function isSavedUnnoticed(doubtful: Doubtful, row: TransactionRow, resultCode: number): boolean {
  const isOwnAnswer = row.state === 'answered' && row.settledAtMs === doubtful.unacknowledgedAtMs;
  const wasApprovalHeard = isApproval(terminalReply(row) ?? 0);
  return (
    isOwnAnswer && isMoneyMoved(doubtful, resultCode) && wasDeclineReplied(doubtful) && !wasApprovalHeard
  );
}

/** Returns whether an operator declined a transaction whose money has moved: the wallet service was still at work. */
function isDeclinedByOperator(doubtful: Doubtful, row: TransactionRow, resultCode: number): boolean {
  if (!isMoneyMoved(doubtful, resultCode) || row.attempt < doubtful.attempt) return false;
  return operatorsWord(row) === 'declined';
}

/** Returns a row with the operator's decline as what its caller heard. A terminal that heard another one before keeps that. */
function declinedByOperator(row: TransactionRow): Doubtful {
  const { keyId, resultCode, terminalRepliedCode } = row;
  const heard = keyId === null ? (terminalReply(row) ?? resultCode) : terminalRepliedCode;
  const repliedResultCode = keyId === null ? heard : resultCode;
  return { ...row, repliedResultCode, terminalRepliedCode: heard, wasInDoubt: false };
}

/** Returns whether the answer moves money. Such an approval must not be saved after a reversal has left. */
export function isMoneyMoved({ effect }: Pick<Doubtful, 'effect'>, resultCode: number): boolean {
  return effect === 'money' && isApproval(resultCode);
}

/** Returns whether a terminal got a reply to this attempt, or to a later one, after the decision was made. */
export function isReplyRecordedSince(
  about: Pick<Doubtful, 'attempt' | 'keyId' | 'repliedResultCode' | 'terminalRepliedCode'>,
  row: TransactionRow | null,
): boolean {
  const isOpen = row?.state === 'in_doubt' || row?.state === 'pending' || row?.state === 'queued';
  return isOpen && row.attempt >= about.attempt && terminalReply(row) !== terminalReply(about);
}

/**
 * Settles an attempt that was certainly not processed. A pending row is this attempt too: its timeout is not saved yet, as while
 * the store fails.
 */
async function settleNotProcessed(
  deps: SettleDoubtDeps,
  doubtful: Doubtful,
  outcome: Extract<LateOutcome, { kind: 'refused' }>,
): Promise<void> {
  const { requestId, attempt, repliedResultCode, terminalRepliedCode } = doubtful;
  const kept = await savedOutcome(outcome);
  await settleWithRetries(deps, {
    ...settlement(requestId, attempt, deps.clock.nowMs(), kept),
    fromStates: ['in_doubt', 'pending'],
    state: 'refused',
    errorCode: 'DOWNSTREAM_REFUSED',
    replyReason: 'refused',
    repliedResultCode,
    terminalRepliedCode,
  });
}

/**
 * Saves what came too late and settles nothing, such as HTTP 503, or the end of the wait for an answer. The doubt stays. Advices
 * keep their state also after a refusal: an operator, or the next sending, settles them.
 */
async function saveFailure(
  deps: SettleDoubtDeps,
  doubtful: Doubtful,
  outcome: Exclude<LateOutcome, { kind: 'answered' }>,
): Promise<void> {
  const { requestId, attempt, errorCode, replyReason } = doubtful;
  const kept = await savedOutcome(outcome);
  await settleWithRetries(deps, {
    ...settlement(requestId, attempt, deps.clock.nowMs(), kept),
    fromStates: ['in_doubt'],
    state: 'in_doubt',
    errorCode,
    replyReason,
  });
}

/** Raises the alert, and starts the reversal, for money that moved although the terminal got a decline or reversed it. */
export async function contradicted(deps: SettleDoubtDeps, about: Doubtful): Promise<void> {
  alertContradicted(deps, about);
  await deps.onContradicted(about.requestId);
}

export function alertContradicted(
  { observer }: Pick<SettleDoubtDeps, 'observer'>,
  { requestId, terminalId }: Pick<Doubtful, 'requestId' | 'terminalId'>,
): void {
  observer.alert('transaction_contradicted', { requestId, terminalId });
}

/** Returns whether a terminal, and not only a backend with a key, got a decline from the gateway. */
export function wasDeclineReplied(
  about: Pick<Doubtful, 'keyId' | 'repliedResultCode' | 'terminalRepliedCode'>,
): boolean {
  const reply = terminalReply(about);
  return reply !== null && reply < 0;
}

interface RecordDeps {
  readonly ledger: Pick<Ledger, 'recordReply'>;
}

/**
 * Throws `error` for a row without an answer, and records it first as `recordDecline` does. Returns the row when it changed
 * meanwhile, so that the caller gets the answer. Errors: the given one; UNAVAILABLE.
 */
export async function replyUnanswered(
  deps: RecordDeps,
  composed: ComposedTransaction,
  row: TransactionRow,
  error: CardwayError,
): Promise<TransactionRow> {
  const settled = await recordDecline(deps, composed, row, error.resultCode);
  if (settled === null) throw error;
  return settled;
}

/**
 * Saves the reply of a terminal's call that moves money, for a row that is pending, in doubt or refused, also for one that a backend
 * made. If the money moves after all, the settlement then knows that the terminal got a decline: the backend may have a refused
 * call sent again. Returns the row when it changed meanwhile; else null. Errors: UNAVAILABLE.
 */
export async function recordDecline(
  { ledger }: RecordDeps,
  { claim }: ComposedTransaction,
  row: TransactionRow,
  repliedResultCode: number,
): Promise<TransactionRow | null> {
  if (claim.keyId !== null || row.effect !== 'money') return null;
  const before = terminalReply(row);
  // An approval of the attempt that runs takes the place of a reply to an earlier one.
  if (before !== null && row.state !== 'pending') return null;
  const { requestId, attempt } = row;
  const reply = { requestId, attempt, repliedResultCode: before ?? repliedResultCode };
  const recorded = await ledger.recordReply(reply);
  return recorded.kind === 'told' ? null : recorded.row;
}

/**
 * Saves the UNAVAILABLE that a terminal gets for a row of the ledger, as soon as the store works again, as `recordDecline` does. Does
 * nothing for other errors.
 */
export function recordUnavailable(
  deps: Pick<TransactDeps, 'ledger' | 'timer' | 'settleRetryMs' | 'background'>,
  composed: ComposedTransaction,
  row: TransactionRow,
  error: unknown,
): void {
  const { resultCode } = ERRORS.UNAVAILABLE;
  if (isUnavailable(error))
    deps.background.add(onceAvailable(deps, () => recordDecline(deps, composed, row, resultCode)));
}

/**
 * Saves that a terminal gets the approval of a saved answer. A process whose commit of it was not acknowledged has replied a decline,
 * and would give the money back. Returns the row when it changed meanwhile; else null.
 */
export async function recordApproval(
  { ledger }: RecordDeps,
  { claim }: ComposedTransaction,
  row: TransactionRow,
): Promise<TransactionRow | null> {
  const { requestId, attempt, resultCode } = row;
  if (claim.keyId !== null || row.state !== 'answered' || resultCode === null) return null;
  if (!isMoneyMoved(row, resultCode) || isApproval(terminalReply(row) ?? 0)) return null;
  try {
    const recorded = await ledger.recordReply({ requestId, attempt, repliedResultCode: resultCode });
    return recorded.kind === 'told' ? null : recorded.row;
  } catch (error) {
    // The answer is saved. A store that can only read, as on a full disk, must not turn it into a decline.
    if (isUnavailable(error)) return null;
    throw error;
  }
}

export interface InquireDeps extends SettleDoubtDeps {
  readonly downstream: Downstream;
  /** First and longest pause between two inquiries about one transaction. In between, the pause is the age of the doubt. */
  readonly inquiryMinMs: number;
  readonly inquiryMaxMs: number;
  /** Number of rows in one round. */
  readonly batchMax: number;
  /** Calls of housekeeping to wallet services, by route. */
  readonly calls: NamedBackground;
}

/**
 * Asks the routes with an inquiry URL about their transactions in doubt (docs/reference/transactions.md#doubt). Only an answer
 * settles. Returns the inquiries that it began.
 */
export async function inquireDoubts(deps: InquireDeps): Promise<readonly Promise<void>[]> {
  const busy = deps.calls.busy(deps.batchMax);
  const routes = deps.downstream.inquiryRoutes.filter((route) => !busy.includes(route));
  if (routes.length === 0) return [];
  const rows = await deps.ledger.leaseDoubts({
    routes,
    pauseMinMs: deps.inquiryMinMs,
    pauseMaxMs: deps.inquiryMaxMs,
    limit: deps.batchMax,
  });
  return rows.map((row) => {
    const call = inquireOne(deps, row);
    deps.calls.add(row.route, call);
    return call;
  });
}

async function inquireOne(deps: InquireDeps, row: TransactionRow): Promise<void> {
  const { route, requestId, customerId } = row;
  const said = await deps.downstream.inquire({ route, requestId, customerId });
  // `never_seen` settles nothing: the call may still be on its way, and a refused row would be sent again.
  if (said.kind !== 'answered') return;
  // The time at which the call itself was sent stays.
  const sentAtMs = row.sentAtMs ?? said.outcome.sentAtMs;
  await settleDoubt(deps, { ...row, wasInDoubt: true }, { ...said.outcome, sentAtMs });
}

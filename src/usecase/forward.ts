import type { Method } from '../core/methods.js';
import { conclude, concludeLate } from '../core/transaction.js';
import { isApproval } from '../core/result-codes.js';
import { CardwayError, ERRORS } from '../errors.js';
import type { TransactionResult } from './call.js';
import type { ComposedTransaction } from './compose.js';
import { defaultResult } from './default-result.js';
import { contradicted, heardDecline, settleDoubt } from './settle-doubt.js';
import { settleUntilDone } from './settle-until-done.js';
import { answerOf, settlement } from './settlement.js';
import type { DownstreamOutcome, SettleInput, TransactionRow } from './ports.js';
import type { TransactDeps } from './transact-deps.js';

export interface Claimed {
  readonly attempt: number;
  /** The transaction that this advice reverses, when the ledger knows it. */
  readonly original: TransactionRow | null;
  /** An earlier attempt of this request is in doubt. */
  readonly wasInDoubt: boolean;
}

/**
 * Sends a claimed transaction and saves what came of it before the caller hears it (contract 4.5 to 4.8).
 * Errors: DOWNSTREAM_REFUSED, DOWNSTREAM_INVALID, DOWNSTREAM_TIMEOUT, IN_DOUBT, UNAVAILABLE (the outcome could not be saved).
 */
export async function forwardTransaction(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
): Promise<TransactionResult> {
  const running = deps.running.begin(composed.claim.requestId);
  try {
    const withheld = await withhold(deps, composed, claimed);
    if (withheld !== null) return await acceptAdvice(deps, composed, claimed, withheld);
    const outcome = await deps.downstream.send({
      route: composed.claim.route,
      requestId: composed.claim.requestId,
      methodName: composed.method.name,
      body: composed.body,
      customerId: composed.envelope.customer_id,
      deadlineMs: composed.deadlineMs - deps.settleReserveMs,
      always: composed.method.effect === 'advice',
    });
    return await settleAndReply(deps, composed, claimed, outcome);
  } finally {
    running.end();
  }
}

type Withheld = Pick<SettleInput, 'state' | 'defaultReason' | 'nextAttemptAtMs'>;

/** Advices that must not go downstream now: nothing to reverse is known, nothing was processed, or it still runs. */
async function withhold(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
): Promise<Withheld | null> {
  if (composed.method.effect !== 'advice' || composed.claim.door === 'gateway') return null;
  const needsOriginal = composed.claim.reverses.length > 0;
  if (composed.claim.state === 'unmatched' || (needsOriginal && claimed.original === null)) {
    deps.observer.alert('advice_unmatched', {
      requestId: composed.claim.requestId,
      terminalId: composed.claim.terminalId,
    });
    return { state: 'unmatched', defaultReason: 'advice_accepted', nextAttemptAtMs: null };
  }
  if (!needsOriginal || claimed.original === null) return null;
  const original = await originalAtRest(deps, claimed.original, composed.deadlineMs - deps.settleReserveMs);
  if (original.state === 'refused') {
    return { state: 'answered', defaultReason: 'original_not_processed', nextAttemptAtMs: null };
  }
  if (original.state === 'contradicted' && (await isReversedByGateway(deps, original))) {
    return { state: 'answered', defaultReason: 'reversed_by_gateway', nextAttemptAtMs: null };
  }
  if (original.state !== 'pending') return null;
  return {
    state: 'queued',
    defaultReason: 'advice_accepted',
    nextAttemptAtMs: deps.clock.nowMs() + deps.adviceRetryMs,
  };
}

/** Money that was given back by a reversal of our own is not given back again. */
async function isReversedByGateway(deps: TransactDeps, original: TransactionRow): Promise<boolean> {
  return (await deps.ledger.linked(original.requestId)).some((advice) => advice.door === 'gateway');
}

/** A reversal waits for the transaction that it reverses (contract 4.9), as long as its own deadline lets it. */
async function originalAtRest(
  deps: TransactDeps,
  original: TransactionRow,
  deadlineMs: number,
): Promise<TransactionRow> {
  let current = original;
  while (current.state === 'pending') {
    const remainingMs = deadlineMs - deps.clock.nowMs();
    if (remainingMs <= 0) return current;
    const pause = deps.timer.wait(Math.min(ORIGINAL_POLL_MS, remainingMs));
    await Promise.race([pause.done, deps.running.settled(current.requestId) ?? pause.done]);
    pause.cancel();
    current = (await deps.ledger.find(current.requestId)) ?? current;
  }
  return current;
}

/** The row of another process gives no wake-up; it is looked at this often. */
const ORIGINAL_POLL_MS = 25;

async function acceptAdvice(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
  withheld: Withheld,
): Promise<TransactionResult> {
  const nowMs = deps.clock.nowMs();
  const settle: SettleInput = {
    ...settlement(composed.claim.requestId, claimed.attempt, nowMs),
    ...withheld,
    fromStates: ['pending', 'unmatched'],
    resultCode: withheld.state === 'answered' ? 1 : null,
  };
  await deps.ledger.settle(settle);
  observe(deps, composed, settle);
  return defaultResult(composed.claim, 1);
}

async function settleAndReply(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
  outcome: DownstreamOutcome,
): Promise<TransactionResult> {
  const { claim, method } = composed;
  const { state, errorCode } = conclude({
    outcome: outcome.kind,
    effect: method.effect,
    dedupes: deps.downstream.route(method.name).dedupes,
    wasInDoubt: claimed.wasInDoubt,
  });
  const answer = outcome.kind === 'answered' ? answerOf(outcome.answer, claim.customerId) : null;
  const told = toldInstead(deps, method, errorCode, answer?.response.resultCode ?? null);
  const settle: SettleInput = {
    ...settlement(claim.requestId, claimed.attempt, deps.clock.nowMs(), outcome),
    state,
    errorCode,
    defaultReason: told === null ? null : defaultReasonOf(outcome.kind, method.effect === 'advice'),
    toldResultCode: told,
    nextAttemptAtMs: state === 'queued' ? deps.clock.nowMs() + deps.adviceRetryMs : null,
  };
  if (outcome.kind === 'timeout') {
    const doubtful = { ...claim, attempt: claimed.attempt, toldResultCode: told, errorCode };
    deps.background.add(outcome.late.then((late) => settleDoubt(deps, doubtful, late)));
  }
  // Before it is saved: a process that dies in between leaves a row whose lease ends, and which is alerted again.
  if (state === 'in_doubt') alertDoubt(deps, composed, outcome);
  await save(deps, composed, settle);
  observe(deps, composed, settle);
  if (errorCode !== null) throw new CardwayError(errorCode, { resultCode: told ?? undefined });
  if (answer !== null && told === null) return { ...answer, requestId: claim.requestId, replayed: false };
  if (answer !== null) deps.observer.alert('advice_declined_downstream', { requestId: claim.requestId });
  return defaultResult(claim, 1);
}

/**
 * The resultCode that the caller hears when it is not downstream's: an error's, the method's stand-in where downstream could
 * not say in time, an advice's acceptance.
 */
function toldInstead(
  deps: TransactDeps,
  method: Method,
  errorCode: CardwayError['code'] | null,
  resultCode: number | null,
): number | null {
  if (errorCode === 'DOWNSTREAM_TIMEOUT')
    return deps.standIns.get(method.name) ?? ERRORS[errorCode].resultCode;
  if (errorCode !== null) return ERRORS[errorCode].resultCode;
  const isAdvice = method.effect === 'advice';
  return isAdvice && (resultCode === null || !isApproval(resultCode)) ? 1 : null;
}

function defaultReasonOf(
  outcome: DownstreamOutcome['kind'],
  isAdvice: boolean,
): SettleInput['defaultReason'] {
  if (isAdvice) return 'advice_accepted';
  return outcome === 'timeout' ? 'timeout' : outcome === 'refused' ? 'refused' : 'invalid_answer';
}

/**
 * Saves an outcome. When the store cannot, the caller is told that the gateway is unavailable, never an answer that is not
 * saved, and the saving is repeated in the background.
 */
async function save(deps: TransactDeps, composed: ComposedTransaction, settle: SettleInput): Promise<void> {
  try {
    await deps.ledger.settle(settle);
  } catch (cause) {
    deps.observer.alert('settle_failed', { requestId: settle.requestId });
    deps.background.add(saveLater(deps, composed, settle));
    throw new CardwayError('UNAVAILABLE', { cause });
  }
}

/** By then the caller has heard -9, and if that was a terminal and the money has moved, it was told wrong. */
async function saveLater(
  deps: TransactDeps,
  { claim, method }: ComposedTransaction,
  settle: SettleInput,
): Promise<void> {
  const { code, resultCode } = new CardwayError('UNAVAILABLE');
  // The terminal of an advice heard no resultCode, so that the processor keeps it.
  const toldResultCode = method.effect === 'advice' ? null : resultCode;
  const doubtful = { ...claim, attempt: settle.attempt, toldResultCode, errorCode: code };
  const state =
    settle.state === 'answered' && settle.resultCode !== null
      ? concludeLate({
          effect: method.effect,
          resultCode: settle.resultCode,
          terminalHeardDecline: heardDecline(doubtful),
        })
      : settle.state;
  const errorCode = state === 'contradicted' ? code : settle.errorCode;
  const settled = await settleUntilDone(deps, { ...settle, state, errorCode, toldResultCode });
  if (settled.kind === 'settled' && state === 'contradicted') await contradicted(deps, doubtful);
}

function alertDoubt(deps: TransactDeps, composed: ComposedTransaction, outcome: DownstreamOutcome): void {
  deps.observer.alert('transaction_in_doubt', {
    requestId: composed.claim.requestId,
    terminalId: composed.claim.terminalId,
    reason: outcome.kind === 'timeout' || outcome.kind === 'answered' ? outcome.kind : outcome.reason,
  });
}

function observe(
  deps: TransactDeps,
  composed: ComposedTransaction,
  settled: Pick<SettleInput, 'state' | 'resultCode' | 'defaultReason' | 'sentAtMs' | 'answeredAtMs'>,
): void {
  const { sentAtMs, answeredAtMs } = settled;
  deps.observer.concluded({
    requestId: composed.claim.requestId,
    terminalId: composed.claim.terminalId,
    door: composed.claim.door,
    methodName: composed.method.name,
    route: composed.claim.route,
    state: settled.state,
    resultCode: settled.resultCode,
    defaultReason: settled.defaultReason,
    durationMs: deps.clock.nowMs() - composed.claim.receivedAtMs,
    downstreamMs: sentAtMs === null || answeredAtMs === null ? null : answeredAtMs - sentAtMs,
  });
}

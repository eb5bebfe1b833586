import {
  errorOf,
  isAcceptedAnyway,
  justClaimed,
  type Move,
  next,
  type Outcome,
  type Reply,
  terminalReply,
} from '../../../core/transactions/life.js';
import { CardwayError, ERRORS, wholeSeconds } from '../../../platform/errors.js';
import type { TransactionResult } from '../call/call.js';
import type { ComposedTransaction } from '../call/compose.js';
import type { DownstreamOutcome, LateOutcome } from '../downstream-port.js';
import type { Decided, TransactionRow } from '../ledger-port.js';
import { alertDoubt, observeApplied, observeCompleted } from './observe.js';
import { answerOf, errorOfLostRow, replyOfRow } from '../call/reply.js';
import type { RunningCall } from '../call/running.js';
import { applyUntilSaved, broughtBy, saveOutcome } from './saving.js';
import { tellUnanswered, tellUnavailable } from '../call/told.js';
import type { TransactDeps } from '../transact-deps.js';

/** Call that holds its row, and will be sent. */
export interface Claimed {
  /** Hold on the request id from before the claim. The sender ends it. */
  readonly carried: RunningCall;
  readonly attempt: number;
  /** True when an earlier attempt of this request is in doubt. */
  readonly wasInDoubt: boolean;
}

/**
 * Saves the outcome of a call and returns the caller's reply (docs/reference/transactions.md#settle). The caller gets an answer
 * only once it is in the ledger, and where the row has another reply by now, that one. Errors: DOWNSTREAM_REFUSED,
 * DOWNSTREAM_INVALID, DOWNSTREAM_TIMEOUT, IN_DOUBT, UNAVAILABLE (the outcome could not be saved).
 */
export async function settleOutcome(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
  outcome: DownstreamOutcome,
): Promise<TransactionResult> {
  const { claim } = composed;
  const fact = factOf(deps, composed, claimed, outcome);
  const input = {
    ...{ requestId: claim.requestId, fact, claimed: claim },
    atMs: deps.clock.nowMs(),
    brought: await broughtBy(outcome),
  };
  const expected = next({ ...justClaimed(claim), attempt: claimed.attempt }, fact);
  // Before it is saved: if the process dies in between, the row's lease ends, and that raises the alert again.
  if (expected?.state === 'in_doubt') alertDoubt(deps, claim, reasonOf(outcome));
  const { resultCode } = ERRORS.UNAVAILABLE;
  const saving = saveOutcome(deps, claim, input, {
    ...{ resultCode, errorCode: 'UNAVAILABLE', isToTerminal: claim.keyId === null },
  });
  if (outcome.kind === 'timeout')
    deps.background.add(settleLater(deps, { ...claim, ...claimed, reply: fact.reply }, outcome.late, saving));
  const applied = await saving;
  observeApplied(deps, claim, fact, applied);
  if (applied.kind === 'gone') throw errorOfLostRow(claim.effect);
  const { row } = applied;
  const is = applied.kind === 'moved' ? (row ?? expected) : null;
  if (is !== null) observeCompleted(deps, composed, { ...input.brought, ...is });
  return row === null || isAsExpected(applied, expected, composed)
    ? replyTo(composed, fact, outcome)
    : replyOfChangedRow(deps, composed, row);
}

/** Returns what the outcome of an attempt is to the row, with the gateway's own reply to its caller. */
function factOf(
  deps: TransactDeps,
  { claim, method }: ComposedTransaction,
  { attempt, wasInDoubt }: Claimed,
  outcome: DownstreamOutcome,
): Outcome {
  const { dedupes } = deps.downstream.route(method.name);
  const fact = attemptFact(outcome, { attempt, wasInDoubt, dedupes });
  if (fact.kind === 'answer') return fact;
  const errorCode = errorOf(fact);
  const timeoutReply = errorCode === 'DOWNSTREAM_TIMEOUT' ? deps.timeoutReplies.get(method.name) : undefined;
  const resultCode = timeoutReply ?? ERRORS[errorCode].resultCode;
  return { ...fact, reply: { resultCode, errorCode, isToTerminal: claim.keyId === null } };
}

/** Returns whether the caller gets the wallet service's answer, and not the gateway's own reply. */
export function isAnswerForCaller(
  about: Pick<TransactionRow, 'effect'>,
  outcome: DownstreamOutcome,
): outcome is DownstreamOutcome & { kind: 'answered' } {
  return outcome.kind === 'answered' && !isAcceptedAnyway(about, outcome.answer.response.resultCode);
}

/** Returns what the outcome of an attempt is to the row, where nobody waits for a reply. */
export function attemptFact(
  outcome: DownstreamOutcome,
  about: { readonly attempt: number; readonly wasInDoubt: boolean; readonly dedupes: boolean },
): Outcome {
  const { attempt, wasInDoubt, dedupes } = about;
  switch (outcome.kind) {
    case 'answered':
      return { kind: 'answer', attempt, reply: null, resultCode: outcome.answer.response.resultCode };
    case 'refused':
      return { kind: 'refusal', attempt, reply: null, wasInDoubt };
    case 'timeout':
      return { kind: 'doubt', attempt, reply: null, dedupes, cause: 'timeout' };
    case 'in_doubt':
      return { kind: 'doubt', attempt, reply: null, dedupes, cause: 'invalid' };
  }
}

/** Settles by the outcome that comes after a time-out. One that settles nothing is saved after the time-out, which it adds to. */
export async function settleLater(
  deps: LateDeps,
  awaited: Awaited,
  ending: Promise<LateOutcome>,
  saving: Promise<unknown>,
): Promise<void> {
  const late = await ending;
  if (late.kind !== 'answered') await saving.catch(() => undefined);
  await settleLate(deps, awaited, late);
}

/** A transaction whose outcome may still come. */
export interface Awaited extends Pick<TransactionRow, 'requestId' | 'terminalId' | 'effect' | 'attempt'> {
  /** True when another attempt of the request is in doubt too. Certainty about this attempt then settles nothing. */
  readonly wasInDoubt: boolean;
  /** The gateway's own reply to the caller of this attempt; null where nobody waited for it. */
  readonly reply: Reply | null;
}

export type LateDeps = Pick<
  TransactDeps,
  'ledger' | 'clock' | 'timer' | 'observer' | 'ownReversal' | 'settleRetryMs'
>;

/**
 * Settles a doubt by a late answer of downstream, or by an inquiry (docs/reference/transactions.md#doubt). Balances are not settled
 * late: the next call asks again.
 */
export async function settleLate(deps: LateDeps, awaited: Awaited, outcome: LateOutcome): Promise<void> {
  const { requestId, effect, reply } = awaited;
  if (effect === 'none') return;
  const fact = { ...attemptFact(outcome, { ...awaited, dedupes: false }), reply };
  const atMs = deps.clock.nowMs();
  const applied = await applyUntilSaved(deps, { requestId, fact, atMs, brought: await broughtBy(outcome) });
  observeApplied(deps, awaited, fact, applied);
}

function reasonOf(outcome: DownstreamOutcome): string {
  return outcome.kind === 'timeout' || outcome.kind === 'answered' ? outcome.kind : outcome.reason;
}

/** Returns whether the row has become what its caller expects, and its terminal got no other reply. */
function isAsExpected(applied: Decided, expected: Move | null, { claim }: ComposedTransaction): boolean {
  if (applied.kind !== 'moved' || applied.state !== expected?.state || applied.row === null) return false;
  const isTold = claim.keyId === null && claim.effect === 'money';
  return !isTold || terminalReply(applied.row) === terminalReply({ ...claim, ...expected });
}

/** Returns the reply to the caller of an attempt. Errors: that of an outcome without an answer. */
function replyTo(
  { claim }: ComposedTransaction,
  fact: Outcome,
  outcome: DownstreamOutcome,
): TransactionResult {
  if (outcome.kind === 'answered') return answerOf(outcome.answer, claim);
  throw new CardwayError(fact.kind === 'answer' ? 'IN_DOUBT' : errorOf(fact), {
    resultCode: fact.reply?.resultCode,
    retryAfterSeconds:
      outcome.kind === 'refused' && outcome.retryAfterMs !== undefined
        ? wholeSeconds(outcome.retryAfterMs)
        : undefined,
  });
}

/**
 * Returns the reply of a row that changed meanwhile: its terminal got a decline, a reversal left, or, where this process stood still
 * for longer than its lease, a repeated call sent it again or an operator settled it. Where the row is still open, the decline of a
 * terminal is saved with it. Errors: UNAVAILABLE, IN_DOUBT, that of a decline.
 */
async function replyOfChangedRow(
  deps: TransactDeps,
  composed: ComposedTransaction,
  changed: TransactionRow,
): Promise<TransactionResult> {
  const { claim } = composed;
  try {
    for (let row = changed; ;) {
      const reply = replyOfRow(row, claim.keyId === null);
      if (reply !== null) return reply;
      // A call without an effect moves nothing. Its caller asks again.
      const error = new CardwayError(row.effect === 'none' ? 'UNAVAILABLE' : 'IN_DOUBT');
      if (row.state !== 'pending' && row.state !== 'in_doubt') throw error;
      row = await tellUnanswered(deps, composed, row, error);
    }
  } catch (error) {
    tellUnavailable(deps, composed, changed, error);
    throw error;
  }
}

import { next, type Reply, type Withheld } from '../../../core/transactions/life.js';
import { decideReversal, type ReversalDecision } from '../../../core/transactions/transaction.js';
import { earlier, type Moment, addMs, momentOf } from '../../../platform/clock.js';
import type { TransactionResult } from '../call/call.js';
import type { ComposedTransaction } from '../call/compose.js';
import type { DownstreamOutcome, Route } from '../downstream-port.js';
import type { ApplyInput, ClaimInput, Decided, TransactionRow } from '../ledger-port.js';
import { alertDoubt, alertUnmatched, observeApplied, observeCompleted } from '../settle/observe.js';
import { answerOf, errorOfLostRow, gatewayResult, replyOfRow } from '../call/reply.js';
import { applyLater, broughtBy, isUnavailable, saveOutcome } from '../settle/saving.js';
import { attemptFact, isAnswerForCaller, settleLater } from '../settle/settle.js';
import { atRest, type WaitDeps } from '../call/running.js';
import type { TransactDeps } from '../transact-deps.js';

/**
 * Advices: money that has moved already, so they are accepted for good, and go out until the wallet service has answered
 * (docs/reference/transactions.md#advices).
 */

export type AdviceDeps = Pick<
  TransactDeps,
  | 'ledger'
  | 'methods'
  | 'downstream'
  | 'clock'
  | 'timer'
  | 'observer'
  | 'ownReversal'
  | 'settleRetryMs'
  | 'background'
  | 'lateMs'
> & { readonly running: Pick<TransactDeps['running'], 'keep'> };

/**
 * Sends an advice that was just claimed, and returns its reply: 1, or the wallet service's own answer that accepts it. Errors:
 * UNAVAILABLE (the outcome could not be saved; the processor keeps the advice).
 */
export async function sendClaimedAdvice(
  deps: TransactDeps,
  composed: ComposedTransaction,
): Promise<TransactionResult> {
  const { claim, body } = composed;
  const until = addMs(composed.deadline, -deps.settleReserveMs);
  const retryMs = deps.adviceRetryMs;
  const row = await unlessUnavailable(deps, { ...claim, attempt: 1 }, retryMs, () =>
    withOriginalAtRest(deps, claim, until),
  );
  const isToTerminal = claim.keyId === null;
  const { outcome, applied } = await sendAdvice(deps, row, {
    ...{ body, until, retryMs },
    reply: { resultCode: 1, errorCode: null, isToTerminal },
  });
  if (applied.kind === 'gone') throw errorOfLostRow('advice');
  if (applied.kind === 'unmoved') return replyOfRow(applied.row, isToTerminal) ?? gatewayResult(claim, 1);
  observeCompleted(deps, composed, applied.row ?? row);
  return outcome !== null && isAnswerForCaller(claim, outcome)
    ? answerOf(outcome.answer, claim)
    : gatewayResult(claim, 1);
}

/** One sending of an advice. */
interface Sending {
  readonly body: Buffer;
  /** After this moment, the row may be due for other processes. A delayed process must not send it then. */
  readonly until: Moment;
  /** Pause before the advice is sent again. */
  readonly retryMs: number;
  /** Reply to the caller who waits; null where nobody does. */
  readonly reply: Reply | null;
}

/**
 * Sends an advice that this process holds, unless something speaks against that now, and saves what came of it. `outcome` is null for
 * one that was not sent. Errors: UNAVAILABLE; the outcome is then saved in the background.
 */
export async function sendAdvice(
  deps: AdviceDeps,
  row: TransactionRow,
  { body, until, retryMs, reply }: Sending,
): Promise<{ readonly outcome: DownstreamOutcome | null; readonly applied: Decided }> {
  const { requestId, attempt } = row;
  const judged = await unlessUnavailable(deps, row, retryMs, () => judge(deps, row, retryMs));
  if (judged.kind === 'withheld') return { outcome: null, applied: judged.applied };
  const { timeoutMs, dedupes } = judged.route;
  const outcome = await deps.downstream.send({
    ...{ route: row.route, requestId, methodName: row.methodName, body, always: true },
    customerId: row.customerId ?? 0,
    deadline: earlier(addMs(momentOf(deps.clock), timeoutMs), until),
  });
  const fact = attemptFact(outcome, { attempt, wasInDoubt: false, dedupes });
  const own = isAnswerForCaller(row, outcome) ? null : reply;
  const input = {
    ...{ requestId, fact: { ...fact, reply: own }, atMs: deps.clock.nowMs() },
    ...{ brought: await broughtBy(outcome), nextAttemptInMs: retryMs },
  };
  // Before it is saved: if the process dies in between, the row's lease ends, and that raises the alert again.
  if (fact.kind === 'doubt' && !dedupes) alertDoubt(deps, row, outcome.kind);
  const saving = saveOutcome(deps, row, input, null);
  if (outcome.kind === 'timeout')
    deps.background.add(settleLater(deps, { ...row, wasInDoubt: false, reply: own }, outcome.late, saving));
  const applied = await saving;
  observeApplied(deps, row, fact, applied);
  if (fact.kind === 'answer') await wakeReversals(deps, row);
  return { outcome, applied };
}

/** Work on an advice that only this process knows to be unsent. Where the store fails, the advice goes out later. */
async function unlessUnavailable<Result>(
  deps: AdviceDeps,
  advice: Pick<TransactionRow, 'requestId' | 'attempt'>,
  retryMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error)) applyLater(deps, withheld(deps, advice, WAITING, retryMs));
    throw error;
  }
}

type Judged =
  { readonly kind: 'send'; readonly route: Route } | { readonly kind: 'withheld'; readonly applied: Decided };

/** Returns the route to send on now, or what the row says after it was withheld. */
async function judge(deps: AdviceDeps, row: TransactionRow, retryMs: number): Promise<Judged> {
  const why = await whyNotNow(deps, row);
  const route = deps.downstream.namedRoute(row.route);
  if (why === null && route !== undefined) return { kind: 'send', route };
  const input = withheld(deps, row, why ?? { ...WAITING, failure: 'unknown_route' }, retryMs);
  const applied = (await deps.ledger.apply(input)) as Decided;
  // Another advice got its reversal meanwhile. One reversal stops one advice.
  const isReversalGone =
    applied.kind === 'unmoved' &&
    input.reversals !== undefined &&
    next({ ...applied.row, isBeingSent: false, hasEarlyReversal: false }, input.fact) !== null;
  return isReversalGone ? judge(deps, row, retryMs) : { kind: 'withheld', applied };
}

/** Why an advice is not sent now, and the reversals that it becomes the original of. */
type Reason = Pick<Withheld, 'as' | 'failure'> & Pick<ApplyInput, 'reversals'>;

/** An accepted advice that goes out later. */
const WAITING: Reason = { as: 'waiting' };

/**
 * Returns why an advice must not go downstream now; null: send it. An unknown original delays no advice: the wallet service decides on
 * that one (docs/reference/transactions.md#originals). A method or route that this node lacks may be known to another one, as while
 * one node after another gets a new configuration.
 */
async function whyNotNow(deps: AdviceDeps, row: TransactionRow): Promise<Reason | null> {
  const method = deps.methods.find(row.methodName);
  if (method === undefined) return { ...WAITING, failure: 'unknown_method' };
  const reversed = await reversedFirst(deps, row);
  if (reversed !== null) return reversed;
  if (row.state === 'unmatched') {
    alertUnmatched(deps, row);
    return { as: 'unmatched' };
  }
  const originalId = method.reverses === undefined ? null : row.originalRequestId;
  const original = originalId === null ? null : await deps.ledger.find(originalId);
  const decision = original === null ? 'send' : await decideReversalOf(deps, row, original);
  if (decision !== 'send') return decision === 'wait' ? WAITING : { as: decision };
  const route = deps.downstream.namedRoute(row.route);
  if (row.sentAtMs === null || route === undefined || route.dedupes) return null;
  // Only an operator can find out whether the wallet service has it.
  alertDoubt(deps, row, 'advice_perhaps_sent');
  return { as: 'perhaps_sent' };
}

/** Returns the fact of an advice that is not sent now, and is due again after a pause if it waits. */
function withheld(
  { clock }: Pick<AdviceDeps, 'clock'>,
  { requestId, attempt }: Pick<TransactionRow, 'requestId' | 'attempt'>,
  { reversals, ...why }: Reason,
  retryMs: number,
): ApplyInput & { readonly fact: Withheld } {
  const fact = { kind: 'withheld', attempt, ...why } as const;
  return { requestId, fact, atMs: clock.nowMs(), nextAttemptInMs: retryMs, reversals };
}

/**
 * Returns why an advice is not sent whose reversal was accepted first (docs/reference/transactions.md#blocked-originals). The
 * reversal has moved nothing, so the advice must move nothing either. An operator books the rest where the reversal names a part of
 * the amount. Null where none came first.
 */
async function reversedFirst(
  { ledger, methods, observer }: Pick<AdviceDeps, 'methods' | 'observer' | 'ledger'>,
  row: TransactionRow,
): Promise<Reason | null> {
  const reversedBy = methods.reversalsOf(row.methodName);
  if (reversedBy.length === 0) return null;
  const found = await ledger.reversalsBefore({ ...row, reversedBy });
  if (found.length === 0) return null;
  const reversals = found.map(({ requestId }) => requestId);
  const amount = found.reduce((sum, { requestAmount }) => sum + (requestAmount ?? 0), 0);
  if (amount >= (row.requestAmount ?? 0)) return { as: 'reversed_first', reversals };
  const { requestId, terminalId } = row;
  const as = 'reversed_in_part';
  observer.alert('transaction_in_doubt', { requestId, terminalId, reason: as });
  return { as, failure: as, reversals };
}

/**
 * Decides on a reversal with a known original, each time before it is sent. `original` is read after the reversal's row says that it
 * leaves: one of an original in doubt, or declined by an operator, came too early if that turns out approved, and the original's
 * settlement sees it. Money that the gateway's own reversal gave back is not given back again.
 */
async function decideReversalOf(
  { ledger, lateMs }: Pick<AdviceDeps, 'ledger' | 'lateMs'>,
  reversal: TransactionRow,
  original: TransactionRow,
): Promise<ReversalDecision> {
  const isContradicted =
    original.state === 'contradicted' || original.replyReason === 'made_good_by_operator';
  const linked = isContradicted ? await ledger.linked(original.requestId) : [];
  if (reversal.channel === 'gateway') return original.state === 'pending' ? 'wait' : 'send';
  return decideReversal({
    originalState: original.state,
    isExact: reversal.referenceDate === original.transactionDate,
    isReversedByGateway: linked.some(({ channel }) => channel === 'gateway'),
    // Both times are of the ledger's clock: a node with a wrong clock must not send it too early.
    isRecentAdvice:
      original.effect === 'advice' &&
      original.state === 'in_doubt' &&
      Math.abs(reversal.claimedAtMs - original.claimedAtMs) < lateMs,
  });
}

/** Makes the queued reversals of an advice due once it is settled. They have waited for it, with growing pauses. */
export async function wakeReversals(
  { ledger, methods, clock }: Pick<TransactDeps, 'ledger' | 'methods' | 'clock'>,
  original: Pick<TransactionRow, 'requestId' | 'methodName' | 'effect'>,
): Promise<void> {
  if (original.effect !== 'advice' || methods.reversalsOf(original.methodName).length === 0) return;
  for (const { requestId, attempt, state } of await ledger.linked(original.requestId))
    if (state === 'queued') await ledger.requeue({ requestId, attempt, atMs: clock.nowMs(), wallet: null });
}

/**
 * Returns the row of an advice once the transaction that it reverses is at rest (docs/reference/transactions.md#reversals), or at this
 * moment. Errors: UNAVAILABLE, also where the row is gone.
 */
async function withOriginalAtRest(
  deps: WaitDeps & Pick<TransactDeps, 'ledger'>,
  { requestId, reverses }: Pick<ClaimInput, 'requestId' | 'reverses'>,
  until: Moment,
): Promise<TransactionRow> {
  const row = await deps.ledger.find(requestId);
  if (row === null) throw errorOfLostRow('advice');
  const original = reverses.length === 0 ? null : row.originalRequestId;
  if (original !== null) await atRest(deps, original, until);
  return row;
}

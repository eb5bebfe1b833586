import { justClaimed, next, type Withheld } from '../../core/transactions/life.js';
import { decideReversal, type ReversalDecision } from '../../core/transactions/transaction.js';
import { type Moment, addMs, untilMs } from '../../platform/clock.js';
import type { TransactionResult } from './call.js';
import type { ComposedTransaction } from './compose.js';
import type { Applied, ApplyInput, Ledger, TransactionRow } from './ledger-port.js';
import { errorOfLostRow, gatewayResult } from './reply.js';
import { applyLater, isUnavailable } from './saving.js';
import { type Claimed, observeCompleted, settleOutcome } from './settle.js';
import type { TransactDeps } from './transact-deps.js';

/**
 * Sends a claimed transaction, and saves the outcome before the caller gets it (docs/reference/transactions.md#settle). Errors:
 * DOWNSTREAM_REFUSED, DOWNSTREAM_INVALID, DOWNSTREAM_TIMEOUT, IN_DOUBT, UNAVAILABLE (the outcome could not be saved).
 */
export async function forwardTransaction(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
): Promise<TransactionResult> {
  claimed.carried.begin();
  try {
    const isAdvice = composed.method.effect === 'advice';
    const accepted = isAdvice ? await acceptUnsent(deps, composed, claimed) : null;
    if (accepted !== null) return accepted;
    const outcome = await deps.downstream.send({
      route: composed.claim.route,
      requestId: composed.claim.requestId,
      methodName: composed.method.name,
      body: composed.body,
      customerId: composed.envelope.customer_id,
      deadline: addMs(composed.deadline, -deps.settleReserveMs),
      always: isAdvice,
    });
    return await settleOutcome(deps, composed, claimed, outcome);
  } finally {
    claimed.carried.end();
  }
}

/**
 * Accepts an advice that must not go downstream now. Null: send it. Where the store fails, the caller gets UNAVAILABLE, and
 * housekeeping decides on the advice again. Only this process knows that it was not sent. Errors: UNAVAILABLE.
 */
async function acceptUnsent(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
): Promise<TransactionResult | null> {
  try {
    for (;;) {
      const withheld = await decideUnsentAdvice(deps, composed, claimed);
      const accepted = withheld === null ? null : await acceptAdvice(deps, composed, claimed, withheld);
      if (accepted !== 'decide_again') return accepted;
    }
  } catch (error) {
    if (isUnavailable(error))
      applyLater(deps, withheldInput(deps, { ...composed.claim, ...claimed }, WAITING));
    throw error;
  }
}

/** Why an advice is not sent now, and the reversals that it becomes the original of. */
export type UnsentAdvice = Pick<Withheld, 'as' | 'failure'> & Pick<ApplyInput, 'reversals'>;

/** An accepted advice that goes out later. */
export const WAITING: UnsentAdvice = { as: 'waiting' };

/** Returns the fact of an advice that is not sent now, and is due again after a pause if it waits. */
export function withheldInput(
  { clock, adviceRetryMs }: Pick<TransactDeps, 'clock' | 'adviceRetryMs'>,
  { requestId, attempt }: Pick<TransactionRow, 'requestId' | 'attempt'>,
  { reversals, ...withheld }: UnsentAdvice,
  nextAttemptInMs = adviceRetryMs,
): ApplyInput & { readonly fact: Withheld } {
  const fact = { kind: 'withheld', attempt, ...withheld } as const;
  return { requestId, fact, atMs: clock.nowMs(), nextAttemptInMs, reversals };
}

/**
 * Returns why an advice must not go downstream now. Its own reversal came first, its wallet is unknown, or its
 * original was not processed or still runs. An unknown original delays no advice: the wallet service decides on that one
 * (docs/reference/transactions.md#originals). Null: send it.
 */
async function decideUnsentAdvice(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
): Promise<UnsentAdvice | null> {
  const { claim } = composed;
  if (claim.channel === 'gateway') return null;
  const row = isReversible(deps, claim) ? await deps.ledger.find(claim.requestId) : null;
  const reversed = row === null ? null : await reversedFirst(deps, row);
  if (reversed !== null) return reversed;
  if (claim.state === 'unmatched') {
    alertUnmatched(deps, claim);
    return { as: 'unmatched' };
  }
  if (claim.reverses.length === 0 || claimed.original === null) return null;
  const original = await originalAtRest(
    deps,
    claimed.original,
    addMs(composed.deadline, -deps.settleReserveMs),
  );
  const decision = await decideReversalOf(deps, claim, original);
  if (decision === 'send') return null;
  return decision === 'wait' ? WAITING : { as: decision };
}

type ReversedFirstDeps = Pick<TransactDeps, 'methods' | 'observer'> & {
  readonly ledger: Pick<Ledger, 'reversalsBefore'>;
};

function isReversible({ methods }: Pick<TransactDeps, 'methods'>, { methodName }: { methodName: string }) {
  return methods.reversalsOf(methodName).length > 0;
}

/**
 * Returns why an advice is not sent whose reversal was accepted first (docs/reference/transactions.md#blocked-originals). The
 * reversal has moved nothing, so the advice must move nothing either. An operator books the rest where the reversal names a part of
 * the amount. Null where none came first.
 */
export async function reversedFirst(
  { ledger, methods, observer }: ReversedFirstDeps,
  row: TransactionRow,
): Promise<UnsentAdvice | null> {
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

/** Returns whether an advice was not withheld because another one got its reversal meanwhile. One reversal stops one advice. */
export function isReversalGone(
  { fact, reversals }: ApplyInput & { readonly fact: Withheld },
  applied: Applied,
): boolean {
  if (applied.kind !== 'unmoved' || reversals === undefined) return false;
  const { row } = applied;
  return next({ ...row, isBeingSent: false, hasEarlyReversal: false }, fact) !== null;
}

/** Makes the queued reversals of an advice due once it is settled. They have waited for it, with growing pauses. */
export async function wakeReversals(
  deps: Pick<TransactDeps, 'ledger' | 'methods' | 'clock'>,
  original: Pick<TransactionRow, 'requestId' | 'methodName' | 'effect'>,
): Promise<void> {
  if (original.effect !== 'advice' || !isReversible(deps, original)) return;
  for (const { requestId, attempt, state } of await deps.ledger.linked(original.requestId))
    if (state === 'queued')
      await deps.ledger.requeue({ requestId, attempt, atMs: deps.clock.nowMs(), wallet: null });
}

/** Alerts to an advice that is accepted and waits for its wallet. */
export function alertUnmatched(
  { observer }: Pick<TransactDeps, 'observer'>,
  { requestId, terminalId }: Pick<TransactionRow, 'requestId' | 'terminalId'>,
): void {
  observer.alert('advice_unmatched', { requestId, terminalId });
}

/**
 * Waits for the transaction that a reversal reverses (docs/reference/transactions.md#reversals), until the reversal's own
 * deadline.
 */
async function originalAtRest(
  deps: TransactDeps,
  original: TransactionRow,
  deadline: Moment,
): Promise<TransactionRow> {
  let current = original;
  while (current.state === 'pending') {
    const remainingMs = untilMs(deps.clock, deadline);
    if (remainingMs <= 0) return current;
    const pause = deps.timer.wait(Math.min(ORIGINAL_POLL_MS, remainingMs));
    await Promise.race([pause.done, deps.running.settled(current.requestId) ?? pause.done]);
    pause.cancel();
    current = (await deps.ledger.find(current.requestId)) ?? current;
  }
  return current;
}

/** Pause between two reads of the original. A row of another process gives no wake-up. */
const ORIGINAL_POLL_MS = 25;

async function acceptAdvice(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Claimed,
  withheld: UnsentAdvice,
): Promise<TransactionResult | 'decide_again'> {
  const input = withheldInput(deps, { ...composed.claim, ...claimed }, withheld);
  const applied = await deps.ledger.apply(input);
  if (applied.kind === 'gone') throw errorOfLostRow('advice');
  if (isReversalGone(input, applied)) return 'decide_again';
  const row = applied.row ?? next(justClaimed(composed.claim), input.fact);
  if (row !== null) observeCompleted(deps, composed, row);
  return gatewayResult(composed.claim, 1);
}

export interface DecideReversalDeps {
  readonly ledger: Pick<Ledger, 'find' | 'linked'>;
  /** Time for which a late answer may come. */
  readonly lateMs: number;
}

type Reversal = Pick<TransactionRow, 'requestId' | 'channel' | 'referenceDate'>;

/**
 * Decides on a reversal with a known original, each time before it is sent. `original` is read after the reversal's row says that it
 * leaves: one of an original in doubt, or declined by an operator, came too early if that turns out approved, and the original's
 * settlement sees it. Money that the gateway's own reversal gave back is not given back again.
 */
export async function decideReversalOf(
  deps: DecideReversalDeps,
  reversal: Reversal,
  original: TransactionRow,
): Promise<ReversalDecision> {
  if (reversal.channel === 'gateway') return original.state === 'pending' ? 'wait' : 'send';
  const isContradicted =
    original.state === 'contradicted' || original.replyReason === 'made_good_by_operator';
  const linked = isContradicted ? await deps.ledger.linked(original.requestId) : [];
  return decideReversal({
    originalState: original.state,
    isExact: reversal.referenceDate === original.transactionDate,
    isReversedByGateway: linked.some(({ channel }) => channel === 'gateway'),
    isRecentAdvice: await isRecentAdvice(deps, reversal, original),
  });
}

/**
 * Returns whether an advice in doubt may still be answered. Both times are of the ledger's clock: the reversal was claimed, or leased,
 * just now, and a node with a wrong clock must not send it too early.
 */
async function isRecentAdvice(
  { ledger, lateMs }: DecideReversalDeps,
  { requestId }: Reversal,
  { effect, state, claimedAtMs }: TransactionRow,
): Promise<boolean> {
  if (effect !== 'advice' || state !== 'in_doubt') return false;
  const now = await ledger.find(requestId);
  return now !== null && Math.abs(now.claimedAtMs - claimedAtMs) < lateMs;
}

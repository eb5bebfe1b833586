import { keepAnswer, keepRawAnswer, keepText } from '../../../core/keep.js';
import type { Outcome, Reply } from '../../../core/transactions/life.js';
import type { NormalizedAnswer } from '../../../core/transactions/normalise.js';
import { CardwayError, toCardwayError } from '../../../platform/errors.js';
import type { DownstreamOutcome } from '../downstream-port.js';
import {
  type ApplyInput,
  type Brought,
  type Decided,
  NOTHING_BROUGHT,
  type TransactionRow,
} from '../ledger-port.js';
import { observeApplied } from './observe.js';
import type { SavedAnswer } from '../call/reply.js';
import type { RunningTransactions } from '../call/running.js';
import type { TransactDeps } from '../transact-deps.js';

/**
 * Returns what an attempt brought, as it is kept. A long answer takes separate turns of the event loop, so that other calls do not
 * wait for all of it.
 */
export async function broughtBy(outcome: DownstreamOutcome): Promise<Brought> {
  const { sentAtMs } = outcome;
  if (outcome.kind === 'timeout') return { ...NOTHING_BROUGHT, sentAtMs, failure: 'timeout' };
  const isAnswer = outcome.kind === 'answered';
  const texts = await keptTexts(outcome.raw, isAnswer ? outcome.answer : null);
  const failure = isAnswer ? null : outcome.reason.slice(0, FAILURE_MAX);
  const brought = { ...NOTHING_BROUGHT, ...texts, httpStatus: outcome.httpStatus, failure };
  return outcome.kind === 'refused'
    ? { ...brought, refusedSentAtMs: sentAtMs }
    : { ...brought, sentAtMs, answeredAtMs: outcome.answeredAtMs };
}

/** Characters of a failure. Reasons may end with a code of the system. */
const FAILURE_MAX = 64;

/** UTF-16 units of an answer that is read and walked within one turn of the event loop. */
const ONE_TURN_MAX = 32_768;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function keptTexts(
  raw: string | null,
  answer: NormalizedAnswer | null,
): Promise<Pick<Brought, 'rawAnswer' | 'answer'>> {
  const isLong = raw !== null && raw.length > ONE_TURN_MAX;
  if (isLong) await nextTurn();
  const saved = answer === null ? null : savedAnswer(answer);
  if (isLong) await nextTurn();
  const normalized = saved === null ? '' : saved.isWhole ? saved.text : null;
  return { rawAnswer: raw === null ? null : keepRawAnswer(raw, normalized), answer: saved?.text ?? null };
}

/** Returns the text of an answer as it is kept. `isWhole`: nothing was dropped from it. */
function savedAnswer({ status, message, customerId, response }: NormalizedAnswer): {
  readonly text: string;
  readonly isWhole: boolean;
} {
  const saved: SavedAnswer = {
    status: keepText(status),
    message: keepText(message),
    customer_id: customerId,
    response: keepAnswer(response) as NormalizedAnswer['response'],
  };
  const isWhole = saved.response === response && saved.status === status && saved.message === message;
  return { text: JSON.stringify(saved), isWhole };
}

export type ApplyDeps = Pick<TransactDeps, 'ledger' | 'ownReversal'>;

/** Applies a fact. Where it contradicts the row, the same commit saves the gateway's own reversal. Errors: UNAVAILABLE. */
export async function apply(deps: ApplyDeps, input: ApplyInput): Promise<Decided> {
  const applied = await deps.ledger.apply({ ...input, ownReversal: 'unknown' });
  if (applied.kind !== 'contradicts') return applied;
  const ownReversal = await deps.ownReversal(applied.row);
  return (await deps.ledger.apply({ ...input, ownReversal })) as Decided;
}

type SavingDeps = ApplyDeps & Pick<TransactDeps, 'timer' | 'settleRetryMs'>;

type LaterDeps = SavingDeps &
  Pick<TransactDeps, 'background'> & { readonly running: Pick<RunningTransactions, 'keep'> };

/**
 * Applies a fact, and repeats this while the store fails, because only this process knows it. If the process dies first, the lease of
 * the row ends and makes it in doubt. A commit that was not acknowledged counts as done. `wasTried`: one failed before.
 */
export async function applyUntilSaved(
  deps: SavingDeps,
  input: ApplyInput,
  wasTried = false,
): Promise<Decided> {
  let isRepeated = wasTried;
  const applied = await onceAvailable(deps, () =>
    apply(deps, input).catch((error: unknown) => {
      isRepeated = true;
      throw error;
    }),
  );
  const isDoneBefore = isRepeated && applied.kind === 'unmoved' && applied.row.settledAtMs === input.atMs;
  return isDoneBefore ? { ...applied, kind: 'moved', state: applied.row.state } : applied;
}

/**
 * Saves an outcome. Where the store fails, nobody gets an answer that is not saved: the outcome is saved in the background, with
 * `replyThen`, because only this process knows it. Errors: UNAVAILABLE.
 */
export async function saveOutcome(
  deps: LaterDeps & Pick<TransactDeps, 'observer'>,
  about: Pick<TransactionRow, 'requestId' | 'terminalId' | 'effect'>,
  input: ApplyInput & { readonly fact: Outcome },
  replyThen: Reply | null,
): Promise<Decided> {
  try {
    return await apply(deps, input);
  } catch (cause) {
    const { requestId, terminalId } = about;
    deps.observer.alert('settle_failed', { requestId, terminalId });
    const fact = { ...input.fact, reply: replyThen };
    const saved = applyUntilSaved(deps, { ...input, fact, claimed: undefined }, true).then((applied) => {
      observeApplied(deps, about, fact, applied);
    });
    deps.background.add(deps.running.keep(requestId, saved));
    throw new CardwayError('UNAVAILABLE', { cause }).with(toCardwayError(cause).about);
  }
}

/** Applies a fact in the background. The row keeps its lease meanwhile. */
export function applyLater(deps: LaterDeps, input: ApplyInput): void {
  deps.background.add(deps.running.keep(input.requestId, applyUntilSaved(deps, input)));
}

/** Repeats this work of the store while the store fails with UNAVAILABLE. Errors: all others. */
export async function onceAvailable<Result>(
  { timer, settleRetryMs }: Pick<SavingDeps, 'timer' | 'settleRetryMs'>,
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

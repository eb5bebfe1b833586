import { isMoneyMoved, terminalReply } from '../../../core/transactions/life.js';
import { type CardwayError, ERRORS } from '../../../platform/errors.js';
import type { ComposedTransaction } from './compose.js';
import type { TransactionRow } from '../ledger-port.js';
import { isUnavailable, onceAvailable } from '../settle/saving.js';
import type { TransactDeps } from '../transact-deps.js';

type ToldDeps = Pick<TransactDeps, 'ledger' | 'clock'>;

/**
 * Throws `error` for a row without an answer, and saves it first as the reply of the terminal. Returns the row when it changed
 * meanwhile, so that the caller gets its reply. Errors: the given one; UNAVAILABLE.
 */
export async function tellUnanswered(
  deps: ToldDeps,
  composed: ComposedTransaction,
  row: TransactionRow,
  error: CardwayError,
): Promise<TransactionRow> {
  const changed = await tellDecline(deps, composed, row, error.resultCode);
  if (changed === null) throw error;
  return changed;
}

/**
 * Saves the decline that a terminal gets for its money call, also for a row that a backend made. If the money moves after all, the
 * row then says that the terminal got a decline. Returns the row when it changed meanwhile; else null. Errors: UNAVAILABLE.
 */
export async function tellDecline(
  { ledger, clock }: ToldDeps,
  { claim }: ComposedTransaction,
  row: TransactionRow,
  resultCode: number,
): Promise<TransactionRow | null> {
  if (claim.keyId !== null || row.effect !== 'money' || terminalReply(row) !== null) return null;
  const { requestId } = row;
  const told = await ledger.apply({ requestId, fact: { kind: 'told', resultCode }, atMs: clock.nowMs() });
  return told.kind === 'unmoved' ? told.row : null;
}

/**
 * Saves the UNAVAILABLE that a terminal gets for a row of the ledger, as soon as the store works again, as `tellDecline` does. Does
 * nothing for other errors.
 */
export function tellUnavailable(
  deps: ToldDeps & Pick<TransactDeps, 'timer' | 'settleRetryMs' | 'background'>,
  composed: ComposedTransaction,
  row: TransactionRow,
  error: unknown,
): void {
  const { resultCode } = ERRORS.UNAVAILABLE;
  if (isUnavailable(error))
    deps.background.add(onceAvailable(deps, () => tellDecline(deps, composed, row, resultCode)));
}

/**
 * Saves that a terminal gets the approval of a saved answer. A process whose commit of it was not acknowledged has replied a decline,
 * and would give the money back. Returns the row when it changed meanwhile; else null.
 */
export async function tellApproval(
  { ledger, clock }: ToldDeps,
  { claim }: ComposedTransaction,
  row: TransactionRow,
): Promise<TransactionRow | null> {
  const { requestId, state, resultCode } = row;
  if (claim.keyId !== null || state !== 'answered' || resultCode === null) return null;
  if (!isMoneyMoved(row, resultCode) || terminalReply(row) !== null) return null;
  try {
    const told = await ledger.apply({ requestId, fact: { kind: 'told', resultCode }, atMs: clock.nowMs() });
    return told.kind === 'unmoved' ? told.row : null;
  } catch (error) {
    // The answer is saved. A store that can only read, as on a full disk, must not turn it into a decline.
    if (isUnavailable(error)) return null;
    throw error;
  }
}

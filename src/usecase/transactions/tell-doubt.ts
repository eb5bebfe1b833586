import { terminalHeard } from '../../core/transaction.js';
import type { CardwayError } from '../../errors.js';
import type { ComposedTransaction } from './compose.js';
import type { Ledger, TransactionRow } from '../ports.js';

/**
 * Tells the caller of a row that is pending or in doubt how it stands, by `error`. When that is a terminal and money is at stake, what it is
 * told is kept first, whoever made the row: if the money has moved after all, whoever finds out must know that the terminal heard a decline.
 *
 * Resolves with the row when it has been settled meanwhile, so that the caller hears the answer.
 * Errors: the given one; UNAVAILABLE.
 */
export async function tellDoubt(
  { ledger }: { readonly ledger: Pick<Ledger, 'tell'> },
  { claim }: ComposedTransaction,
  row: TransactionRow,
  error: CardwayError,
): Promise<TransactionRow> {
  const isTerminal = claim.keyId === null;
  if (!isTerminal || row.effect !== 'money' || terminalHeard(row) !== null) throw error;
  const { requestId, attempt } = row;
  const told = await ledger.tell({ requestId, attempt, toldResultCode: error.resultCode });
  if (told.kind === 'told') throw error;
  return told.row;
}

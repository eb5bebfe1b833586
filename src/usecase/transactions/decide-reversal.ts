import { decideReversal, type ReversalDecision } from '../../core/transaction.js';
import type { Ledger, TransactionRow } from '../ports.js';

/**
 * What to do with a reversal whose original the ledger knows, asked each time before it is sent. Money that a reversal of the
 * gateway's own gave back is not given back again: that one is claimed only where no other is in the ledger, so whichever of the
 * two came second sees the first.
 */
export async function decideReversalOf(
  ledger: Pick<Ledger, 'linked'>,
  reversal: Pick<TransactionRow, 'requestId' | 'door'>,
  original: TransactionRow,
): Promise<ReversalDecision> {
  const isOwn = reversal.door === 'gateway';
  const linked = isOwn ? [] : await ledger.linked(original.requestId);
  const isReversedByGateway = linked.some(({ door }) => door === 'gateway');
  return decideReversal({ originalState: original.state, isReversedByGateway });
}

import { decideReversal, type ReversalDecision } from '../../core/transaction.js';
import type { Clock, Ledger, TransactionRow } from '../ports.js';

export interface DecideReversalDeps {
  readonly ledger: Pick<Ledger, 'linked' | 'markEarly'>;
  readonly clock: Clock;
  /** Contradicted transactions are given back by a reversal of the gateway's own. */
  readonly reversesContradicted: boolean;
}

type Reversal = Pick<TransactionRow, 'requestId' | 'attempt' | 'door' | 'referenceDate' | 'earlyAtMs'>;

/**
 * What to do with a reversal whose original the ledger knows, asked each time before it is sent.
 *
 * Money that a reversal of the gateway's own gave back is not given back again: that one is claimed only where no other gives it back, so
 * whichever of the two came second sees the first. A reversal that leaves while its original is in doubt is marked first: if the
 * original turns out approved, this reversal came too early, and the settlement of the original sees that.
 */
export async function decideReversalOf(
  deps: DecideReversalDeps,
  reversal: Reversal,
  original: TransactionRow,
): Promise<ReversalDecision> {
  if (reversal.door === 'gateway') return original.state === 'pending' ? 'wait' : 'send';
  let current = original;
  for (;;) {
    const decision = await decide(deps, reversal, current);
    if (decision !== 'send' || current.state !== 'in_doubt') return decision;
    const marked = await deps.ledger.markEarly({
      requestId: reversal.requestId,
      attempt: reversal.attempt,
      originalRequestId: current.requestId,
      atMs: deps.clock.nowMs(),
    });
    if (marked.kind === 'marked') return 'send';
    if (marked.kind === 'lost') return 'wait';
    if (marked.original === null) return 'send';
    current = marked.original;
  }
}

async function decide(
  deps: DecideReversalDeps,
  reversal: Reversal,
  original: TransactionRow,
): Promise<ReversalDecision> {
  const isContradicted =
    original.state === 'contradicted' || original.defaultReason === 'made_good_by_operator';
  const linked = isContradicted ? await deps.ledger.linked(original.requestId) : [];
  return decideReversal({
    originalState: original.state,
    isContradicted,
    isExact: reversal.referenceDate === original.transactionDate,
    isReversedByGateway: linked.some(({ door }) => door === 'gateway'),
    isReplaced: reversal.earlyAtMs !== null && deps.reversesContradicted,
  });
}

import { CardwayError } from '../../errors.js';
import type { SavedTransactionFilter } from '../events/event-port.js';
import type { Feed } from '../events/feed-port.js';
import type { Ledger, TransactionRow } from '../ports.js';

/**
 * Every transaction once, in the order of the ledger, when its outcome is saved.
 * Errors: BAD_REQUEST (field `after`) for a request id that the ledger does not have.
 */
export type FollowTransactions = (args: {
  readonly terminalId: string | null;
  /** Request id of the last transaction that the reader has; null for what is saved from now on. */
  readonly after: string | null;
  readonly onBehind: () => void;
}) => Promise<AsyncIterableIterator<TransactionRow>>;

export function createFollowTransactions(deps: {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly feed: Feed<TransactionRow, SavedTransactionFilter>;
}): FollowTransactions {
  return async ({ terminalId, after, onBehind }) => {
    const last = after === null ? null : await deps.ledger.find(after);
    if (after !== null && last === null) {
      throw new CardwayError('BAD_REQUEST', {
        field: 'after',
        message: 'after is not the id of a transaction.',
      });
    }
    return deps.feed.follow({ after: last?.sequence ?? null, filter: { terminalId }, onBehind });
  };
}

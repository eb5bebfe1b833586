import type { NewEvent } from './event.js';
import type { State } from './transaction.js';

/** What the ledger knows of a transaction, as far as an operator must hear of it. */
export interface TransactionFacts {
  readonly requestId: string;
  readonly attempt: number;
  readonly methodName: string;
  readonly programme: string;
  readonly terminalId: string;
  readonly reference: string;
  readonly customerId: number | null;
  readonly cardId: number | null;
  readonly requestAmount: number | null;
  readonly state: State;
  readonly errorCode: string | null;
  readonly toldResultCode: number | null;
  readonly settledAtMs: number | null;
}

/**
 * The event that operators get when a transaction comes to this state (contract section 8), once for each sending of it; null for
 * states that need nobody. It is for operators alone, so it belongs to no programme's integrators.
 */
export function transactionEvent(facts: TransactionFacts): NewEvent | null {
  const type = EVENT_OF[facts.state];
  if (type === undefined) return null;
  const { requestId, attempt, settledAtMs, ...data } = facts;
  return {
    type,
    dedupeKey: `${type}/${requestId}/${String(attempt)}`,
    programme: null,
    cardId: facts.cardId,
    occurredAtMs: settledAtMs ?? 0,
    data: JSON.stringify({ requestId, attempt, ...data }),
  };
}

const EVENT_OF: Partial<Record<State, NewEvent['type']>> = {
  in_doubt: 'transaction.in_doubt',
  contradicted: 'transaction.contradicted',
};

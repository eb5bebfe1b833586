import type { Deliveries, Ledger, Observer, TransactionRow } from '../ports.js';

export interface TakeOverDeps {
  readonly ledger: Pick<Ledger, 'takeOver'>;
  readonly deliveries: Pick<Deliveries, 'releaseAll'>;
  readonly owner: string;
  /** Rows of one commit. */
  readonly batchMax: number;
}

/**
 * Ends what former processes had under way: nobody knows whether their calls were sent, so they count as sent (contract 4.9). Only for the
 * process that is alone on its database, before it begins anything. Resolves with the transactions that are in doubt now.
 */
export async function takeOver(deps: TakeOverDeps): Promise<readonly TransactionRow[]> {
  const left: TransactionRow[] = [];
  for (let taken = deps.batchMax; taken >= deps.batchMax;) {
    const rows = await deps.ledger.takeOver({ owner: deps.owner, limit: deps.batchMax });
    left.push(...rows.filter(({ state }) => state === 'in_doubt'));
    taken = rows.length;
  }
  await deps.deliveries.releaseAll();
  return left;
}

/** Tells operators of them, as of a lease that ended. */
export function alertLeft(observer: Pick<Observer, 'alert'>, left: readonly TransactionRow[]): void {
  for (const { requestId, terminalId } of left)
    observer.alert('transaction_in_doubt', { requestId, terminalId, reason: 'owner_ended' });
}

import { SettleTransactionsDocument, type TransactionState } from '../../../src/generated/operations.js';
import { change } from './asking.js';

/** The gateway settles no more at once. */
const AT_ONCE_MAX = 200;

/** Result of one transaction: null where it is settled. */
export interface Settled {
  readonly requestId: string;
  readonly refusal: string | null;
}

/** Settles transactions of one state alike, and calls back with the results of each request. Errors: GatewayError. */
export async function settleAlike(
  requestIds: readonly string[],
  outcome: { readonly resultCode: number; readonly reason: string; readonly state: TransactionState },
  onResults: (results: readonly Settled[]) => void,
): Promise<void> {
  // The order makes the same choice the same request, which a second person may have approved.
  const rest = [...requestIds].sort();
  while (rest.length > 0) {
    const part = rest.splice(0, AT_ONCE_MAX);
    const input = { requestIds: part, ...outcome };
    const { refused } = (await change(SettleTransactionsDocument, { input })).settleTransactions;
    const refusals = new Map(refused.map(({ requestId, message }) => [requestId, message]));
    onResults(part.map((requestId) => ({ requestId, refusal: refusals.get(requestId) ?? null })));
  }
}

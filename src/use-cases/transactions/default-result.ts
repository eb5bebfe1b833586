import { isApproval, resultText } from '../../core/transactions/result-codes.js';
import type { TransactionResult } from './call.js';
import type { TransactionRow } from './ledger-port.js';

/** Returns a reply of the gateway itself: for an accepted advice, or a Deduct whose reversal came first. */
export function gatewayResult(
  about: Pick<TransactionResult, 'requestId' | 'customerId'>,
  resultCode: number,
  replayed = false,
): TransactionResult {
  const isApproved = isApproval(resultCode);
  return {
    status: isApproved ? 'success' : 'failed',
    message: isApproved ? '' : (resultText(resultCode) ?? ''),
    customerId: about.customerId,
    requestId: about.requestId,
    replayed,
    response: { resultCode },
  };
}

/** Returns a saved answer as the first caller got it. */
export function savedResult(row: TransactionRow, replayed: boolean): TransactionResult {
  if (row.answer === null) return gatewayResult(row, row.resultCode ?? row.repliedResultCode ?? -9, replayed);
  const saved = JSON.parse(row.answer) as SavedAnswer;
  return {
    status: saved.status,
    message: saved.message,
    customerId: saved.customer_id ?? row.customerId,
    requestId: row.requestId,
    replayed,
    response: saved.response,
  };
}

/** Normalized answer as saved in the ledger (docs/reference/protocol.md#normalized-answer). */
export interface SavedAnswer {
  readonly status: string;
  readonly message: string;
  readonly customer_id: number | null;
  readonly response: TransactionResult['response'];
}

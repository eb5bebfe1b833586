import { rolesWith } from '../../core/access/permissions.js';
import type { Transaction } from '../../graphql/transactions/transaction.type.js';
import { type Clock, momentOf } from '../../platform/clock.js';
import { CardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../../use-cases/directory/directory-port.js';
import { type AdapterReply, JSON_TYPE, jsonError, callError, type Program } from '../exchange.js';

interface TransactionStatusDeps extends Program {
  readonly clock: Clock;
}

/**
 * Creates the route `GET /v1/transactions/{request_id}` (docs/reference/protocol.md#transaction-report): the state of a
 * transaction, for backends that lost the reply.
 * Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND (never seen, or not visible to this key).
 */
export function createTransactionStatusRoute(deps: TransactionStatusDeps) {
  return async (args: {
    requestId: string;
    authorization: string | undefined;
    address?: string | undefined;
  }): Promise<AdapterReply> => {
    let key: ApiKey | undefined;
    try {
      key = await deps.authenticateKey(args.authorization, rolesWith('readTransactions'), args);
      const caller = { channel: 'json', key, receivedAt: momentOf(deps.clock) } as const;
      const context = deps.contextOf(caller, 'key');
      const transaction = await deps.resolvers.transactions.transaction(args.requestId, context);
      if (transaction === null)
        throw new CardwayError('NOT_FOUND', { message: 'No transaction has this request id.' });
      return {
        status: 200,
        headers: { 'Content-Type': JSON_TYPE },
        body: JSON.stringify(transactionStatusOf(transaction)),
      };
    } catch (thrown) {
      return jsonError(callError(deps, thrown, { key }));
    }
  };
}

function transactionStatusOf(transaction: Transaction): Readonly<Record<string, unknown>> {
  return {
    request_id: transaction.requestId,
    state: transaction.state,
    default: transaction.isDefault,
    reply_reason: transaction.replyReason,
    method_name: transaction.methodName,
    answer: transaction.answer,
    error_code: transaction.errorCode,
    original_request_id: transaction.originalRequestId,
    attempt: transaction.attempt,
    received_at: transaction.receivedAt,
    claimed_at: transaction.claimedAt,
    sent_at: transaction.sentAt,
    answered_at: transaction.answeredAt,
    settled_at: transaction.settledAt,
  };
}

import { rolesWith } from '../../core/access/permissions.js';
import { shownState } from '../../core/transactions/life.js';
import type { TransactionRow } from '../../use-cases/transactions/ledger-port.js';
import type { JsonObject } from '../../core/wire/json.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import { type HttpRoute, isoTime, jsonError, jsonReply, keyRoute, type Program } from '../exchange.js';

/** Path of the route, ahead of the request id. */
export const TRANSACTION_REPORTS = '/v1/transactions/';

/**
 * Creates the route `GET /v1/transactions/{request_id}` (docs/reference/protocol.md#transaction-report): the state of a
 * transaction, for backends that lost the reply.
 * Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND (never seen, or not visible to this key).
 */
export function createTransactionReportRoute(deps: Program): HttpRoute {
  return keyRoute(deps, {
    methods: ['GET', 'HEAD'],
    roles: rolesWith('readTransactions'),
    refuse: jsonError,
    read: ({ path }) => path.slice(TRANSACTION_REPORTS.length),
    async answer(written, context) {
      const transaction = await deps.resolvers.transactions.transaction(decoded(written), context);
      if (transaction === null)
        throw new CardwayError('NOT_FOUND', { message: 'No transaction has this request id.' });
      return jsonReply(reportOf(transaction));
    },
  });
}

/** Reads a part of a path. Errors: BAD_REQUEST for percent signs that are no UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest('request_id', 'request_id in the path is not percent-encoded UTF-8.');
  }
}

function reportOf(transaction: TransactionRow): Readonly<Record<string, unknown>> {
  return {
    request_id: transaction.requestId,
    state: shownState(transaction),
    default: transaction.replyReason !== null,
    reply_reason: transaction.replyReason,
    method_name: transaction.methodName,
    answer: transaction.answer == null ? null : (JSON.parse(transaction.answer) as JsonObject),
    error_code: transaction.errorCode,
    original_request_id: transaction.originalRequestId,
    attempt: transaction.attempt,
    received_at: isoTime(transaction.receivedAtMs),
    claimed_at: isoTime(transaction.claimedAtMs),
    sent_at: isoTime(transaction.refusedSentAtMs ?? transaction.sentAtMs),
    answered_at: isoTime(transaction.answeredAtMs),
    settled_at: isoTime(transaction.settledAtMs),
  };
}

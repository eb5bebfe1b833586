import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { PARTIALLY_APPROVED } from '../../core/transactions/result-codes.js';
import { named } from '../engine/names.js';

/** Values of a call that its row gets as they are. */
export const CALL = [
  'requestId',
  'methodName',
  'effect',
  'channel',
  'programme',
  'terminalId',
  'reference',
  'customerId',
  'cardId',
  'keyId',
  'requestAmount',
  'currency',
  'narrative',
  'transactionId',
  'transactionDate',
  'referenceId',
  'referenceDate',
  'checksum',
  'digest',
  'route',
  'state',
  'owner',
  'receivedAtMs',
] as const;

/** Columns of a TransactionSummary under its names, without the length of its texts. */
export const SUMMARY = named(
  'sequence',
  ...CALL,
  'attempt',
  'claimedAtMs',
  'sentAtMs',
  'refusedSentAtMs',
  'answeredAtMs',
  'settledAtMs',
  'httpStatus',
  'failure',
  'resultCode',
  'errorCode',
  'replyReason',
  'repliedResultCode',
  'terminalRepliedCode',
  'originalRequestId',
);

/** Texts of a transaction, which may be long. */
export const TEXTS = named('request', 'rawAnswer', 'answer');

/** Answer of a partial approval, which alone has the approved amount. Null for other rows. */
export const PARTIAL_ANSWER = sql<string | null>`case when result_code = ${sql.lit(PARTIALLY_APPROVED)}
  then answer end`.as('answer');

/** Columns of a TransactionRow under its names. */
export const ROW = [...SUMMARY, ...TEXTS] as const;

/** Length of the texts, without reading them. */
export const TEXT_BYTES = sql<number>`octet_length(request) + coalesce(octet_length(raw_answer), 0)
  + coalesce(octet_length(answer), 0)`.as('textBytes');

/** Next attempt; null for 0, which marks a queued row that is being sent. */
export const NEXT_ATTEMPT = sql<number | null>`nullif(next_attempt_at_ms, 0)`.as('nextAttemptAtMs');

/** Explicit, because SQLite uses a partial index only for a query that repeats its condition. */
export const IS_OPEN = sql<boolean>`state <> 'answered'`;

/** Holds for the row of this request id. It repeats the expression of the unique index, whose entries begin with the timestamp of the id. */
export function hasRequestId(requestId: string): RawBuilder<SqlBool> {
  return sql`${TIMESTAMP_ON} = ltrim(${requestId}, '0123456789') and request_id = ${requestId}`;
}

/** Request id from its timestamp on. */
const TIMESTAMP_ON = sql`ltrim(request_id, '0123456789')`;

/**
 * Time from the receipt of a call to its answer, or to the end of the wait for one. The row of a call that was sent again keeps the
 * receipt of its first attempt, and an operator decides at any time: both say nothing about latency.
 */
export const TOOK_MS = sql<number | null>`case when attempt = 1 then coalesce(answered_at_ms,
  case when sent_at_ms is not null and reply_reason is distinct from 'settled_by_operator' then settled_at_ms end
  ) - received_at_ms end`;

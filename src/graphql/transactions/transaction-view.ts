import type { JsonObject } from '../../core/json.js';
import type { TransactionRow } from '../../usecase/ports.js';
import { isoTime } from '../time.js';
import { type Transaction, TransactionStateName } from './transaction.type.js';

/** A ledger row as the schema shows it. The terminal's checksum, hashes and sealed bytes stay behind. */
export function transactionOf(row: TransactionRow): Transaction {
  return {
    id: row.requestId,
    requestId: row.requestId,
    state: TransactionStateName[row.state],
    isDefault: row.defaultReason !== null,
    defaultReason: row.defaultReason,
    methodName: row.methodName,
    effect: row.effect,
    door: row.door,
    programme: row.programme,
    terminalId: row.terminalId,
    reference: row.reference,
    customerId: row.customerId,
    cardId: row.cardId,
    requestAmount: row.requestAmount,
    transactionId: row.transactionId,
    transactionDate: row.transactionDate,
    referenceId: row.referenceId,
    referenceDate: row.referenceDate,
    route: row.route,
    attempt: row.attempt,
    request: withoutChecksum(JSON.parse(row.request) as JsonObject),
    answer: row.answer === null ? null : (JSON.parse(row.answer) as JsonObject),
    rawAnswer: row.rawAnswer,
    resultCode: row.resultCode,
    toldResultCode: row.toldResultCode,
    errorCode: row.errorCode,
    originalRequestId: row.originalRequestId,
    receivedAt: isoTime(row.receivedAtMs),
    claimedAt: isoTime(row.claimedAtMs),
    sentAt: isoTime(row.sentAtMs),
    answeredAt: isoTime(row.answeredAtMs),
    settledAt: isoTime(row.settledAtMs),
    nextAttemptAt: isoTime(row.nextAttemptAtMs),
  };
}

/** Whoever reads a checksum could retransmit the call in the terminal's name. */
function withoutChecksum(envelope: JsonObject): JsonObject {
  const { checksum: _checksum, ...request } = envelope['request'] as JsonObject;
  return { ...envelope, request };
}

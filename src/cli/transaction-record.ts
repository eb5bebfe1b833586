import type { JsonObject } from '../core/json.js';
import type { TransactionRow } from '../usecase/ports.js';

export type TransactionRecord = Readonly<Record<string, string | number | boolean | null | JsonObject>>;

/** A transaction as it is exported: the fields of the GraphQL type of that name. Hashes and sealed bytes stay behind. */
export function transactionRecord(row: TransactionRow): TransactionRecord {
  const { claimedAtMs, sentAtMs, answeredAtMs, settledAtMs } = row;
  return {
    requestId: row.requestId,
    receivedAt: timeText(row.receivedAtMs),
    state: row.state,
    default: row.defaultReason !== null,
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
    originalRequestId: row.originalRequestId,
    route: row.route,
    attempt: row.attempt,
    resultCode: row.resultCode,
    toldResultCode: row.toldResultCode,
    errorCode: row.errorCode,
    claimedAt: timeText(claimedAtMs),
    sentAt: timeText(sentAtMs),
    answeredAt: timeText(answeredAtMs),
    settledAt: timeText(settledAtMs),
    request: withoutChecksum(JSON.parse(row.request) as JsonObject),
    answer: row.answer === null ? null : (JSON.parse(row.answer) as JsonObject),
    rawAnswer: row.rawAnswer,
  };
}

/** Whoever reads a checksum could retransmit the call in the terminal's name. */
function withoutChecksum(envelope: JsonObject): JsonObject {
  const { checksum: _checksum, ...request } = envelope['request'] as JsonObject;
  return { ...envelope, request };
}

function timeText(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}

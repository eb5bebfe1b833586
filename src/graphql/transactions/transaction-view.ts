import { isJsonObject, type JsonObject, type JsonValue } from '../../core/wire/json.js';
import { klvKey, klvTitle } from '../../core/wire/klv-keys.js';
import type {
  TransactionRow,
  TransactionSummary,
  TransactionTexts,
} from '../../use-cases/transactions/ledger-port.js';
import { isoTime } from '../time.js';
import { type ExplainedKlv, type Transaction, TransactionStateName } from './transaction.type.js';

/** A ledger row as the schema shows it. The terminal's checksum, hashes and sealed bytes stay behind. */
export function transactionOf(row: TransactionRow): Transaction {
  return Object.assign(summaryOf(row), textsOf(row));
}

/** For answers in which no field is read from the texts. */
export function summaryOf(row: Omit<TransactionSummary, 'textBytes'>): Transaction {
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
    resultCode: row.resultCode,
    toldResultCode: row.toldResultCode,
    errorCode: row.errorCode,
    originalRequestId: row.originalRequestId,
    receivedAt: isoTime(row.receivedAtMs),
    claimedAt: isoTime(row.claimedAtMs),
    sentAt: isoTime(row.sentAtMs),
    httpStatus: row.httpStatus,
    answeredAt: isoTime(row.answeredAtMs),
    settledAt: isoTime(row.settledAtMs),
    nextAttemptAt: isoTime(row.nextAttemptAtMs),
  };
}

/** The fields that are read from the texts; `klv` too is. */
export const TEXT_FIELDS: ReadonlySet<string> = new Set([
  'request',
  'answer',
  'rawAnswer',
  'currency',
  'klv',
] satisfies (keyof ReturnType<typeof textsOf> | 'klv')[]);

function textsOf(row: TransactionTexts) {
  const request = withoutChecksum(JSON.parse(row.request) as JsonObject);
  return {
    request,
    answer: row.answer === null ? null : (JSON.parse(row.answer) as JsonObject),
    rawAnswer: row.rawAnswer,
    currency: textOf(dataOf(request)['original_currency_code']),
  };
}

/** The KLV of a call, key by key, in the order of the keys. */
export function explainedKlv({ request }: Pick<Transaction, 'request'>): ExplainedKlv[] {
  if (request === undefined) return [];
  return Object.entries(dataOf(request)).flatMap(([name, value]) => {
    const key = klvKey(name);
    const text = textOf(value);
    return key === undefined || text === null ? [] : [{ key, name, title: klvTitle(key), value: text }];
  });
}

/** The KLV of calls, or of the message in them. */
function dataOf(envelope: JsonObject): JsonObject {
  const request = envelope['request'] as JsonObject;
  const data = request['transaction_data'] ?? request['message_data'];
  return isJsonObject(data) ? data : {};
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Whoever reads a checksum could retransmit the call in the terminal's name. */
function withoutChecksum(envelope: JsonObject): JsonObject {
  const { checksum: _checksum, ...request } = envelope['request'] as JsonObject;
  return { ...envelope, request };
}

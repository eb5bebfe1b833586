import { savedDataOf, savedEnvelope } from '../../core/transactions/saved-request.js';
import type { JsonObject, JsonValue } from '../../core/wire/json.js';
import { klvKey, klvTitle } from '../../core/wire/klv-keys.js';
import type {
  TransactionRow,
  TransactionSummary,
  TransactionTexts,
} from '../../use-cases/transactions/ledger-port.js';
import { globalId } from '../node.js';
import { isoTime } from '../shapes.js';
import type { ExplainedKlv, Transaction } from './transaction.type.js';

/** Returns a ledger row as the schema shows it, without the terminal's checksum, hashes and sealed bytes. */
export function transactionOf(row: TransactionRow): Transaction {
  return Object.assign(summaryOf(row), textsOf(row));
}

/** Returns a row for replies in which no field is read from the texts. */
export function summaryOf(row: Omit<TransactionSummary, 'textBytes'>): Transaction {
  return {
    id: globalId('Transaction', row.requestId),
    requestId: row.requestId,
    state: row.state,
    isDefault: row.replyReason !== null,
    replyReason: row.replyReason,
    methodName: row.methodName,
    effect: row.effect,
    channel: row.channel,
    keyId: row.keyId,
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
    repliedResultCode: row.repliedResultCode,
    errorCode: row.errorCode as Transaction['errorCode'],
    originalRequestId: row.originalRequestId,
    receivedAt: isoTime(row.receivedAtMs),
    claimedAt: isoTime(row.claimedAtMs),
    sentAt: isoTime(row.refusedSentAtMs ?? row.sentAtMs),
    httpStatus: row.httpStatus,
    failure: row.failure,
    answeredAt: isoTime(row.answeredAtMs),
    settledAt: isoTime(row.settledAtMs),
    nextAttemptAt: isoTime(row.nextAttemptAtMs),
  };
}

/** The fields that are read from the saved texts. */
export const TEXT_FIELDS: ReadonlySet<string> = new Set([
  'request',
  'answer',
  'rawAnswer',
  'originalCurrencyCode',
  'originalTransactionAmount',
  'klv',
] satisfies (keyof ReturnType<typeof textsOf> | 'klv')[]);

function textsOf(row: TransactionTexts) {
  const request = savedEnvelope(row.request);
  const data = savedDataOf(request);
  return {
    request,
    answer: row.answer === null ? null : (JSON.parse(row.answer) as JsonObject),
    rawAnswer: row.rawAnswer,
    originalCurrencyCode: textOf(data['original_currency_code']),
    originalTransactionAmount: textOf(data['original_transaction_amount']),
  };
}

/** Returns the KLV of a call, key by key, in the order of the keys. */
export function explainedKlv({ request }: Pick<Transaction, 'request'>): ExplainedKlv[] {
  if (request === undefined) return [];
  return Object.entries(savedDataOf(request)).flatMap(([name, value]) => {
    const key = klvKey(name);
    const text = textOf(value);
    return key === undefined || text === null ? [] : [{ key, name, title: klvTitle(key), value: text }];
  });
}

export function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

import type { GraphQLResolveInfo } from 'graphql';
import { Int } from 'type-graphql';
import { callerResultCode, type ShownState, shownState } from '../../core/transactions/life.js';
import type { Effect as EffectValue } from '../../core/transactions/methods.js';
import { moneyText, readAmount } from '../../core/transactions/money.js';
import type { JsonObject } from '../../core/wire/json.js';
import { type ErrorCode as ErrorCodeValue, ERRORS } from '../../platform/errors.js';
import { savedEnvelope } from '../../core/transactions/saved-request.js';
import type {
  Channel as ChannelValue,
  ReplyReason as ReplyReasonValue,
  TransactionRow,
} from '../../use-cases/transactions/ledger-port.js';
import {
  closedSet,
  computed,
  computedOrNull,
  field,
  type Fields,
  type FieldType,
  inputType,
  nodeType,
  nullable,
  objectType,
  time,
  timeOrNull,
  TimeRangeInput,
} from '../shapes.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { DateTime, JSONObject, SafeInt } from '../scalars.js';
import { explainedKlv, savedText, selectsTexts, textBudgetOf, textOf } from './transaction-view.js';

export const TransactionState = closedSet<ShownState>('TransactionState', 'State of a transaction.', {
  pending: 'It is being processed.',
  answered: 'The answer of the wallet service is saved.',
  refused: 'The wallet service certainly did not process it. A backend’s retry is sent again.',
  in_doubt: 'It was sent and has no usable answer. It may have been processed.',
  failed: 'A call that moves nothing was refused, or has no usable answer. A retry is sent again.',
  queued: 'An advice that was accepted. It is sent again until it is answered.',
  unmatched: 'An advice that was accepted. Its wallet is not known yet.',
  contradicted: 'The terminal got a decline, and the money moved.',
});

const Effect = closedSet<EffectValue>('Effect', 'The effect of a method.', {
  none: 'It only asks.',
  money: 'It moves or holds money.',
  advice: 'It reports what has happened. It is never declined.',
  state: 'Everything else.',
});

export const Channel = closedSet<ChannelValue>('Channel', 'The interface that a call came through.', {
  graphql: 'GraphQL.',
  json: 'The JSON interface.',
  xmlrpc: 'The XML-RPC interface.',
  gateway: 'The gateway itself made the call.',
});

const ReplyReason = closedSet<ReplyReasonValue>(
  'ReplyReason',
  'Why the gateway replied in place of the wallet service.',
  {
    timeout: 'The wallet service did not answer in time.',
    refused: 'The call was not sent, because the route refused it.',
    invalid_answer: 'The answer of the wallet service could not be used.',
    reversed_first: 'A reversal of the transaction came first.',
    original_not_processed: 'The original of the reversal was not processed.',
    reversed_by_gateway: 'A reversal of the gateway gave the money back.',
    advice_accepted: 'The advice was accepted and is sent later.',
    settled_by_operator: 'An operator settled it.',
    made_good_by_operator: 'An operator settled what had been contradicted.',
  },
);

export const ErrorCode = closedSet<ErrorCodeValue>(
  'ErrorCode',
  'The code of an error, as in `extensions.code`.',
  Object.fromEntries(Object.entries(ERRORS).map(([code, { message }]) => [code, message])) as Record<
    ErrorCodeValue,
    string
  >,
);

export const ExplainedKlv = objectType(
  'ExplainedKlv',
  'One entry of a KLV text, as the processor documents it.',
  {
    key: field(String, 'The key, three digits.'),
    name: field(String, 'The name of the entry in transactionData of the JSON interface.'),
    title: nullable(String, 'Meaning of the entry. Null for a key that is not documented.'),
    value: field(String, 'The value, as saved.'),
  },
);
export type ExplainedKlv = InstanceType<typeof ExplainedKlv>;

const Money = objectType('Money', 'An amount of money.', {
  minorUnits: field(SafeInt, 'The amount in minor units, for example cents.'),
  currency: nullable(
    String,
    'The currency of the programme at that time, ISO 4217 alphabetic (EUR). Null where it had none set.',
  ),
  text: nullable(String, 'The amount for people: "12.50 EUR". Null without a currency.'),
});
type Money = InstanceType<typeof Money>;

/** Returns an amount; null for no amount. */
function moneyOf(minorUnits: number | null, currency: string | null): Money | null {
  if (minorUnits === null) return null;
  return { minorUnits, currency, text: currency === null ? null : moneyText(minorUnits, currency) };
}

/** A saved transaction. A list that selects no text field does not read the texts. */
export const Transaction = nodeType(
  'Transaction',
  'A saved transaction. It holds no secret, and card numbers are masked.',
  {
    requestId: field(String, 'Idempotency key of the call.'),
    state: computed(TransactionState, 'State of the transaction.', shownState),
    default: computed(
      Boolean,
      'True where the gateway replied in place of the wallet service.',
      ({ replyReason }: TransactionRow) => replyReason !== null,
    ),
    replyReason: nullable(ReplyReason, 'Why the gateway replied itself. Null where it did not.'),
    methodName: field(String, 'Name of the method, for example Deduct.'),
    effect: field(Effect, 'Effect of the method.'),
    channel: field(Channel, 'The interface that the call came through.'),
    keyId: nullable(String, 'Name of the key of the call. Null where the terminal itself called.'),
    programme: field(String, 'Short name of the programme.'),
    terminalId: field(String, 'Terminal id.'),
    reference: field(String, 'Wallet reference.'),
    customerId: nullable(SafeInt, 'Customer id. Null where the directory has none.'),
    cardId: nullable(SafeInt, 'Card id. Null where the directory has none.'),
    requestAmount: nullable(
      SafeInt,
      'Amount in minor units of the currency of the programme. Null where the method has none.',
    ),
    requestMoney: computedOrNull(
      Money,
      'requestAmount as money. Null where the method has no amount.',
      ({ requestAmount, currency }: TransactionRow) => moneyOf(requestAmount, currency),
    ),
    originalCurrencyCode: computedOrNull(
      String,
      'Currency of the original amount, ISO 4217 numeric (KLV 049). Null where the call has none.',
      (row: TransactionRow) => savedText(row, 'original_currency_code'),
    ),
    originalTransactionAmount: computedOrNull(
      String,
      'Original amount in minor units of the original currency (KLV 004). Null where the call has none.',
      (row: TransactionRow) => savedText(row, 'original_transaction_amount'),
    ),
    narrative: nullable(String, 'The merchant, in the words of the call. Null where it has none.'),
    transactionId: nullable(String, 'Transaction id that the terminal chose. Null where there is none.'),
    transactionDate: nullable(
      String,
      'Date of the transaction as signed, yyyyMMddTHH:mm:ss in UTC. Null where there is none.',
    ),
    referenceId: nullable(String, 'Transaction id of the original. Null where there is none.'),
    referenceDate: nullable(
      String,
      'Transaction date of the original as signed, yyyyMMddTHH:mm:ss in UTC. Null where there is none.',
    ),
    route: field(String, 'Name of the route to the wallet service.'),
    attempt: field(SafeInt, 'Number of the last attempt to send it, from 1.'),
    request: computed(JSONObject, 'The JSON envelope, as saved.', ({ request }: TransactionRow) =>
      savedEnvelope(request),
    ),
    answer: computedOrNull(
      JSONObject,
      'The normalized answer, as saved. Null where there is none.',
      ({ answer }: TransactionRow) => (answer === null ? null : (JSON.parse(answer) as JsonObject)),
    ),
    rawAnswer: computedOrNull(
      String,
      'The body of the wallet service as it came, as saved. Refused and doubtful calls have it too. Null where there is none.',
      ({ rawAnswer }: TransactionRow) => rawAnswer,
    ),
    resultCode: nullable(SafeInt, 'Result code of the answer. Null where there is none.'),
    repliedResultCode: nullable(
      SafeInt,
      'Result code that the gateway replied in place of the wallet service. Null where it did not.',
    ),
    callerResultCode: computedOrNull(
      SafeInt,
      'Result code that the caller got: the gateway’s own, else that of the answer. A late answer does not change it. Null where it waits or got none.',
      callerResultCode,
    ),
    errorCode: computedOrNull(
      ErrorCode,
      'Code of the error that the caller got. Null where there was none.',
      ({ errorCode }: TransactionRow) => errorCode,
    ),
    originalRequestId: nullable(
      String,
      'Request id of the transaction that this advice reverses or adjusts. Null where there is none.',
    ),
    receivedAt: time('receivedAtMs', 'When the call was received.'),
    claimedAt: timeOrNull(
      'claimedAtMs',
      'When the call was saved for its last attempt. Null where it never was.',
    ),
    sentAt: computedOrNull(
      DateTime,
      'When the call was sent to the wallet service for the last time. Null where no byte of it was sent.',
      ({ refusedSentAtMs, sentAtMs }: TransactionRow) => refusedSentAtMs ?? sentAtMs,
    ),
    httpStatus: nullable(Int, 'HTTP status of the wallet service. Null where there was no response.'),
    failure: nullable(
      String,
      'Why the last attempt brought no answer, in one word of the gateway, for example `not_connected:ECONNREFUSED`, `status`, `timeout`, `cut:ECONNRESET`, `unreadable`, `breaker` or `bulkhead`. The page "Transactions" of the documentation lists all of them. Null where the wallet service answered or nothing was tried.',
    ),
    answeredAt: timeOrNull('answeredAtMs', 'When the wallet service answered. Null without an answer.'),
    settledAt: timeOrNull('settledAtMs', 'When the outcome was saved. Null where it is open.'),
    nextAttemptAt: timeOrNull(
      'nextAttemptAtMs',
      'When a queued advice is sent again. Null for everything else.',
    ),
    klv: computed(
      [ExplainedKlv],
      'The entries of transactionData or messageData, as saved, in the order of their keys.',
      explainedKlv,
    ),
    linked: computed(
      (): FieldType => [Transaction],
      'Reversals and adjustments of this transaction, oldest first.',
      linkedTo,
    ),
  },
);
export type Transaction = InstanceType<typeof Transaction>;

function linkedTo(
  { requestId }: TransactionRow,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<readonly Transaction[]> {
  const { readTransactions } = context.useCases;
  const reader = callerKey(context.caller);
  if (!selectsTexts(info)) return readTransactions.linked(reader, requestId);
  return readTransactions.linkedWithTexts(reader, requestId, textBudgetOf(context));
}

const AmountRangeInput = inputType(
  'AmountRangeInput',
  'A range of amounts in minor units. Give its begin, its end or both.',
  {
    from: nullable(SafeInt, 'Least amount, inclusive.'),
    to: nullable(SafeInt, 'Greatest amount, inclusive.'),
  },
);
type AmountRangeInput = InstanceType<typeof AmountRangeInput>;

export const TransactionFilter = inputType(
  'TransactionFilter',
  'Conditions on transactions. All given ones must hold.',
  {
    programme: nullable(String, 'Short name of the programme.'),
    customerId: nullable(SafeInt, 'Customer id.'),
    cardId: nullable(SafeInt, 'Card id.'),
    terminalId: nullable(String, 'Terminal id.'),
    reference: nullable(String, 'Wallet reference.'),
    method: nullable(String, 'Name of the method, for example Deduct.'),
    state: nullable(TransactionState, 'State of the transaction.'),
    resultCode: nullable(SafeInt, 'Result code of the answer.'),
    callerResultCode: nullable(SafeInt, 'Result code that the caller got.'),
    narrative: nullable(String, 'A part of the narrative, upper or lower case.'),
    errorCode: computedOrNull(
      ErrorCode,
      'Error of the register.',
      ({ errorCode }: TransactionRow) => errorCode,
    ),
    channel: nullable(Channel, 'The interface that the call came through.'),
    keyId: nullable(String, 'Name of the key of the call.'),
    transactionId: nullable(String, 'Transaction id that the terminal chose.'),
    amount: nullable(AmountRangeInput, 'requestAmount.'),
    time: nullable(TimeRangeInput, 'When the call was received.'),
    tookAtLeastMs: nullable(SafeInt, 'Least time to the answer, or to the end of the wait for one.'),
  },
);
export type TransactionFilter = InstanceType<typeof TransactionFilter>;

/** An amount of an answer in minor units, and the same as money in the currency of the caller's programme. */
function amountOfAnswer(name: string, moneyName: string, about: string, absent: string): Fields {
  async function moneyOfAnswer(response: JsonObject, { caller, useCases }: GraphQLContext) {
    const programme = caller.key?.programme ?? null;
    const currency = programme === null ? null : await useCases.programmes.currencyOf(programme);
    return moneyOf(readAmount(response[name]), currency);
  }
  return {
    [name]: computedOrNull(SafeInt, `${about} in minor units. ${absent}`, (response: JsonObject) =>
      readAmount(response[name]),
    ),
    [moneyName]: computedOrNull(Money, `${name} as money. ${absent}`, moneyOfAnswer),
  };
}

const NO_AMOUNT = 'Null where the answer has none.';

const TransactionResponse = objectType(
  'TransactionResponse',
  'The normalized answer of the wallet service.',
  {
    resultCode: field(SafeInt, 'Result code: 1 approved, 2 approved in part, negative declined.'),
    resultText: computedOrNull(
      String,
      'The outcome in words. Null where the answer has none.',
      (response: JsonObject) => textOf(response['resultText']),
    ),
    ...amountOfAnswer('balanceAmount', 'balanceMoney', 'Available balance', NO_AMOUNT),
    ...amountOfAnswer('actualBalance', 'actualBalanceMoney', 'Settled balance', NO_AMOUNT),
    ...amountOfAnswer('approvalAmount', 'approvalMoney', 'Approved amount', 'Null unless resultCode is 2.'),
    fields: computed(JSONObject, 'The whole normalized object.', (response: JsonObject) => response),
  },
);

export const TransactionResult = objectType('TransactionResult', 'The reply to a transaction.', {
  status: field(String, 'The status as the wallet service writes it, such as success.'),
  message: field(String, 'A sentence about the outcome. It may be empty.'),
  customerId: nullable(SafeInt, 'Customer id. Null where it is not known.'),
  requestId: nullable(String, 'Idempotency key of the call. Null where nothing was saved.'),
  replayed: field(Boolean, 'True: the answer was saved before, and nothing was sent for it.'),
  response: field(TransactionResponse, 'The normalized answer.'),
});

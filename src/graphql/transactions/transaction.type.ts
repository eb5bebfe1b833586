import type { GraphQLResolveInfo } from 'graphql';
import { Field, Int, ObjectType } from 'type-graphql';
import { type ShownState, shownState } from '../../core/transactions/life.js';
import type { Effect as EffectValue } from '../../core/transactions/methods.js';
import { moneyText } from '../../core/transactions/money.js';
import type { JsonObject } from '../../core/wire/json.js';
import { type ErrorCode as ErrorCodeValue, ERRORS } from '../../platform/errors.js';
import { savedEnvelope } from '../../core/transactions/saved-request.js';
import type {
  Channel as ChannelValue,
  ReplyReason as ReplyReasonValue,
  TransactionRow,
} from '../../use-cases/transactions/ledger-port.js';
import { closedSet, Computed, inputType, optional, TimeRangeInput } from '../shapes.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { Node } from '../node.js';
import { DateTime, JSONObject, SafeInt } from '../scalars.js';
import { explainedKlv, savedText, selectsTexts, textBudgetOf } from './transaction-view.js';

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

@ObjectType({ description: 'One entry of a KLV text, as the processor documents it.' })
export class ExplainedKlv {
  @Field(() => String, { description: 'The key, three digits.' })
  key!: string;

  @Field(() => String, { description: 'The name of the entry in transactionData of the JSON interface.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Meaning of the entry. Null for a key that is not documented.',
  })
  title!: string | null;

  @Field(() => String, { description: 'The value, as saved.' })
  value!: string;
}

@ObjectType({ description: 'An amount of money.' })
class Money {
  @Field(() => SafeInt, { description: 'The amount in minor units, for example cents.' })
  minorUnits!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The currency of the programme, ISO 4217 alphabetic (EUR). Null where the programme has none set.',
  })
  currency!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The amount for people: "12.50 EUR". Null where the currency is not known.',
  })
  text!: string | null;
}

/** Returns an amount in the currency of a programme; null for no amount. */
async function moneyOf(
  minorUnits: number | null,
  programme: string | null,
  { useCases }: GraphQLContext,
): Promise<Money | null> {
  if (minorUnits === null) return null;
  const currency = programme === null ? null : await useCases.programmes.currencyOf(programme);
  return { minorUnits, currency, text: currency === null ? null : moneyText(minorUnits, currency) };
}

/** A saved transaction. A list that selects no text field does not read the texts. */
@ObjectType({
  implements: Node,
  description: 'A saved transaction. It holds no secret, and card numbers are masked.',
})
export class Transaction extends Node {
  @Field(() => String, { description: 'Idempotency key of the call.' })
  requestId!: string;

  @Computed(shownState)
  @Field(() => TransactionState, { description: 'State of the transaction.' })
  state!: ShownState;

  @Computed(({ replyReason }: TransactionRow) => replyReason !== null)
  @Field(() => Boolean, { description: 'True where the gateway replied in place of the wallet service.' })
  default?: boolean;

  @Field(() => ReplyReason, {
    nullable: true,
    description: 'Why the gateway replied in place of the wallet service. Null where it did not.',
  })
  replyReason!: ReplyReasonValue | null;

  @Field(() => String, { description: 'Name of the method, for example Deduct.' })
  methodName!: string;

  @Field(() => Effect, { description: 'Effect of the method.' })
  effect!: EffectValue;

  @Field(() => Channel, { description: 'The interface that the call came through.' })
  channel!: ChannelValue;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the key of the call. Null where the terminal itself called.',
  })
  keyId!: string | null;

  @Field(() => String, { description: 'Short name of the programme.' })
  programme!: string;

  @Field(() => String, { description: 'Terminal id.' })
  terminalId!: string;

  @Field(() => String, { description: 'Wallet reference.' })
  reference!: string;

  @Field(() => SafeInt, { nullable: true, description: 'Customer id. Null where the directory has none.' })
  customerId!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Card id. Null where the directory has none.' })
  cardId!: number | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Amount in minor units of the currency of the programme. Null where the method has none.',
  })
  requestAmount!: number | null;

  @Computed((row: TransactionRow, context) => moneyOf(row.requestAmount, row.programme, context))
  @Field(() => Money, {
    nullable: true,
    description: 'requestAmount as money of the programme. Null where the method has no amount.',
  })
  requestMoney?: Money | null;

  @Computed((row: TransactionRow) => savedText(row, 'original_currency_code'))
  @Field(() => String, {
    nullable: true,
    description: 'Currency of the original amount, ISO 4217 numeric (KLV 049). Null where the call has none.',
  })
  originalCurrencyCode?: string | null;

  @Computed((row: TransactionRow) => savedText(row, 'original_transaction_amount'))
  @Field(() => String, {
    nullable: true,
    description:
      'Original amount in minor units of the original currency (KLV 004). Null where the call has none.',
  })
  originalTransactionAmount?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Transaction id that the terminal chose. Null where there is none.',
  })
  transactionId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Date of the transaction as signed, yyyyMMddTHH:mm:ss in UTC. Null where there is none.',
  })
  transactionDate!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Transaction id of the original. Null where there is none.',
  })
  referenceId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Transaction date of the original as signed, yyyyMMddTHH:mm:ss in UTC. Null where there is none.',
  })
  referenceDate!: string | null;

  @Field(() => String, { description: 'Name of the route to the wallet service.' })
  route!: string;

  @Field(() => SafeInt, { description: 'Number of the last attempt to send it, from 1.' })
  attempt!: number;

  @Computed(({ request }: TransactionRow) => savedEnvelope(request))
  @Field(() => JSONObject, { description: 'The JSON envelope, as saved.' })
  request?: string;

  @Computed(({ answer }: TransactionRow) => (answer === null ? null : (JSON.parse(answer) as JsonObject)))
  @Field(() => JSONObject, {
    nullable: true,
    description: 'The normalized answer, as saved. Null where there is none.',
  })
  answer?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The body of the wallet service as it came, as saved. Refused and doubtful calls have it too. Null where there is none.',
  })
  rawAnswer?: string | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Result code of the answer. Null where there is none.',
  })
  resultCode!: number | null;

  @Field(() => SafeInt, {
    nullable: true,
    description:
      'Result code that the gateway replied in place of the wallet service. Null where it did not.',
  })
  repliedResultCode!: number | null;

  @Field(() => ErrorCode, {
    nullable: true,
    description: 'Code of the error that the caller got. Null where there was none.',
  })
  errorCode!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Request id of the transaction that this advice reverses or adjusts. Null where there is none.',
  })
  originalRequestId!: string | null;

  @Field(() => DateTime, { name: 'receivedAt', description: 'When the call was received.' })
  receivedAtMs!: number;

  @Field(() => DateTime, {
    name: 'claimedAt',
    nullable: true,
    description: 'When the call was saved for its last attempt. Null where it never was.',
  })
  claimedAtMs!: number | null;

  @Computed(({ refusedSentAtMs, sentAtMs }: TransactionRow) => refusedSentAtMs ?? sentAtMs)
  @Field(() => DateTime, {
    name: 'sentAt',
    nullable: true,
    description:
      'When the call was sent to the wallet service for the last time. Null where no byte of it was sent.',
  })
  sentAtMs!: number | null;

  /** Time of a refused attempt. The field `sentAt` shows it in place of `sentAtMs`. */
  refusedSentAtMs!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'HTTP status of the wallet service. Null where there was no response.',
  })
  httpStatus!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the last attempt brought no answer, in one word of the gateway, for example `not_connected:ECONNREFUSED`, `status`, `timeout`, `cut:ECONNRESET`, `unreadable`, `breaker` or `bulkhead`. The page "Transactions" of the documentation lists all of them. Null where the wallet service answered or nothing was tried.',
  })
  failure!: string | null;

  @Field(() => DateTime, {
    name: 'answeredAt',
    nullable: true,
    description: 'When the wallet service answered. Null where it did not, and for a refused call.',
  })
  answeredAtMs!: number | null;

  @Field(() => DateTime, {
    name: 'settledAt',
    nullable: true,
    description: 'When the outcome was saved. Null where it is open.',
  })
  settledAtMs!: number | null;

  @Field(() => DateTime, {
    name: 'nextAttemptAt',
    nullable: true,
    description: 'When a queued advice is sent again. Null for everything else.',
  })
  nextAttemptAtMs!: number | null;

  @Computed(explainedKlv)
  @Field(() => [ExplainedKlv], {
    description: 'The entries of transactionData or messageData, as saved, in the order of their keys.',
  })
  klv?: readonly ExplainedKlv[];

  @Computed(linkedTo)
  @Field(() => [Transaction], {
    description: 'Reversals and adjustments of this transaction, oldest first.',
  })
  linked?: readonly Transaction[];
}

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
    from: optional(SafeInt, 'Least amount, inclusive.'),
    to: optional(SafeInt, 'Greatest amount, inclusive.'),
  },
);
type AmountRangeInput = InstanceType<typeof AmountRangeInput>;

export const TransactionFilter = inputType(
  'TransactionFilter',
  'Conditions on transactions. All given ones must hold.',
  {
    programme: optional(String, 'Short name of the programme.'),
    customerId: optional(SafeInt, 'Customer id.'),
    cardId: optional(SafeInt, 'Card id.'),
    terminalId: optional(String, 'Terminal id.'),
    reference: optional(String, 'Wallet reference.'),
    method: optional(String, 'Name of the method, for example Deduct.'),
    state: optional(TransactionState, 'State of the transaction.'),
    resultCode: optional(SafeInt, 'Result code of the answer.'),
    errorCode: optional(ErrorCode, 'Error of the register.'),
    channel: optional(Channel, 'The interface that the call came through.'),
    keyId: optional(String, 'Name of the key of the call.'),
    transactionId: optional(String, 'Transaction id that the terminal chose.'),
    amount: optional(AmountRangeInput, 'requestAmount.'),
    time: optional(TimeRangeInput, 'When the call was received.'),
  },
);
export type TransactionFilter = InstanceType<typeof TransactionFilter>;

/** Returns an amount in the currency of the caller's programme. */
function moneyOfCaller(minorUnits: number | null, context: GraphQLContext): Promise<Money | null> {
  return moneyOf(minorUnits, context.caller.key?.programme ?? null, context);
}

@ObjectType({ description: 'The normalized answer of the wallet service.' })
export class TransactionResponse {
  @Field(() => SafeInt, { description: 'Result code: 1 approved, 2 approved in part, negative declined.' })
  resultCode!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The outcome in words. Null where the answer has none.',
  })
  resultText!: string | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Available balance in minor units. Null where the answer has none.',
  })
  balanceAmount!: number | null;

  @Computed(({ balanceAmount }: TransactionResponse, context) => moneyOfCaller(balanceAmount, context))
  @Field(() => Money, {
    nullable: true,
    description: 'balanceAmount as money of the programme. Null where the answer has none.',
  })
  balanceMoney?: Money | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Settled balance in minor units. Null where the answer has none.',
  })
  actualBalance!: number | null;

  @Computed(({ actualBalance }: TransactionResponse, context) => moneyOfCaller(actualBalance, context))
  @Field(() => Money, {
    nullable: true,
    description: 'actualBalance as money of the programme. Null where the answer has none.',
  })
  actualBalanceMoney?: Money | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Approved amount in minor units. Null unless resultCode is 2.',
  })
  approvalAmount!: number | null;

  @Computed(({ approvalAmount }: TransactionResponse, context) => moneyOfCaller(approvalAmount, context))
  @Field(() => Money, {
    nullable: true,
    description: 'approvalAmount as money of the programme. Null where the answer has none.',
  })
  approvalMoney?: Money | null;

  @Field(() => JSONObject, { description: 'The whole normalized object.' })
  fields!: JsonObject;
}

@ObjectType({ description: 'The reply to a transaction.' })
export class TransactionResult {
  @Field(() => String, {
    description: 'The status as the wallet service writes it, for example success or failed.',
  })
  status!: string;

  @Field(() => String, { description: 'A sentence about the outcome. It may be empty.' })
  message!: string;

  @Field(() => SafeInt, { nullable: true, description: 'Customer id. Null where it is not known.' })
  customerId!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Idempotency key of the call. Null where nothing was saved.',
  })
  requestId!: string | null;

  @Field(() => Boolean, {
    description: 'True where the answer was saved before this call, and nothing was sent for it.',
  })
  replayed!: boolean;

  @Field(() => TransactionResponse, { description: 'The normalized answer.' })
  response!: TransactionResponse;
}

import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  Info,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { ExportOptions } from '../../core/transactions/export-text.js';
import { BUILT_IN_METHODS, type Method } from '../../core/transactions/methods.js';
import { moneyText, readAmount } from '../../core/transactions/money.js';
import { type CardwayError, toCardwayError } from '../../platform/errors.js';
import type {
  TransactionCall,
  TransactionResult as Outcome,
} from '../../use-cases/transactions/call/call.js';
import type {
  TransactionFilter as Filter,
  TransactionRow,
} from '../../use-cases/transactions/ledger-port.js';
import type { TextBudget } from '../../use-cases/transactions/history/read.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { OnlyOnePerOperation, Requires } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { boundsOf, given, inputType, optional, required, resultType } from '../shapes.js';
import {
  type CallInput,
  METHOD_INPUTS,
  transactionCallOf,
  TransactionInput,
} from './transaction-input.type.js';
import { explainedKlv, textOf } from './transaction-view.js';
import {
  ExplainedKlv,
  TEXT_FIELDS,
  Transaction,
  TransactionFilter,
  TransactionResponse,
  TransactionResult,
  TransactionState,
} from './transaction.type.js';

const LIST = 't';

const SettleTransactionInput = inputType('SettleTransactionInput', 'A transaction and its outcome.', {
  requestId: required(String, 'Idempotency key of the call.'),
  resultCode: required(SafeInt, 'Result code: 1 approved, negative declined.'),
  reason: required(String, 'Why, for the audit log.'),
  state: optional(
    TransactionState,
    'The state that you saw. If the transaction has another one by now, such as CONTRADICTED, it is not settled.',
  ),
});
type Settlement = InstanceType<typeof SettleTransactionInput>;

const SendTransactionInput = inputType('SendTransactionInput', 'The advice to send.', {
  requestId: required(String, 'Idempotency key of the call.'),
});
type TransactionRef = InstanceType<typeof SendTransactionInput>;

const TRANSACTION = { type: () => Transaction, description: 'The transaction as it is now.' };
const SettleTransactionResult = resultType('SettleTransactionResult', 'transaction', TRANSACTION);
const SendTransactionResult = resultType('SendTransactionResult', 'transaction', TRANSACTION);

const TransactionConnection = connectionOf(Transaction, 'Transaction');

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

@Resolver(() => Transaction)
export class TransactionResolver {
  /** Runs a call of any method, for the mutations and for the adapters. Errors: those of the use case `transact`. */
  @Requires('callTransactions')
  async run(call: TransactionCall, { useCases, caller }: GraphQLContext): Promise<Outcome> {
    try {
      return await useCases.transact(call, caller);
    } catch (thrown) {
      throw aboutTerminal(thrown, call.fields['terminalId']);
    }
  }

  /** Runs the input of a mutation. Errors: those of `run`, and BAD_REQUEST (a KLV key or a field that is given twice). */
  @Requires('callTransactions')
  async runInput(methodName: string, input: CallInput, context: GraphQLContext): Promise<TransactionResult> {
    try {
      return resultOf(await this.run(transactionCallOf(methodName, input), context));
    } catch (thrown) {
      throw aboutTerminal(thrown, input.terminalId);
    }
  }

  @OnlyOnePerOperation()
  @Requires('callTransactions')
  @Mutation(() => TransactionResult, {
    description: 'Calls any method by its name: a built-in one, or one that was added by configuration.',
  })
  transact(
    @Arg('input', () => TransactionInput, { description: 'The call.' }) input: TransactionInput,
    @Ctx() context: GraphQLContext,
  ): Promise<TransactionResult> {
    return this.runInput(input.methodName, input, context);
  }

  @Requires('readTransactions')
  @Query(() => Transaction, {
    nullable: true,
    description: 'Finds a transaction. Null where the caller can see none of this request id.',
  })
  transaction(
    @Arg('requestId', () => String, { description: 'Idempotency key of the call.' }) requestId: string,
    @Ctx() context: GraphQLContext,
  ): Promise<Transaction | null> {
    return findTransaction(requestId, context);
  }

  @Requires('readTransactions')
  @Query(() => TransactionConnection, {
    description:
      'Lists transactions, newest first. A page ends early where the saved texts that were asked for are too long, or where few transactions pass the filter. hasNextPage is true then.',
  })
  async transactions(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => TransactionFilter, {
      nullable: true,
      description: 'Conditions on the transactions.',
    })
    filter: TransactionFilter | null | undefined,
    @Ctx() context: GraphQLContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<InstanceType<typeof TransactionConnection>> {
    const { readTransactions } = context.useCases;
    const reader = callerKey(context.caller);
    const request = pageOf(page, LIST, transactionFilterOf(filter ?? {}));
    if (!selectsTexts(info)) return pageConnection(await readTransactions.page(reader, request), LIST);
    const found = await readTransactions.pageWithTexts(reader, request, textBudgetOf(context));
    return pageConnection(found, LIST);
  }

  /** Yields all transactions of a filter as text, oldest first, for exports. Errors: UNAVAILABLE. */
  @Requires('monitor')
  exportText(
    wanted: { readonly filter: TransactionFilter } & ExportOptions,
    { useCases, caller }: GraphQLContext,
  ): Promise<AsyncIterable<Uint8Array>> {
    const filter = transactionFilterOf(wanted.filter);
    return Promise.resolve(useCases.readTransactions.exportText(callerKey(caller), { ...wanted, filter }));
  }

  @Requires('settle', contradiction)
  @Mutation(() => SettleTransactionResult, {
    description:
      'Settles a transaction that is in doubt, queued or unmatched and that nothing else can settle. The audit log keeps it.',
  })
  async settleTransaction(
    @Arg('input', () => SettleTransactionInput, { description: 'The transaction and its outcome.' })
    settlement: Settlement,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ transaction: Transaction }> {
    return { transaction: await useCases.settleByOperator(callerKey(caller), settlement) };
  }

  @Requires('settle')
  @Mutation(() => SendTransactionResult, {
    description:
      'Sends a queued or unmatched advice now. The wallet of an unmatched one must be known. The audit log keeps it.',
  })
  async sendTransaction(
    @Arg('input', () => SendTransactionInput, { description: 'The advice.' }) { requestId }: TransactionRef,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ transaction: Transaction }> {
    return { transaction: await useCases.sendByOperator(callerKey(caller), requestId) };
  }

  @FieldResolver(() => Money, {
    nullable: true,
    description: 'requestAmount as money of the programme. Null where the method has no amount.',
  })
  requestMoney(@Root() root: TransactionRow, @Ctx() context: GraphQLContext): Promise<Money | null> {
    return moneyOf(root.requestAmount, root.programme, context);
  }

  @FieldResolver(() => [ExplainedKlv], {
    description: 'The entries of transactionData or messageData, as saved, in the order of their keys.',
  })
  klv(@Root() root: TransactionRow): ExplainedKlv[] {
    return explainedKlv(root);
  }

  @FieldResolver(() => [Transaction], {
    description: 'Reversals and adjustments of this transaction, oldest first.',
  })
  async linked(
    @Root() { requestId }: TransactionRow,
    @Ctx() context: GraphQLContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<readonly Transaction[]> {
    const { readTransactions } = context.useCases;
    const reader = callerKey(context.caller);
    if (!selectsTexts(info)) return readTransactions.linked(reader, requestId);
    return readTransactions.linkedWithTexts(reader, requestId, textBudgetOf(context));
  }
}

/** Adds the mutation of each built-in method, named as the method in camel case: `deductReversal` for DeductReversal. */
for (const method of BUILT_IN_METHODS) addMutation(method);

function addMutation(method: Method): void {
  const name = mutationName(method.name);
  const prototype = TransactionResolver.prototype;
  function mutate(
    this: TransactionResolver,
    input: CallInput,
    context: GraphQLContext,
  ): Promise<TransactionResult> {
    return this.runInput(method.name, input, context);
  }
  Reflect.defineMetadata('design:paramtypes', [Object, Object], prototype, name);
  const descriptor: PropertyDescriptor = { value: mutate, writable: true, configurable: true };
  Arg('input', () => METHOD_INPUTS.get(method.name) as never, { description: 'The call.' })(
    prototype,
    name,
    0,
  );
  Ctx()(prototype, name, 1);
  Mutation(() => TransactionResult, { description: method.purpose })(prototype, name, descriptor);
  Requires('callTransactions')(prototype, name, descriptor);
  if (method.effect !== 'none') OnlyOnePerOperation()(prototype, name, descriptor);
  Object.defineProperty(prototype, name, descriptor);
}

/** Returns the name of the mutation of a method: `validatePin` for ValidatePIN. */
export function mutationName(methodName: string): string {
  return `${methodName.charAt(0).toLowerCase()}${methodName.slice(1).replace('PIN', 'Pin')}`;
}

@Resolver(() => TransactionResponse)
export class TransactionResponseResolver {
  @FieldResolver(() => Money, {
    nullable: true,
    description: 'balanceAmount as money of the programme. Null where the answer has none.',
  })
  balanceMoney(@Root() root: TransactionResponse, @Ctx() context: GraphQLContext): Promise<Money | null> {
    return moneyOf(root.balanceAmount, context.caller.key?.programme ?? null, context);
  }

  @FieldResolver(() => Money, {
    nullable: true,
    description: 'actualBalance as money of the programme. Null where the answer has none.',
  })
  actualBalanceMoney(
    @Root() root: TransactionResponse,
    @Ctx() context: GraphQLContext,
  ): Promise<Money | null> {
    return moneyOf(root.actualBalance, context.caller.key?.programme ?? null, context);
  }

  @FieldResolver(() => Money, {
    nullable: true,
    description: 'approvalAmount as money of the programme. Null where the answer has none.',
  })
  approvalMoney(@Root() root: TransactionResponse, @Ctx() context: GraphQLContext): Promise<Money | null> {
    return moneyOf(root.approvalAmount, context.caller.key?.programme ?? null, context);
  }
}

export function findTransaction(requestId: string, context: GraphQLContext): Promise<Transaction | null> {
  const { useCases, caller } = context;
  return useCases.readTransactions.one(callerKey(caller), requestId, textBudgetOf(context));
}

/**
 * Returns the state of a contradicted transaction, which a settlement closes as made good; null for any other. A person who approved
 * the settlement of a doubt did not approve that.
 */
async function contradiction({ requestId }: Settlement, context: GraphQLContext): Promise<object | null> {
  const found = await findTransaction(requestId, context);
  return found?.state === 'contradicted' ? { state: found.state } : null;
}

/** Returns the error with the terminal that the call names, for operators who read of its refusal. */
function aboutTerminal(thrown: unknown, terminalId: unknown): CardwayError {
  return toCardwayError(thrown).with({ terminalId: typeof terminalId === 'string' ? terminalId : undefined });
}

function resultOf(outcome: Outcome): TransactionResult {
  const { response } = outcome;
  return {
    status: outcome.status,
    message: outcome.message,
    customerId: outcome.customerId,
    requestId: outcome.requestId,
    replayed: outcome.replayed,
    response: {
      resultCode: response.resultCode,
      resultText: textOf(response['resultText']),
      balanceAmount: readAmount(response['balanceAmount']),
      actualBalance: readAmount(response['actualBalance']),
      approvalAmount: readAmount(response['approvalAmount']),
      fields: response,
    },
  };
}

const budgets = new WeakMap<GraphQLContext, TextBudget>();

/** Returns the budget of the request, which all of its fields share. */
function textBudgetOf(context: GraphQLContext): TextBudget {
  const known = budgets.get(context);
  if (known !== undefined) return known;
  const budget = context.useCases.readTransactions.textBudget();
  budgets.set(context, budget);
  return budget;
}

function transactionFilterOf({ method: methodName, amount, time, ...filter }: TransactionFilter): Filter {
  return {
    ...given({ ...filter, methodName, amountFrom: amount?.from, amountTo: amount?.to }),
    ...boundsOf(time, ['receivedFromMs', 'receivedToMs']),
  };
}

/** Returns true if any field below this one, at any depth and through fragments, is read from saved texts. */
export function selectsTexts({ fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  const seen = new Set<string>();
  const anyIn = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === Kind.FIELD)
        return TEXT_FIELDS.has(selection.name.value) || anyIn(selection.selectionSet);
      if (selection.kind === Kind.INLINE_FRAGMENT) return anyIn(selection.selectionSet);
      const { value } = selection.name;
      if (seen.has(value)) return false;
      seen.add(value);
      return anyIn(fragments[value]?.selectionSet);
    }) ?? false;
  return fieldNodes.some(({ selectionSet }) => anyIn(selectionSet));
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

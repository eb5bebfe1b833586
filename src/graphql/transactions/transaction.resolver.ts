import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { JsonValue } from '../../core/wire/json.js';
import type { TransactionResult as Outcome } from '../../use-cases/transactions/call.js';
import type { TransactionFilter as Filter } from '../../use-cases/transactions/ledger-port.js';
import type { TextBudget } from '../../use-cases/transactions/read-transactions.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { AllowedFor, OnlyOnePerOperation } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { timeOf } from '../time.js';
import { transactionCallOf } from './transaction-call.js';
import { BalanceInput, DeductInput, TransactionInput } from './transaction-input.type.js';
import { explainedKlv, summaryOf, TEXT_FIELDS, transactionOf } from './transaction-view.js';
import {
  ExplainedKlv,
  Transaction,
  TransactionConditions,
  type TransactionFilter,
  TransactionResult,
} from './transaction.type.js';

const LIST = 't';

@Resolver(() => Transaction)
export class TransactionResolver {
  @OnlyOnePerOperation()
  @AllowedFor('client', 'terminal')
  @Mutation(() => TransactionResult, { description: 'The balance of a wallet.' })
  balance(
    @Arg('input', () => BalanceInput) input: BalanceInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<TransactionResult> {
    return useCases.transact(transactionCallOf('Balance', input), caller).then(resultOf);
  }

  @OnlyOnePerOperation()
  @AllowedFor('client', 'terminal')
  @Mutation(() => TransactionResult, { description: 'A debit authorisation: money leaves the wallet, once.' })
  deduct(
    @Arg('input', () => DeductInput) input: DeductInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<TransactionResult> {
    return useCases.transact(transactionCallOf('Deduct', input), caller).then(resultOf);
  }

  @OnlyOnePerOperation()
  @AllowedFor('client', 'terminal')
  @Mutation(() => TransactionResult, { description: 'Any method of the method table, by its name.' })
  transact(
    @Arg('input', () => TransactionInput) input: TransactionInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<TransactionResult> {
    return useCases.transact(transactionCallOf(input.methodName, input), caller).then(resultOf);
  }

  @AllowedFor('client', 'operator')
  @Query(() => Transaction, { nullable: true, description: 'Null when it was never seen.' })
  async transaction(
    @Arg('requestId', () => String) requestId: string,
    @Ctx() context: GraphQLContext,
  ): Promise<Transaction | null> {
    const { useCases, caller } = context;
    const row = await useCases.readTransactions.one(callerKey(caller), requestId, textBudgetOf(context));
    return row === null ? null : transactionOf(row);
  }

  @AllowedFor('client', 'operator')
  @Query(() => TransactionConnection, {
    description:
      'Newest first. A page ends early, and hasNextPage says so, where the saved texts that were asked for would be too long.',
  })
  async transactions(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => TransactionConditions) { filter, ...conditions }: TransactionConditions,
    @Ctx() context: GraphQLContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<InstanceType<typeof TransactionConnection>> {
    const { readTransactions } = context.useCases;
    const reader = callerKey(context.caller);
    const wanted = { ...transactionFilterOf(conditions), ...transactionFilterOf(filter ?? {}) };
    const request = pageOf(page, LIST, wanted);
    if (!selectsAny(info, TEXT_FIELDS))
      return pageConnection(await readTransactions.page(reader, request), LIST, summaryOf);
    const found = await readTransactions.pageWithTexts(reader, request, textBudgetOf(context));
    return pageConnection(found, LIST, transactionOf);
  }

  @AllowedFor('operator')
  @Mutation(() => Transaction, {
    description: 'Settles what nobody else could: in doubt, queued or unmatched. Kept in the audit log.',
  })
  async settleTransaction(
    @Arg('requestId', () => String) requestId: string,
    @Arg('resultCode', () => SafeInt, { description: '1 approved, negative declined' }) resultCode: number,
    @Arg('reason', () => String) reason: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Transaction> {
    return transactionOf(
      await useCases.settleByOperator(callerKey(caller), { requestId, resultCode, reason }),
    );
  }

  @AllowedFor('operator')
  @Mutation(() => Transaction, {
    description:
      'Sends a queued or unmatched advice now. The wallet of an unmatched one must be known by now. Kept in the audit log.',
  })
  async sendTransaction(
    @Arg('requestId', () => String) requestId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Transaction> {
    return transactionOf(await useCases.sendByOperator(callerKey(caller), requestId));
  }

  @FieldResolver(() => [ExplainedKlv], {
    description: 'transactionData or messageData key by key, as saved, in the order of the keys.',
  })
  klv(@Root() root: Transaction): ExplainedKlv[] {
    return explainedKlv(root);
  }

  @FieldResolver(() => [Transaction], {
    description: 'Reversals and adjustments of this transaction, oldest first.',
  })
  async linked(
    @Root() { requestId }: Transaction,
    @Ctx() context: GraphQLContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Transaction[]> {
    const { readTransactions } = context.useCases;
    const reader = callerKey(context.caller);
    if (!selectsAny(info, TEXT_FIELDS))
      return (await readTransactions.linked(reader, requestId)).map(summaryOf);
    const budget = textBudgetOf(context);
    return (await readTransactions.linkedWithTexts(reader, requestId, budget)).map(transactionOf);
  }
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
      balanceAmount: integerOf(response['balanceAmount']),
      actualBalance: integerOf(response['actualBalance']),
      approvalAmount: integerOf(response['approvalAmount']),
      fields: response,
    },
  };
}

function integerOf(value: JsonValue | undefined): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

const budgets = new WeakMap<GraphQLContext, TextBudget>();

/** One for all fields of one answer: its context is made for it alone. */
function textBudgetOf(context: GraphQLContext): TextBudget {
  const known = budgets.get(context);
  if (known !== undefined) return known;
  const budget = context.useCases.readTransactions.textBudget();
  budgets.set(context, budget);
  return budget;
}

const TransactionConnection = connectionOf(Transaction, 'Transaction');

/** Errors: BAD_REQUEST (a time that is none). */
function transactionFilterOf(filter: TransactionFilter): Filter {
  return {
    ...(filter.customerId == null ? {} : { customerId: filter.customerId }),
    ...(filter.cardId == null ? {} : { cardId: filter.cardId }),
    ...(filter.terminalId == null ? {} : { terminalId: filter.terminalId }),
    ...(filter.reference == null ? {} : { reference: filter.reference }),
    ...(filter.method == null ? {} : { methodName: filter.method }),
    ...(filter.state == null ? {} : { state: filter.state }),
    ...(filter.resultCode == null ? {} : { resultCode: filter.resultCode }),
    ...(filter.time?.from == null ? {} : { receivedFromMs: timeOf('time.from', filter.time.from) }),
    ...(filter.time?.to == null ? {} : { receivedToMs: timeOf('time.to', filter.time.to) }),
  };
}

/** Whether a field, or any field below it, at any depth and through fragments, selects one of these names. */
function selectsAny({ fieldNodes, fragments }: GraphQLResolveInfo, names: ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  const anyIn = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === Kind.FIELD)
        return names.has(selection.name.value) || anyIn(selection.selectionSet);
      if (selection.kind === Kind.INLINE_FRAGMENT) return anyIn(selection.selectionSet);
      const { value } = selection.name;
      if (seen.has(value)) return false;
      seen.add(value);
      return anyIn(fragments[value]?.selectionSet);
    }) ?? false;
  return fieldNodes.some(({ selectionSet }) => anyIn(selectionSet));
}

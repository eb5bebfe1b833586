import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { JsonValue } from '../../core/json.js';
import type { TransactionResult as Outcome } from '../../usecase/transactions/call.js';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { OneAlone } from '../one-alone.js';
import { PageArgs, pageConnection, pageOf } from '../page-arguments.js';
import { AllowedFor } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { selectsAny } from '../selects-any.js';
import { transactionCallOf } from './transaction-call.js';
import { BalanceInput, DeductInput, TransactionInput } from './transaction-input.type.js';
import { TransactionConnection, transactionFilterOf } from './transaction-page.js';
import { TransactionResult } from './transaction-result.type.js';
import { textBudgetOf } from './text-budget.js';
import { explainedKlv, summaryOf, TEXT_FIELDS, transactionOf } from './transaction-view.js';
import { ExplainedKlv, Transaction, TransactionConditions } from './transaction.type.js';

const LIST = 't';

@Resolver(() => Transaction)
export class TransactionResolver {
  @OneAlone()
  @AllowedFor('client', 'terminal')
  @Mutation(() => TransactionResult, { description: 'The balance of a wallet.' })
  balance(
    @Arg('input', () => BalanceInput) input: BalanceInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<TransactionResult> {
    return useCases.transact(transactionCallOf('Balance', input), caller).then(resultOf);
  }

  @OneAlone()
  @AllowedFor('client', 'terminal')
  @Mutation(() => TransactionResult, { description: 'A debit authorisation: money leaves the wallet, once.' })
  deduct(
    @Arg('input', () => DeductInput) input: DeductInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<TransactionResult> {
    return useCases.transact(transactionCallOf('Deduct', input), caller).then(resultOf);
  }

  @OneAlone()
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

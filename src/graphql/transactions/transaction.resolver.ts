import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { ExportOptions } from '../../core/transactions/export-text.js';
import { BUILT_IN_METHODS, type Method } from '../../core/transactions/methods.js';
import { toCardwayError } from '../../platform/errors.js';
import {
  aboutCall,
  type TransactionCall,
  type TransactionResult as Outcome,
} from '../../use-cases/transactions/call/call.js';
import type {
  TransactionFilter as Filter,
  TransactionRow,
} from '../../use-cases/transactions/ledger-port.js';
import { demand } from '../../use-cases/access/administrator.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../paging.js';
import { OnlyOnePerOperation, Requires } from '../roles.js';
import { list, mutation, resolverOf } from '../root-fields.js';
import { SafeInt } from '../scalars.js';
import { boundsOf, field, given, nullable, objectType } from '../shapes.js';
import {
  type CallInput,
  METHOD_INPUTS,
  transactionCallOf,
  TransactionInput,
} from './transaction-input.type.js';
import { selectsTexts, textBudgetOf } from './transaction-view.js';
import { Transaction, TransactionFilter, TransactionResult, TransactionState } from './transaction.type.js';

const TRANSACTION = { transaction: field(Transaction, 'The transaction as it is now.') };

const OUTCOME = {
  resultCode: field(SafeInt, 'Result code: 1 approved, negative declined.'),
  reason: field(String, 'Why, for the audit log.'),
};

const RefusedSettlement = objectType('RefusedSettlement', 'A transaction that was not settled.', {
  requestId: field(String, 'Idempotency key of the call.'),
  message: field(String, 'Why it was not settled.'),
});

@Resolver(() => Transaction)
export class TransactionResolver {
  /** Runs a call of any method, for the mutations and for the adapters. Errors: those of the use case `transact`. */
  @Requires('callTransactions')
  async run(call: TransactionCall, { useCases, caller }: GraphQLContext): Promise<Outcome> {
    try {
      return await useCases.transact(call, caller);
    } catch (thrown) {
      throw toCardwayError(thrown).with(aboutCall(call));
    }
  }

  /** Runs the input of a mutation. Errors: those of `run`, and BAD_REQUEST (a KLV key or a field that is given twice). */
  @Requires('callTransactions')
  async runInput(methodName: string, input: CallInput, context: GraphQLContext): Promise<Outcome> {
    try {
      return await this.run(transactionCallOf(methodName, input), context);
    } catch (thrown) {
      const { requestId } = input;
      throw toCardwayError(thrown).with(aboutCall({ methodName, fields: input, requestId }));
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
  ): Promise<Outcome> {
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
  ): Promise<TransactionRow | null> {
    return findTransaction(requestId, context);
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
}

/** Adds the mutation of each built-in method, named as the method in camel case: `deductReversal` for DeductReversal. */
for (const method of BUILT_IN_METHODS) addMutation(method);

function addMutation(method: Method): void {
  const name = mutationName(method.name);
  const prototype = TransactionResolver.prototype;
  function mutate(this: TransactionResolver, input: CallInput, context: GraphQLContext): Promise<Outcome> {
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

const LIST = 't';
const SETTLED_MAX = 200;

/** The list of transactions, and what operators decide about one of them. */
export const LedgerResolver = resolverOf({
  transactions: list(Transaction, {
    permission: 'readTransactions',
    description:
      'Lists transactions, newest first. A page ends early where the saved texts that were asked for are too long, or where few transactions pass the filter. hasNextPage is true then.',
    filter: TransactionFilter,
    async resolve(page, filter, context, info) {
      const { readTransactions } = context.useCases;
      const reader = callerKey(context.caller);
      const request = pageOf(page, LIST, transactionFilterOf(filter));
      if (!selectsTexts(info)) return pageConnection(await readTransactions.page(reader, request), LIST);
      const found = await readTransactions.pageWithTexts(reader, request, textBudgetOf(context));
      return pageConnection(found, LIST);
    },
  }),
  settleTransaction: mutation({
    permission: 'settle',
    circumstance: contradiction,
    description:
      'Settles a transaction that is in doubt, queued or unmatched and that nothing else can settle.',
    input: [
      'A transaction and its outcome.',
      {
        requestId: field(String, 'Idempotency key of the call.'),
        ...OUTCOME,
        state: nullable(
          TransactionState,
          'The state that you saw. If the transaction has another one by now, such as CONTRADICTED, it is not settled.',
        ),
      },
    ],
    result: TRANSACTION,
    resolve: async (settlement, { useCases, caller }) => ({
      transaction: await useCases.settleByOperator(callerKey(caller), settlement),
    }),
  }),
  settleTransactions: mutation({
    permission: 'settle',
    description:
      'Settles up to 200 transactions of one state alike, one after the other. With four eyes, one approval holds for all of them. The audit log keeps each.',
    input: [
      'Transactions and their outcome.',
      {
        requestIds: field([String], 'Idempotency keys of the calls.'),
        ...OUTCOME,
        state: field(TransactionState, 'The state that you saw. A transaction with another one is refused.'),
      },
    ],
    result: { refused: field([RefusedSettlement], 'Those that were not settled. All others are.') },
    async resolve({ requestIds, ...outcome }, { useCases, caller }) {
      demand('requestIds', requestIds.length <= SETTLED_MAX, `must name at most ${String(SETTLED_MAX)}`);
      let key = callerKey(caller);
      const refused: InstanceType<typeof RefusedSettlement>[] = [];
      for (const requestId of requestIds) {
        try {
          await useCases.settleByOperator(key, { ...outcome, requestId });
          // The commit of the first one has used up the approval.
          const { approvalId: _used, ...others } = key;
          key = others;
        } catch (error) {
          refused.push({ requestId, message: toCardwayError(error).message });
        }
      }
      return { refused };
    },
  }),
  sendTransaction: mutation({
    permission: 'settle',
    description: 'Sends a queued or unmatched advice now. The wallet of an unmatched one must be known.',
    input: ['The advice to send.', { requestId: field(String, 'Idempotency key of the call.') }],
    result: TRANSACTION,
    resolve: async ({ requestId }, { useCases, caller }) => ({
      transaction: await useCases.sendByOperator(callerKey(caller), requestId),
    }),
  }),
});

/** Returns the name of the mutation of a method: `validatePin` for ValidatePIN. */
export function mutationName(methodName: string): string {
  return `${methodName.charAt(0).toLowerCase()}${methodName.slice(1).replace('PIN', 'Pin')}`;
}

export function findTransaction(requestId: string, context: GraphQLContext): Promise<TransactionRow | null> {
  const { useCases, caller } = context;
  return useCases.readTransactions.one(callerKey(caller), requestId, textBudgetOf(context));
}

/**
 * Returns the state of a contradicted transaction, which a settlement closes as made good; null for any other. A person who approved
 * the settlement of a doubt did not approve that.
 */
async function contradiction(
  { requestId }: { readonly requestId: string },
  context: GraphQLContext,
): Promise<object | null> {
  const found = await findTransaction(requestId, context);
  return found?.state === 'contradicted' ? { state: found.state } : null;
}

function transactionFilterOf({ method: methodName, amount, time, ...filter }: TransactionFilter): Filter {
  return {
    ...given({ ...filter, methodName, amountFrom: amount?.from, amountTo: amount?.to }),
    ...boundsOf(time, ['receivedFromMs', 'receivedToMs']),
  };
}

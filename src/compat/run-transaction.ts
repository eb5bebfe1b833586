import type { GraphQLContext } from '../graphql/context.js';
import type { TransactionResolver } from '../graphql/transactions/transaction.resolver.js';
import type { TransactionResult } from '../graphql/transactions/transaction-result.type.js';
import { transactionInput, type NamedCall } from './transaction-input.js';

/** Calls the resolver of a named call. Errors: those of the resolver. */
export function runTransaction(
  resolver: TransactionResolver,
  call: NamedCall,
  context: GraphQLContext,
): Promise<TransactionResult> {
  // Types and limits are checked behind the resolver, for every interface.
  const input = transactionInput(call) as never;
  switch (call.method.name) {
    case 'Balance':
      return resolver.balance(input, context);
    case 'Deduct':
      return resolver.deduct(input, context);
    default:
      return resolver.transact(input, context);
  }
}

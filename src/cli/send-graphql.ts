import { print } from 'graphql';
import { transactionInput } from '../compat/transaction-input.js';
import type { JsonObject } from '../core/json.js';
import type { Method } from '../core/methods.js';
import { BalanceDocument, DeductDocument, TransactDocument } from '../generated/operations.js';

/** The same call as a GraphQL operation of `schema/operations`. */
export function graphQLOperation(
  method: Method,
  envelope: { request: JsonObject; customer_id: number; card_id: number; request_id: string },
): { query: string; variables: { input: unknown } } {
  const documents = { Balance: BalanceDocument, Deduct: DeductDocument } as const;
  const document =
    method.name in documents ? documents[method.name as keyof typeof documents] : TransactDocument;
  const input = transactionInput({
    method,
    fields: envelope.request,
    customerId: envelope.customer_id,
    cardId: envelope.card_id,
    requestId: envelope.request_id,
  });
  return { query: print(document), variables: { input } };
}

import { checkFields } from '../core/method-limits.js';
import type { JsonObject, JsonValue } from '../core/json.js';
import type { Method } from '../core/methods.js';
import { CardwayError } from '../errors.js';
import {
  BalanceDocument,
  DeductDocument,
  TransactDocument,
  type OutcomeFragment,
  type TransactMutationVariables,
} from '../generated/operations.js';
import type { Execute, Execution } from './execute.js';
import type { CompatContext } from './exchange.js';
import { transactionInput, type NamedCall } from './transaction-input.js';

export interface Outcome {
  readonly status: string;
  readonly message: string;
  readonly customerId: number | null;
  readonly replayed: boolean;
  /** The normalized `response`. */
  readonly fields: JsonObject;
}

/**
 * Sends a named call through the GraphQL operation of its method.
 * Errors: those of the operation; a variable that GraphQL would not take is told in the method table's words.
 */
export async function runTransaction(
  execute: Execute,
  call: NamedCall,
  context: CompatContext,
): Promise<Outcome> {
  const execution = await send(execute, call, context);
  if (execution.kind === 'data') return outcomeOf(execution.data);
  if (execution.error.code === 'BAD_REQUEST') throw exactProblem(call.method, call.fields) ?? execution.error;
  throw execution.error;
}

async function send(
  execute: Execute,
  call: NamedCall,
  context: CompatContext,
): Promise<Execution<OutcomeFragment>> {
  const input = transactionInput(call);
  switch (call.method.name) {
    case 'Balance':
      return mapped(
        await execute(BalanceDocument, { input: input as never }, context),
        (data) => data.balance,
      );
    case 'Deduct':
      return mapped(await execute(DeductDocument, { input: input as never }, context), (data) => data.deduct);
    default: {
      const variables = { input } as TransactMutationVariables;
      return mapped(await execute(TransactDocument, variables, context), (data) => data.transact);
    }
  }
}

function mapped<From, To>(execution: Execution<From>, map: (data: From) => To): Execution<To> {
  return execution.kind === 'data' ? { kind: 'data', data: map(execution.data) } : execution;
}

function outcomeOf(data: OutcomeFragment): Outcome {
  return {
    status: data.status,
    message: data.message,
    customerId: data.customerId ?? null,
    replayed: data.replayed,
    fields: data.response.fields as JsonObject,
  };
}

function exactProblem(
  method: Method,
  fields: Readonly<Record<string, JsonValue | undefined>>,
): CardwayError | null {
  const checked = checkFields(method, fields);
  return checked.kind === 'bad' ? new CardwayError('BAD_REQUEST', checked) : null;
}

import {
  type DocumentNode,
  execute,
  type FormattedExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
} from 'graphql';
import { buildSchema } from '../graphql/build-schema.js';
import type { GraphQLContext, UseCases } from '../graphql/context.js';
import { formatRegistered, registeredError } from '../graphql/server/errors.js';
import { momentOf } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import type { Store } from '../store/store.js';
import { storedUseCases } from './administration.js';
import type { Runtime } from './runtime.js';

export type { Transaction } from '../graphql/transactions/transaction.type.js';
/** The one view of a transaction, for those who write many of them. */
export { transactionOf } from '../graphql/transactions/transaction-view.js';

/** Runs one of our own documents, and answers what a gateway would answer an operator. */
type AskAsOperator = (
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
) => Promise<FormattedExecutionResult>;

/**
 * GraphQL without a gateway: the schema that it serves, on a store that is lent, for an operator who is known as `actor`. Documents that need
 * more than a store (calls to wallet services, secrets, streams) are not for it. Errors that are no refusal are thrown as they are.
 */
export function operatorOn(parts: {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly actor: string;
}): AskAsOperator {
  const schema = buildSchema({ isSandbox: false });
  const key = { keyId: parts.actor, role: 'operator', programme: null, terminalIds: null } as const;
  const useCases = storedUseCases(parts) as UseCases;
  return async (document, variables) => {
    const caller = { channel: 'graphql', key, receivedAt: momentOf(parts.runtime.clock) } as const;
    const contextValue: GraphQLContext = { caller, isTerminal: false, useCases };
    // As they would come over HTTP: what is undefined is left out.
    const variableValues = JSON.parse(JSON.stringify(variables)) as typeof variables;
    const { data, errors = [] } = await execute({ schema, document, variableValues, contextValue });
    return { data: data ?? null, ...(errors.length === 0 ? {} : { errors: errors.map(formatted) }) };
  };
}

function formatted(error: GraphQLError): GraphQLFormattedError {
  const registered = registeredError(error);
  // Whoever works beside the database may read what went wrong with it.
  const { cause } = registered;
  if (cause instanceof Error) throw registered.code === 'INTERNAL' ? cause : registered;
  return formatRegistered(registered, error.toJSON());
}

import {
  execute,
  type FormattedExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  parse,
} from 'graphql';
import { buildSchema } from '../graphql/build-schema.js';
import type { GraphQLContext, UseCases } from '../graphql/context.js';
import { formatRegistered, registeredError } from '../graphql/server/errors.js';
import { momentOf } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import { CardwayError } from '../platform/errors.js';
import type { Store } from '../store/store.js';
import type { GuardedChange } from '../use-cases/access/approval-port.js';
import { type Approvals, guardedChange } from '../use-cases/access/approvals.js';
import { storedUseCases } from './administration.js';
import type { Runtime } from './runtime.js';

/** Runs one of our own documents and returns what a gateway would reply to an operator. */
type AskAsOperator = (
  document: string,
  variables: Readonly<Record<string, unknown>>,
) => Promise<FormattedExecutionResult>;

/**
 * Runs GraphQL without a gateway: the served schema on a given store, for an operator named `actor`. Documents that need more
 * than a store (calls to wallet services, secrets, streams) do not work. Errors that are no refusal are thrown unchanged.
 */
export function operatorOn(parts: {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly actor: string;
  /** Lets a change pass that needs a second person. Its error refuses the change. */
  readonly bypass: (change: GuardedChange) => Promise<void>;
}): AskAsOperator {
  const schema = buildSchema();
  const key = { keyId: parts.actor, role: 'operator', programme: null, terminalIds: null } as const;
  const stored = storedUseCases(parts);
  const approvals: Approvals = {
    ...stored.approvals,
    async guard(call, work) {
      const circumstance = await call.circumstance();
      if (circumstance !== false) await parts.bypass(guardedChange(call, circumstance));
      return work();
    },
    decide: () => Promise.reject(new CardwayError('FORBIDDEN', { message: ON_DATABASE })),
  };
  const useCases = { ...stored, approvals } as UseCases;
  return async (document, variables) => {
    const caller = { channel: 'graphql', key, receivedAt: momentOf(parts.runtime.clock) } as const;
    const contextValue: GraphQLContext = { caller, isTerminal: false, useCases };
    // Drops undefined values, as HTTP does.
    const variableValues = JSON.parse(JSON.stringify(variables)) as typeof variables;
    const { data, errors = [] } = await execute({
      schema,
      document: parse(document),
      variableValues,
      contextValue,
    });
    return { data: data ?? null, ...(errors.length === 0 ? {} : { errors: errors.map(formatted) }) };
  };
}

/** The user of this system may be the person who asked. */
const ON_DATABASE = 'Approve and reject on a gateway with --url: on the database nobody proves who they are.';

function formatted(error: GraphQLError): GraphQLFormattedError {
  const registered = registeredError(error);
  // An operator with access to the database may read its error.
  const { cause } = registered;
  if (cause instanceof Error) throw registered.code === 'INTERNAL' ? cause : registered;
  return formatRegistered(registered, error.toJSON());
}

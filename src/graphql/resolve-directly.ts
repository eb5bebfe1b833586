import type { GraphQLSchema } from 'graphql';
import type { GraphQLContext } from './context.js';
import { SecretResolver } from './provisioning/secret.resolver.js';
import { TransactionResolver } from './transactions/transaction.resolver.js';

/**
 * Calls the resolvers of transactions and secrets without type-graphql's wrapper, which copies every input member by member into an
 * instance of its class and passes each call through a chain of middleware.
 */
export function resolveDirectly(schema: GraphQLSchema): GraphQLSchema {
  const transactions = new TransactionResolver();
  for (const name of ['balance', 'deduct', 'transact'] as const) {
    direct(schema, name, ({ input }, context) => transactions[name](input, context));
  }
  const secrets = new SecretResolver();
  direct(schema, 'generateProvisioningSecret', ({ cardId }, context) =>
    secrets.generateProvisioningSecret(cardId, context),
  );
  direct(schema, 'verifyProvisioningSecret', ({ cardId, secret }, context) =>
    secrets.verifyProvisioningSecret(cardId, secret, context),
  );
  return schema;
}

/** Of all of these fields together; which of them a field takes, and of what type, is the schema's. */
interface Arguments {
  readonly input: never;
  readonly cardId: never;
  readonly secret: never;
}

function direct(
  schema: GraphQLSchema,
  name: string,
  resolve: (args: Arguments, context: GraphQLContext) => Promise<unknown>,
): void {
  const field = schema.getMutationType()?.getFields()[name];
  if (field === undefined) return;
  field.resolve = (_root: unknown, args: Arguments, context: GraphQLContext) => resolve(args, context);
}

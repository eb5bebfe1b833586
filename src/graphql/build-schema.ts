import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLSchema,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import 'reflect-metadata';
import { buildSchemaSync } from 'type-graphql';
import { rolesWith } from '../core/access/permissions.js';
import { BUILT_IN_METHODS } from '../core/transactions/methods.js';
import { AuditResolver } from './access/audit.js';
import { ApprovalResolver } from './access/approval.js';
import { PurgeResolver } from './access/purge.js';
import { RefusedCallResolver } from './access/refused-call.js';
import { KeyResolver, SessionResolver } from './access/key.js';
import type { GraphQLContext } from './context.js';
import { ProgrammeResolver } from './directory/programme.js';
import { TerminalResolver } from './directory/terminal.js';
import { WalletResolver } from './directory/wallet.js';
import { DeliveryResolver } from './events/delivery.js';
import { EndpointResolver } from './events/endpoint.js';
import { EventResolver } from './events/event.js';
import { SubscriptionResolver } from './events/subscription.resolver.js';
import { idOf, type NodeType } from './node.js';
import { NodeResolver, SearchResolver } from './node.resolver.js';
import { AttemptResolver } from './provisioning/attempt.js';
import { DigitizationListResolver, DigitizationResolver } from './provisioning/digitization.resolver.js';
import { SecretResolver } from './provisioning/secret.js';
import { permissionOf } from './roles.js';
import { ReconciliationResolver } from './transactions/reconciliation.js';
import { StatsResolver } from './transactions/stats.js';
import type { Compute } from './shapes.js';
import { LedgerResolver, mutationName, TransactionResolver } from './transactions/transaction.resolver.js';

/**
 * Builds the schema from the resolvers and their types. The use cases check field types and limits of the inputs, from the method table,
 * so that no interface can bypass them. type-graphql's own validation is off for that reason.
 */
export function buildSchema(): GraphQLSchema {
  return resolveDirectly(
    buildSchemaSync({
      resolvers: [
        NodeResolver,
        SearchResolver,
        TransactionResolver,
        LedgerResolver,
        StatsResolver,
        // Provisioning: from the attempt to the wallet
        SecretResolver,
        ProgrammeResolver,
        AttemptResolver,
        DigitizationResolver,
        DigitizationListResolver,
        // Events: followed, and sent as webhooks
        SubscriptionResolver,
        EventResolver,
        EndpointResolver,
        DeliveryResolver,
        // The directory, and who changed it
        TerminalResolver,
        KeyResolver,
        WalletResolver,
        AuditResolver,
        RefusedCallResolver,
        ApprovalResolver,
        PurgeResolver,
        ReconciliationResolver,
        SessionResolver,
      ],
      validate: false,
      // The check runs an introspection query, which takes a tenth of the start time. A test does so instead.
      skipCheck: true,
      pubSub: NO_TOPICS,
    }),
  );
}

/** Topics that type-graphql requires. Every subscription here brings its own source, a feed, which loses nothing. */
const NO_TOPICS = {
  publish: (): void => undefined,
  subscribe(): never {
    throw new Error('Subscriptions follow a feed.');
  },
};

/**
 * Calls the resolvers of transactions and secrets without type-graphql's wrapper. The wrapper copies every input member by member
 * into an instance of its class, and passes each call through a chain of middleware.
 */
function resolveDirectly(schema: GraphQLSchema): GraphQLSchema {
  const transactions = new TransactionResolver();
  for (const { name } of BUILT_IN_METHODS) {
    direct(schema, mutationName(name), ({ input }, context) => transactions.runInput(name, input, context));
  }
  describeRoots(schema);
  computeFields(schema);
  direct(schema, 'transact', ({ input }, context) => transactions.transact(input, context));
  const secrets = new SecretResolver();
  direct(schema, 'generateProvisioningSecret', ({ cardId }, context) =>
    secrets.generateProvisioningSecret(cardId, context),
  );
  direct(schema, 'verifyProvisioningSecret', ({ cardId, secret }, context) =>
    secrets.verifyProvisioningSecret(cardId, secret, context),
  );
  return schema;
}

/** Gives the fields that are computed from rows their resolvers (`field`, `Node`). */
function computeFields(schema: GraphQLSchema): void {
  const { objects } = schema.getImplementations(schema.getType('Node') as GraphQLInterfaceType);
  for (const type of objects) {
    const id = type.getFields()['id'];
    if (id !== undefined) id.resolve = (row) => idOf(type.name as NodeType, row as never);
  }
  for (const type of Object.values(schema.getTypeMap())) {
    for (const field of isObjectType(type) ? Object.values(type.getFields()) : []) {
      const of = field.extensions['of'] as Compute | undefined;
      if (of !== undefined)
        field.resolve = (row: unknown, _args: unknown, context: GraphQLContext, info) =>
          of(row as never, context, info);
    }
  }
}

function describeRoots(schema: GraphQLSchema): void {
  const roots = [
    [schema.getQueryType(), 'Reads. Every field names the roles that may ask for it.'],
    [
      schema.getMutationType(),
      'Calls, and changes by operators. The audit log keeps each change, without its secrets.',
    ],
    [schema.getSubscriptionType(), 'Streams of events, over WebSocket and Server-Sent Events.'],
  ] as const;
  for (const [root, description] of roots) {
    if (root == null) continue;
    root.description = description;
    for (const field of Object.values(root.getFields())) describeRoles(field);
  }
}

/** Adds the roles of a field to its description. */
function describeRoles(field: GraphQLField<unknown, unknown>): void {
  const permission = permissionOf(field);
  if (permission === null) throw new Error(`The field ${field.name} requires no permission.`);
  const roles = rolesWith(permission).filter((role) => role !== 'terminal');
  field.description = `${field.description ?? ''} Roles: ${roles.join(', ')}.`;
}

/** Arguments of all of these fields together. The schema says which of them a field takes, and of what type. */
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

/** Returns the schema as sorted text. `schema/schema.graphql` must hold it. */
export function emitSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildSchema()))}\n`;
}

import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { RoleChecker } from './auth.js';
import { TransactionResolver } from './transactions/transaction.resolver.js';
import { DeliveryResolver } from './webhooks/delivery.resolver.js';
import { EndpointResolver } from './webhooks/endpoint.resolver.js';
import { EventResolver } from './webhooks/event.resolver.js';

/**
 * The schema, from the decorated classes. Field types and limits of the inputs are checked by the use cases, from the
 * method table, so that no door can pass them by; type-graphql's own validation is off for that reason.
 */
export function buildSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [TransactionResolver, EndpointResolver, DeliveryResolver, EventResolver],
    authChecker: RoleChecker,
    validate: false,
  });
}

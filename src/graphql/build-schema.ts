import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { ProgrammeResolver } from './provisioning/programme.resolver.js';
import { SecretResolver } from './provisioning/secret.resolver.js';
import { AttemptResolver } from './digitization/attempt.resolver.js';
import { DigitizationResolver } from './digitization/digitization.resolver.js';
import { resolveDirectly } from './resolve-directly.js';
import { SubscriptionResolver } from './events/subscription.resolver.js';
import { StatsResolver } from './transactions/stats.resolver.js';
import { TransactionResolver } from './transactions/transaction.resolver.js';
import { DeliveryResolver } from './webhooks/delivery.resolver.js';
import { EndpointResolver } from './webhooks/endpoint.resolver.js';
import { AuditResolver } from './administration/audit.resolver.js';
import { KeyResolver } from './administration/key.resolver.js';
import { SandboxResolver } from './administration/sandbox.resolver.js';
import { SessionResolver } from './administration/session.resolver.js';
import { ReconciliationResolver } from './administration/reconciliation.resolver.js';
import { TerminalResolver } from './administration/terminal.resolver.js';
import { WalletResolver } from './administration/wallet.resolver.js';
import { EventResolver } from './webhooks/event.resolver.js';

/**
 * The schema, from the decorated classes. Field types and limits of the inputs are checked by the use cases, from the
 * method table, so that no door can pass them by; type-graphql's own validation is off for that reason.
 */
export function buildSchema({ isSandbox }: { readonly isSandbox: boolean }): GraphQLSchema {
  return resolveDirectly(
    buildSchemaSync({
      resolvers: [
        TransactionResolver,
        StatsResolver,
        // Provisioning: from the attempt to the wallet
        SecretResolver,
        ProgrammeResolver,
        AttemptResolver,
        DigitizationResolver,
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
        ReconciliationResolver,
        SessionResolver,
        ...(isSandbox ? [SandboxResolver] : []),
      ],
      validate: false,
      // The check runs an introspection query, a tenth of the time that a start takes; a test does so instead.
      skipCheck: true,
      pubSub: NO_TOPICS,
    }),
  );
}

/** type-graphql asks for one; every subscription here brings its own source, a feed, which loses nothing. */
const NO_TOPICS = {
  publish: (): void => undefined,
  subscribe(): never {
    throw new Error('Subscriptions follow a feed.');
  },
};

import type { GraphQLSchema } from 'graphql';
import { ExportResolver } from './access/export.resolver.js';
import { DigitizationResolver } from './provisioning/digitization.resolver.js';
import { SecretResolver } from './provisioning/secret.js';
import { TransactionResolver } from './transactions/transaction.resolver.js';

/** The resolvers that adapters call as functions. */
export interface Resolvers {
  readonly transactions: TransactionResolver;
  readonly secrets: SecretResolver;
  readonly digitizations: DigitizationResolver;
  readonly exports: ExportResolver;
}

/** Creates the resolvers. The schema says what the filters of lists are. */
export function createResolvers(schema: GraphQLSchema): Resolvers {
  return {
    transactions: new TransactionResolver(),
    secrets: new SecretResolver(),
    digitizations: new DigitizationResolver(),
    exports: new ExportResolver(schema),
  };
}

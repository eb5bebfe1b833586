import { DigitizationResolver } from './provisioning/digitization.resolver.js';
import { SecretResolver } from './provisioning/secret.js';
import { TransactionResolver } from './transactions/transaction.resolver.js';

/** The resolvers that adapters call as functions. */
export interface Resolvers {
  readonly transactions: TransactionResolver;
  readonly secrets: SecretResolver;
  readonly digitizations: DigitizationResolver;
}

export function createResolvers(): Resolvers {
  return {
    transactions: new TransactionResolver(),
    secrets: new SecretResolver(),
    digitizations: new DigitizationResolver(),
  };
}

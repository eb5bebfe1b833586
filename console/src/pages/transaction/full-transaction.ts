import type { TransactionPageQuery } from '../../../../src/cli/generated/operations.js';

export type FullTransaction = NonNullable<TransactionPageQuery['transaction']>;

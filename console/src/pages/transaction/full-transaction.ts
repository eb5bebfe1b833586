import type { TransactionPageQuery } from '../../../../src/generated/operations.js';

export type FullTransaction = NonNullable<TransactionPageQuery['transaction']>;

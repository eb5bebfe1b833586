import type { AdministerEndpoints } from '../usecase/administer-endpoints.js';
import type { Caller } from '../usecase/call.js';
import type { ReadWebhooks } from '../usecase/read-webhooks.js';
import type { ReadTransactions } from '../usecase/read-transactions.js';
import type { Resend } from '../usecase/resend.js';
import type { SettleByOperator } from '../usecase/settle-by-operator.js';
import type { Transact } from '../usecase/transact.js';

/** What resolvers may call; the composition root fills it. */
export interface UseCases {
  readonly transact: Transact;
  readonly readTransactions: ReadTransactions;
  readonly settleByOperator: SettleByOperator;
  readonly administerEndpoints: AdministerEndpoints;
  readonly readWebhooks: ReadWebhooks;
  readonly resend: Resend;
}

export interface GraphQLContext {
  readonly caller: Caller;
  /** A terminal at an XML door: its checksum is its credential, checked by the use case. */
  readonly isTerminal: boolean;
  readonly useCases: UseCases;
}

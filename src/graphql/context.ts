import type { Caller } from '../usecase/call.js';
import type { AuthorizeToken } from '../usecase/authorize-token.js';
import type { ReadAttempts } from '../usecase/read-attempts.js';
import type { ReadTransactions } from '../usecase/read-transactions.js';
import type { ReportDigitization } from '../usecase/report-digitization.js';
import type { SettleByOperator } from '../usecase/settle-by-operator.js';
import type { Transact } from '../usecase/transact.js';

/** What resolvers may call; the composition root fills it. */
export interface UseCases {
  readonly transact: Transact;
  readonly readTransactions: ReadTransactions;
  readonly settleByOperator: SettleByOperator;
  readonly authorizeToken: AuthorizeToken;
  readonly reportDigitization: ReportDigitization;
  readonly readAttempts: ReadAttempts;
}

export interface GraphQLContext {
  readonly caller: Caller;
  /** A terminal at an XML door: its checksum is its credential, checked by the use case. */
  readonly isTerminal: boolean;
  readonly useCases: UseCases;
}

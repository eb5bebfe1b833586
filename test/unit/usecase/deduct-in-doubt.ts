import type { Store } from '../../../src/store/store.js';
import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import type { DownstreamOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import { createSettleByOperator } from '../../../src/use-cases/transactions/settle/by-operator.js';
import type { LateDeps } from '../../../src/use-cases/transactions/settle/settle.js';
import type { TransactDeps } from '../../../src/use-cases/transactions/transact-deps.js';
import { again, deduct, doubted, toTerminal } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from '../store/temporary-store.js';

/** Time for which a call stays open for a late answer. */
const LATE_MS = 60_000;

/** A Deduct whose first attempt is in doubt, in a store of its own. */
export interface DeductInDoubt {
  readonly store: Store;
  readonly deps: LateDeps & Pick<TransactDeps, 'lateMs'>;
  readonly alerts: readonly string[];
  /** Request ids whose money is given back. */
  readonly givenBack: readonly string[];
  /** Makes an attempt in doubt. The terminal may have got a code. */
  doubt(attempt: number, heard?: number): Promise<unknown>;
  /** A repeated call sends it again: attempt 2 runs. */
  sendAgain(): Promise<unknown>;
  settleByOperator(resultCode: number): Promise<unknown>;
  close(): Promise<void>;
}

export async function deductInDoubt(): Promise<DeductInDoubt> {
  const place = temporaryFolder();
  const store = await migratedStore(place);
  const { requestId } = deduct();
  const alerts: string[] = [];
  const givenBack: string[] = [];
  const deps: DeductInDoubt['deps'] = {
    ledger: store.ledger,
    clock: { nowMs: () => LATE_MS + 10_000, monotonicMs: () => 1 },
    timer: { wait: () => ({ done: Promise.resolve(), cancel: () => undefined }) },
    observer: { alert: (name: string) => alerts.push(name), completed: () => undefined } as never,
    ownReversal: ({ requestId: id }) => {
      givenBack.push(id);
      return Promise.resolve(null);
    },
    settleRetryMs: 1,
    lateMs: LATE_MS,
  };
  const doubt = (attempt: number, heard?: number) =>
    store.ledger.apply(
      doubted(requestId, { attempt, reply: heard === undefined ? null : toTerminal(heard) }),
    );
  await store.ledger.claim(deduct());
  await doubt(1);
  return {
    store,
    deps,
    alerts,
    givenBack,
    doubt,
    sendAgain: () => store.ledger.reclaim(again(requestId, { fromState: 'in_doubt', fromAttempt: 1 })),
    settleByOperator: (resultCode) =>
      createSettleByOperator(deps as never)({ keyId: 'operator' } as ApiKey, {
        requestId,
        resultCode,
        reason: 'not in the books',
      }),
    close: () => store.close(),
  };
}

/** An answer of the wallet service. */
export const answerOf = (resultCode: number): Extract<DownstreamOutcome, { kind: 'answered' }> => ({
  ...{ kind: 'answered', httpStatus: 200, sentAtMs: 1, answeredAtMs: 2, raw: 'raw answer' },
  answer: { status: 'success', message: 'OK', customerId: null, response: { resultCode } },
});

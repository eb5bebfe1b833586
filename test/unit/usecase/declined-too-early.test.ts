import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import { createSettleByOperator } from '../../../src/use-cases/transactions/settle-by-operator.js';
import { settleDoubt, type SettleDoubtDeps } from '../../../src/use-cases/transactions/settle-doubt.js';
import type { Store } from '../../../src/store/store.js';
import { answered, deduct } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from '../store/temporary-store.js';

/** An operator settles a Deduct in doubt while the wallet service is still at work on it. */
describe('an answer that comes after the decision of an operator', () => {
  const { requestId } = deduct();
  let place: ReturnType<typeof temporaryFolder>;
  let store: Store;
  let deps: SettleDoubtDeps;
  const alerts: string[] = [];
  const givenBack: string[] = [];

  beforeEach(async () => {
    place = temporaryFolder();
    store = await migratedStore(place);
    alerts.length = 0;
    givenBack.length = 0;
    deps = {
      ledger: store.ledger,
      clock: { nowMs: () => 1, monotonicMs: () => 1 },
      timer: { wait: () => ({ done: Promise.resolve(), cancel: () => undefined }) },
      observer: { alert: (name: string) => alerts.push(name) } as never,
      onContradicted: (id) => Promise.resolve(void givenBack.push(id)),
      settleRetryMs: 1,
    };
    await store.ledger.claim(deduct());
    const nothing = { answer: null, rawAnswer: null, resultCode: null, errorCode: 'IN_DOUBT' } as const;
    await store.ledger.settle({ ...answered(requestId, { attempt: 1 }), state: 'in_doubt', ...nothing });
  });

  afterEach(async () => {
    await store.close();
    place.remove();
  });

  async function after(decision: number, late: number) {
    const doubtful = (await store.ledger.find(requestId))!;
    const operator = { keyId: 'operator' } as ApiKey;
    const order = { requestId, resultCode: decision, reason: 'not in the books' };
    await createSettleByOperator(deps)(operator, order);
    const response = { resultCode: late, resultText: 'late' };
    await settleDoubt(deps, { ...doubtful, wasInDoubt: false }, {
      ...{ kind: 'answered', httpStatus: 200, sentAtMs: 1, answeredAtMs: 2, raw: 'late' },
      answer: { status: 'success', message: 'OK', customerId: null, response },
    } as Parameters<typeof settleDoubt>[2]);
    return store.ledger.find(requestId);
  }

  it('contradicts a decline when the money has moved, raises the alert and gives the money back', async () => {
    expect(await after(-9, 1)).toMatchObject({ state: 'contradicted', resultCode: 1, rawAnswer: 'late' });
    expect(alerts).toEqual(['transaction_contradicted']);
    expect(givenBack).toEqual([requestId]);
  });

  it.each([
    [-9, -41],
    [1, 1],
  ])('leaves the decision %i where the answer %i moves nothing more', async (decision, late) => {
    expect(await after(decision, late)).toMatchObject({ state: 'answered', resultCode: decision });
    expect(alerts).toEqual([]);
  });
});

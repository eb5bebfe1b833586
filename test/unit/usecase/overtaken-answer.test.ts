import { settleWithRetries } from '../../../src/use-cases/transactions/settlement.js';
import { again, answered, deduct, reversal } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from '../store/temporary-store.js';
import type { Store } from '../../../src/store/store.js';

/** An answer that could not be saved at once, while a repeated call on a route that dedupes took the next attempt. */
describe('an answer that is saved late', () => {
  const { requestId } = deduct();
  const timer = { wait: () => ({ done: Promise.resolve(), cancel: () => undefined }) };
  let place: ReturnType<typeof temporaryFolder>;
  let store: Store;

  beforeEach(async () => {
    place = temporaryFolder();
    store = await migratedStore(place);
    await store.ledger.claim(deduct());
    await store.ledger.settle(inDoubt(1));
    await store.ledger.reclaim(again(requestId, { fromState: 'in_doubt', fromAttempt: 1 }));
  });

  afterEach(async () => {
    await store.close();
    place.remove();
  });

  const inDoubt = (attempt: number) =>
    ({
      ...answered(requestId, { attempt }),
      state: 'in_doubt',
      answer: null,
      rawAnswer: null,
      resultCode: null,
      errorCode: 'IN_DOUBT',
    }) as const;
  const save = () =>
    settleWithRetries({ ledger: store.ledger, timer, settleRetryMs: 1 }, answered(requestId, { attempt: 1 }));

  it('settles the later attempt that is in doubt', async () => {
    await store.ledger.settle(inDoubt(2));
    expect(await save()).toEqual({ kind: 'settled' });
    expect(await store.ledger.find(requestId)).toMatchObject({
      state: 'answered',
      attempt: 2,
      resultCode: 1,
    });
  });

  it.each(['queued', 'in_doubt'] as const)('settles an advice whose later attempt is %s', async (state) => {
    const { requestId: adviceId } = reversal();
    const waiting = { resultCode: null, answer: null, rawAnswer: null, nextAttemptInMs: 0 };
    await store.ledger.claim(reversal());
    await store.ledger.settle(answered(adviceId, { ...waiting, state: 'queued' }));
    const lease = { owner: 'b', leaseMs: 60_000, pauseMaxMs: 1000, limit: 10 };
    expect(await store.ledger.leaseQueued(lease)).toHaveLength(1);
    const attempt = (await store.ledger.find(adviceId))?.attempt ?? 0;
    expect(attempt).toBe(2);
    await store.ledger.settle(answered(adviceId, { ...waiting, attempt, state, fromStates: ['queued'] }));
    const settle = answered(adviceId, { attempt: 1, fromStates: ['queued'] });
    expect(await settleWithRetries({ ledger: store.ledger, timer, settleRetryMs: 1 }, settle)).toEqual({
      kind: 'settled',
    });
    expect(await store.ledger.find(adviceId)).toMatchObject({ state: 'answered', resultCode: 1 });
  });

  it('leaves a later attempt that still runs to its own outcome', async () => {
    expect(await save()).toMatchObject({ kind: 'lost', row: { state: 'pending', attempt: 2 } });
  });
});

import { CardwayError } from '../../../src/platform/errors.js';
import { methodTable } from '../../../src/core/transactions/methods.js';
import { createSettleByOperator } from '../../../src/use-cases/transactions/settle-by-operator.js';
import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import type { ComposedTransaction } from '../../../src/use-cases/transactions/compose.js';
import type { DownstreamOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import { settleOutcome } from '../../../src/use-cases/transactions/settle-outcome.js';
import type { TransactDeps } from '../../../src/use-cases/transactions/transact-deps.js';
import type { Store } from '../../../src/store/store.js';
import { again, answered, deduct } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from '../store/temporary-store.js';

/**
 * A process stands still for longer than its lease. Its Deduct gets in doubt, and on a route that dedupes a repeated call sends it
 * again. Then the process goes on, with the answer to its own attempt.
 */
describe('an answer that comes after the lease', () => {
  const claim = deduct();
  const { requestId } = claim;
  let place: ReturnType<typeof temporaryFolder>;
  let store: Store;
  let background: Promise<void> | null = null;
  const alerts: string[] = [];
  const givenBack: string[] = [];

  beforeEach(async () => {
    place = temporaryFolder();
    store = await migratedStore(place);
    alerts.length = 0;
    givenBack.length = 0;
    await store.ledger.claim(claim);
    await store.ledger.settle(inDoubt(1, null));
  });

  afterEach(async () => {
    await store.close();
    place.remove();
  });

  const inDoubt = (attempt: number, told: number | null) =>
    ({
      ...answered(requestId, { attempt, repliedResultCode: told }),
      state: 'in_doubt',
      answer: null,
      rawAnswer: null,
      resultCode: null,
      errorCode: 'IN_DOUBT',
    }) as const;

  const sendAgain = () => store.ledger.reclaim(again(requestId, { fromState: 'in_doubt', fromAttempt: 1 }));

  const answer = (resultCode: number): DownstreamOutcome => ({
    ...{ kind: 'answered', httpStatus: 200, sentAtMs: 1, answeredAtMs: 2, raw: 'of attempt 1' },
    answer: { status: 'success', message: 'OK', customerId: null, response: { resultCode } },
  });

  /** Lets the process go on. Resolves with its caller's reply, or the code of the error. */
  const goOn = (outcome: DownstreamOutcome, { ledger = store.ledger, of = claim } = {}) =>
    settleOutcome(
      {
        ledger,
        downstream: { route: () => ({ name: 'default', timeoutMs: 1, dedupes: true }) } as never,
        clock: { nowMs: () => 1, monotonicMs: () => 1 },
        timer: { wait: () => ({ done: Promise.resolve(), cancel: () => undefined }) },
        observer: { alert: (name: string) => alerts.push(name), completed: () => undefined } as never,
        onContradicted: (id: string) => Promise.resolve(void givenBack.push(id)),
        background: { add: (work: Promise<void>) => (background = work) },
        timeoutReplies: new Map(),
        settleRetryMs: 1,
      } as unknown as TransactDeps,
      { claim: of, method: methodTable().find(of.methodName) } as ComposedTransaction,
      { attempt: 1, wasInDoubt: false, terminalReply: null } as never,
      outcome,
    ).then(
      ({ response }) => response.resultCode,
      ({ code }: { code: string }) => code,
    );

  it('settles the later attempt that is in doubt, and is the reply', async () => {
    await sendAgain();
    await store.ledger.settle(inDoubt(2, null));
    expect(await goOn(answer(1))).toBe(1);
    expect(await store.ledger.find(requestId)).toMatchObject({
      ...{ state: 'answered', attempt: 2, resultCode: 1, rawAnswer: 'of attempt 1' },
    });
  });

  it('contradicts the decline that the terminal got for the later attempt, and gives the money back', async () => {
    await sendAgain();
    await store.ledger.settle(inDoubt(2, -9));
    expect(await goOn(answer(1))).toBe('IN_DOUBT');
    expect(await store.ledger.find(requestId)).toMatchObject({ state: 'contradicted', resultCode: 1 });
    expect([alerts, givenBack]).toEqual([['transaction_contradicted'], [requestId]]);
  });

  it('replies with the answer to the later attempt', async () => {
    await sendAgain();
    await store.ledger.settle(answered(requestId, { attempt: 2, answer: SAVED, resultCode: -41 }));
    expect(await goOn({ kind: 'timeout', sentAtMs: 1, late: new Promise(() => undefined) })).toBe(-41);
  });

  it('saves the decline of its terminal with a later attempt that still runs', async () => {
    await sendAgain();
    expect(await goOn(answer(1))).toBe('IN_DOUBT');
    const row = await store.ledger.find(requestId);
    expect(row).toMatchObject({ state: 'pending', attempt: 2 });
    expect(row?.repliedResultCode).toBeLessThan(0);
  });

  it('lets a Balance be asked again, which is in no doubt', async () => {
    const balance = deduct({ methodName: 'Balance', effect: 'none', requestId: '5001_20260101220406_2' });
    await store.ledger.claim(balance);
    await store.ledger.settle(
      answered(balance.requestId, { state: 'failed', answer: null, rawAnswer: null, resultCode: null }),
    );
    expect(await goOn(answer(1), { of: balance })).toBe('UNAVAILABLE');
  });

  const declineByOperator = () => {
    const deps = { ledger: store.ledger, clock: { nowMs: () => 1, monotonicMs: () => 1 } };
    const order = { requestId, resultCode: -9, reason: 'not in the books' };
    return createSettleByOperator({ ...deps, observer: { alert: () => undefined } } as never)(
      { keyId: 'operator' } as ApiKey,
      order,
    );
  };

  const expectContradicted = async () => {
    expect(await store.ledger.find(requestId)).toMatchObject({ state: 'contradicted', resultCode: 1 });
    expect(alerts).toContain('transaction_contradicted');
    expect(givenBack).toEqual([requestId]);
  };

  it('contradicts a decline that an operator decided meanwhile', async () => {
    await declineByOperator();
    expect(await goOn(answer(1))).toBe('IN_DOUBT');
    await expectContradicted();
  });

  it('contradicts an operator who declined the later attempt', async () => {
    await sendAgain();
    await store.ledger.settle(inDoubt(2, null));
    await declineByOperator();
    expect(await goOn({ kind: 'timeout', sentAtMs: 1, late: Promise.resolve(answer(1) as never) })).toBe(-9);
    await background;
    await expectContradicted();
  });

  it('contradicts an operator although the database could not take the answer at once', async () => {
    let isDown = true;
    const settle: Store['ledger']['settle'] = async (input) => {
      if (!isDown) return store.ledger.settle(input);
      isDown = false;
      await declineByOperator();
      throw new CardwayError('UNAVAILABLE');
    };
    expect(await goOn(answer(1), { ledger: { ...store.ledger, settle } })).toBe('UNAVAILABLE');
    await background;
    await expectContradicted();
  });
});

const SAVED = JSON.stringify({
  status: 'failed',
  message: 'insufficient funds',
  customer_id: 1001,
  response: { resultCode: -41 },
});

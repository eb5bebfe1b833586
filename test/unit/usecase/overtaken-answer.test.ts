import { CardwayError } from '../../../src/platform/errors.js';
import type { SettleInput } from '../../../src/use-cases/transactions/ledger-port.js';
import { settleDoubt } from '../../../src/use-cases/transactions/settle-doubt.js';
import { settleWithRetries } from '../../../src/use-cases/transactions/settlement.js';
import { answered, deduct, reversal } from '../../contract/samples.js';
import { answerOf, deductInDoubt, type DeductInDoubt } from './deduct-in-doubt.js';

/** An answer that could not be saved at once, while a repeated call on a route that dedupes took the next attempt. */
describe('an answer that is saved late', () => {
  const { requestId } = deduct();
  let doubtful: DeductInDoubt;

  beforeEach(async () => {
    doubtful = await deductInDoubt();
    await doubtful.sendAgain();
  });

  afterEach(() => doubtful.close());

  const save = () => settleWithRetries(doubtful.deps, answered(requestId, { attempt: 1 }));

  it('settles the later attempt that is in doubt', async () => {
    await doubtful.doubt(2);
    expect(await save()).toEqual({ kind: 'settled' });
    expect(await doubtful.store.ledger.find(requestId)).toMatchObject({
      ...{ state: 'answered', attempt: 2, resultCode: 1 },
    });
  });

  it('is given up where the failure is not the store’s', async () => {
    const settle = () => Promise.reject(new CardwayError('INTERNAL'));
    const deps = { ...doubtful.deps, ledger: { ...doubtful.store.ledger, settle } };
    await expect(settleWithRetries(deps, answered(requestId))).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('contradicts the decline that the terminal got since it was read', async () => {
    const { ledger } = doubtful.store;
    await doubtful.doubt(2);
    const row = (await ledger.find(requestId))!;
    await ledger.recordReply({ requestId, attempt: 2, repliedResultCode: -7 });
    await settleDoubt(doubtful.deps, { ...row, wasInDoubt: true }, answerOf(1));
    expect(await ledger.find(requestId)).toMatchObject({ state: 'contradicted', resultCode: 1 });
  });

  it('settles the later attempt that still runs, whose own outcome then changes nothing', async () => {
    expect(await save()).toEqual({ kind: 'settled' });
    expect(await doubtful.doubt(2)).toMatchObject({ kind: 'lost', row: { state: 'answered' } });
  });

  it.each([
    ['counts as settled where the commit that failed saved it', 'settled', {}],
    ['is lost where a later attempt got the same settlement', 'lost', { attempt: 1 }],
    ['is lost where the row got another state', 'lost', { state: 'contradicted' }],
    ['is lost where the row got this state at another time', 'lost', { settledAtMs: 7 }],
  ] as const)('%s', async (_, kind, change) => {
    const { ledger } = doubtful.store;
    await ledger.settle(answered(requestId, { attempt: 2 }));
    let settle: typeof ledger.settle = () => {
      settle = ledger.settle;
      return Promise.reject(new CardwayError('UNAVAILABLE'));
    };
    const failingOnce = { ...ledger, settle: (input: SettleInput) => settle(input) };
    const own = answered(requestId, { attempt: 2, ...change });
    expect(await settleWithRetries(doubtful.deps, own)).toMatchObject({ kind: 'lost' });
    expect(await settleWithRetries({ ...doubtful.deps, ledger: failingOnce }, own)).toMatchObject({ kind });
  });

  it.each(['queued', 'in_doubt'] as const)('settles an advice whose later attempt is %s', async (state) => {
    const { ledger } = doubtful.store;
    const { requestId: adviceId } = reversal();
    const waiting = { resultCode: null, answer: null, rawAnswer: null, nextAttemptInMs: 0 };
    await ledger.claim(reversal());
    await ledger.settle(answered(adviceId, { ...waiting, state: 'queued' }));
    const lease = { owner: 'b', leaseMs: 60_000, pauseMaxMs: 1000, limit: 10 };
    expect(await ledger.leaseQueued(lease)).toHaveLength(1);
    const attempt = (await ledger.find(adviceId))?.attempt ?? 0;
    expect(attempt).toBe(2);
    await ledger.settle(answered(adviceId, { ...waiting, attempt, state, fromStates: ['queued'] }));
    const settle = answered(adviceId, { attempt: 1, fromStates: ['queued'] });
    expect(await settleWithRetries(doubtful.deps, settle)).toEqual({ kind: 'settled' });
    expect(await ledger.find(adviceId)).toMatchObject({ state: 'answered', resultCode: 1 });
  });

  it.each([
    [1, []],
    [-17, ['advice_declined_downstream']],
  ])('of an advice with the code %i raises the alerts %j', async (resultCode, alerts) => {
    const { ledger } = doubtful.store;
    const advice = reversal();
    const waiting = { resultCode: null, answer: null, rawAnswer: null };
    await ledger.claim(advice);
    await ledger.settle(answered(advice.requestId, { ...waiting, state: 'in_doubt' }));
    const row = (await ledger.find(advice.requestId))!;
    await settleDoubt(doubtful.deps, { ...row, wasInDoubt: false }, answerOf(resultCode));
    expect(await ledger.find(advice.requestId)).toMatchObject({ state: 'answered', resultCode });
    expect(doubtful.alerts).toEqual(alerts);
  });
});

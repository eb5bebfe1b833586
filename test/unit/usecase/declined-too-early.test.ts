import { settleDoubt } from '../../../src/use-cases/transactions/settle-doubt.js';
import { deduct } from '../../contract/samples.js';
import { answerOf, deductInDoubt, type DeductInDoubt } from './deduct-in-doubt.js';

/** An operator settles a Deduct in doubt while the wallet service is still at work on it. */
describe('an answer that comes after the decision of an operator', () => {
  const { requestId } = deduct();
  let doubtful: DeductInDoubt;

  beforeEach(async () => {
    doubtful = await deductInDoubt();
  });

  afterEach(() => doubtful.close());

  async function after(decision: number, late: number) {
    const { ledger } = doubtful.store;
    const row = (await ledger.find(requestId))!;
    await doubtful.settleByOperator(decision);
    await settleDoubt(doubtful.deps, { ...row, wasInDoubt: false }, answerOf(late));
    return ledger.find(requestId);
  }

  it('contradicts a decline when the money has moved, raises the alert and gives the money back', async () => {
    expect(await after(-9, 1)).toMatchObject({
      ...{ state: 'contradicted', resultCode: 1, rawAnswer: 'raw answer' },
    });
    expect(doubtful.alerts).toEqual(['transaction_contradicted']);
    expect(doubtful.givenBack).toEqual([requestId]);
  });

  it.each([
    [-9, -41],
    [1, 1],
  ])('leaves the decision %i where the answer %i moves nothing more', async (decision, late) => {
    expect(await after(decision, late)).toMatchObject({ state: 'answered', resultCode: decision });
    expect(doubtful.alerts).toEqual([]);
  });
});

it('an alert names a transaction that an operator approved and the wallet service then approved in part', async () => {
  const doubtful = await deductInDoubt();
  try {
    const row = (await doubtful.store.ledger.find(deduct().requestId))!;
    await doubtful.settleByOperator(1);
    await settleDoubt(doubtful.deps, { ...row, wasInDoubt: false }, answerOf(2));
    expect(await doubtful.store.ledger.find(row.requestId)).toMatchObject({
      state: 'answered',
      resultCode: 1,
    });
    expect(doubtful.alerts).toEqual(['decision_contradicted']);
  } finally {
    await doubtful.close();
  }
});

it('an approval of an operator contradicts a decline that the terminal got while it was decided', async () => {
  const doubtful = await deductInDoubt();
  try {
    const { ledger } = doubtful.store;
    const { requestId } = deduct();
    const find: typeof ledger.find = async (id) => {
      const row = await ledger.find(id);
      await ledger.recordReply({ requestId, attempt: 1, repliedResultCode: -7 });
      return row;
    };
    Object.assign(doubtful.deps, { ledger: { ...ledger, find } });
    await doubtful.settleByOperator(1);
    expect(await ledger.find(requestId)).toMatchObject({ state: 'contradicted', repliedResultCode: -7 });
    expect(doubtful.givenBack).toEqual([requestId]);
  } finally {
    await doubtful.close();
  }
});

/** A settlement is final, so a slip of the operator must not become one. */
describe('a decision that is neither an approval nor a decline', () => {
  it.each([0, 2, 7, 1000, -(2 ** 31)])('is refused: %i', async (resultCode) => {
    const doubtful = await deductInDoubt();
    try {
      await expect(doubtful.settleByOperator(resultCode)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        field: 'result_code',
      });
      const row = await doubtful.store.ledger.find(deduct().requestId);
      expect(row).toMatchObject({ state: 'in_doubt', resultCode: null });
    } finally {
      await doubtful.close();
    }
  });
});

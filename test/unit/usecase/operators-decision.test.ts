import { deduct } from '../../contract/samples.js';
import { deductInDoubt } from './deduct-in-doubt.js';

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

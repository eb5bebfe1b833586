import type { ReconciledRow } from '../../../src/use-cases/directory/administration-port.js';
import { createReconcile } from '../../../src/use-cases/transactions/history/reconcile.js';

const ROW = {
  programme: 'shop',
  currency: 'EUR',
  terminalId: '0068766621',
  route: 'default',
  methodName: 'Deduct',
  state: 'answered',
  requestAmount: 100,
  replyReason: null,
  answer: null,
} as const;

/** Returns the line of rows that have one. */
async function lineOf(...rows: readonly ReconciledRow[]) {
  const reconcile = createReconcile({
    async *rows() {
      await Promise.resolve();
      yield rows;
    },
  });
  return (await reconcile('2026-11-20'))[0];
}

it.each([
  [1, 'approved'],
  [2, 'approved'],
  [3, 'declined'],
  [0, 'declined'],
  [-17, 'declined'],
  [null, 'declined'],
])('resultCode %s counts as %s, as in the reply', async (resultCode, outcome) => {
  const line = await lineOf({ ...ROW, resultCode });
  expect(line).toMatchObject({ approved: 0, declined: 0, [outcome]: 1, [`${outcome}Amount`]: 100n });
});

it('a partial approval counts with its approved amount', async () => {
  const answer = '{"response":{"resultCode":2,"approvalAmount":60}}';
  const line = await lineOf({ ...ROW, resultCode: 2, answer }, { ...ROW, resultCode: 1 });
  expect(line).toMatchObject({ count: 2, amount: 200n, approved: 2, approvedAmount: 160n });
});

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

it.each([
  [1, 'approved'],
  [2, 'approved'],
  [3, 'declined'],
  [0, 'declined'],
  [-17, 'declined'],
  [null, 'declined'],
])('resultCode %s counts as %s, as in the reply', async (resultCode, outcome) => {
  const reconcile = createReconcile({
    async *rows() {
      await Promise.resolve();
      yield [{ ...ROW, resultCode }];
    },
  });
  const [line] = await reconcile('2026-11-20');
  expect(line).toMatchObject({ approved: 0, declined: 0, [outcome]: 1, [`${outcome}Amount`]: 100n });
});

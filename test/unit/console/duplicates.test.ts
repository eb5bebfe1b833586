import { withDuplicates } from '../../../console/src/pages/transactions/duplicates.js';
import type { TransactionRowFragment } from '../../../src/generated/operations.js';

const PAYMENT = {
  effect: 'money',
  state: 'answered',
  methodName: 'Deduct',
  reference: '43172792905',
  requestAmount: 1439,
  narrative: 'A SHOP',
  resultCode: 1,
};

/** Returns the seconds of the other payments, in the order of the rows. */
function duplicatesOf(...rows: readonly (Partial<TransactionRowFragment> & { readonly second: number })[]) {
  const times = rows.map(({ second }) => new Date(second * 1000).toISOString());
  const listed = rows.map((row, index) => ({
    ...(PAYMENT as TransactionRowFragment),
    ...row,
    requestId: String(index),
    receivedAt: times[index] ?? '',
  }));
  return withDuplicates(listed).map(({ duplicateAt }) =>
    duplicateAt === undefined ? null : Date.parse(duplicateAt) / 1000,
  );
}

it('marks both payments of one wallet, amount and merchant within ten minutes', () => {
  expect(duplicatesOf({ second: 700 }, { second: 650, reference: '1' }, { second: 100 })).toEqual([
    100,
    null,
    700,
  ]);
  expect(duplicatesOf({ second: 601 }, { second: 0 })).toEqual([null, null]);
  expect(duplicatesOf({ second: 1, resultCode: null, state: 'in_doubt' }, { second: 0 })).toEqual([0, 1]);
});

it.each([
  { resultCode: -17 },
  { state: 'refused' as const, resultCode: null },
  { effect: 'advice' as const },
  { methodName: 'LoadAuth' },
  { requestAmount: 1440 },
  { narrative: 'ANOTHER SHOP' },
])('marks none that differs: %j', (other) => {
  expect(duplicatesOf({ second: 60, ...other }, { second: 0 })).toEqual([null, null]);
});

import { settledAtOf } from '../../../console/src/pages/transaction/settled-at.js';

const settledAt = '2026-11-27T05:48:19.041Z';

it.each(['answered', 'refused', 'failed', 'contradicted'])('%s is settled', (state) => {
  expect(settledAtOf({ state, settledAt })).toBe(settledAt);
});

it.each(['pending', 'in_doubt', 'queued', 'unmatched'])('%s is not settled, whatever its time', (state) => {
  expect(settledAtOf({ state, settledAt })).toBeNull();
});

import fc from 'fast-check';
import type { JsonObject } from '../../../src/core/wire/json.js';
import { KLV_KEYS } from '../../../src/core/wire/klv-keys.js';
import { isKlvInOrder, klvInOrder } from '../../../src/core/wire/klv-members.js';

const name = fc.oneof(
  fc.constantFrom(...KLV_KEYS.map((row) => row.name)),
  fc.integer({ min: 0, max: 999 }).map((key) => `klv_${String(key).padStart(3, '0')}`),
  fc.integer({ min: 0, max: 999 }).map((key) => String(key).padStart(3, '0')),
  fc.stringMatching(/^[a-z_]{1,8}$/),
);
const members = fc.uniqueArray(fc.tuple(name, fc.string({ maxLength: 4 })), {
  selector: ([written]) => written,
  maxLength: 6,
});

function ordered(entries: readonly (readonly [string, string])[]): JsonObject | null {
  try {
    return klvInOrder('transaction_data', entries);
  } catch {
    return null;
  }
}

it('puts members in the same order, whatever order they came in', () => {
  fc.assert(
    fc.property(members, (entries) => {
      expect(JSON.stringify(ordered([...entries].reverse()))).toBe(JSON.stringify(ordered(entries)));
    }),
  );
});

it('says of members that they are in order only where ordering would change nothing', () => {
  fc.assert(
    fc.property(members, (entries) => {
      const given = Object.fromEntries(entries);
      const isSame = JSON.stringify(ordered(Object.entries(given))) === JSON.stringify(given);
      expect(isKlvInOrder(given)).toBe(isSame);
    }),
  );
});

it('leaves ordered members as they are', () => {
  expect(
    isKlvInOrder({ tracking_number: '1', merchant_category_code: '5999', klv_999: 'x', unknown: 'y' }),
  ).toBe(true);
  expect(isKlvInOrder({ merchant_category_code: '5999', tracking_number: '1' })).toBe(false);
});

it('refuses a key that is given by its digits and by its name', () => {
  expect(() =>
    klvInOrder('transaction_data', [
      ['002', '1'],
      ['tracking_number', '2'],
    ]),
  ).toThrow('transaction_data.tracking_number is given more than once.');
});

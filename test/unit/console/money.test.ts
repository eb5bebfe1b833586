import { formatMoney } from '../../../console/src/parts/format.js';

it.each([
  [354, 'EUR', '€3.54'],
  [-5, 'EUR', '-€0.05'],
  [0, 'EUR', '€0.00'],
  [7, 'JPY', '¥7'],
  [1234, 'KWD', 'KWD 1.234'],
  [Number.MAX_SAFE_INTEGER, 'EUR', '€90,071,992,547,409.91'],
  [Number.MAX_SAFE_INTEGER - 4, 'KWD', 'KWD 9,007,199,254,740.987'],
  [27021597764222973n, 'EUR', '€270,215,977,642,229.73'],
  [-27021597764222973n, null, '-27,021,597,764,222,973 minor units'],
  [Number.MAX_SAFE_INTEGER, null, '9,007,199,254,740,991 minor units'],
])('%s minor units of %s are shown as %s', (minorUnits, currency, shown) => {
  expect(formatMoney({ minorUnits, currency }).replaceAll('\u00a0', ' ')).toBe(shown);
});

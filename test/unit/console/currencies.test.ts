import { currencyLetters } from '../../../console/src/parts/currencies.js';

it.each([
  ['840', 'USD'],
  ['414', 'KWD'],
  ['532', 'XCG'], // the Caribbean guilder, which replaced ANG
  ['924', 'ZWG'],
  ['926', 'VED'],
  ['928', 'VES'],
  ['998', null],
  [null, null],
])('the currency with the number %s has the letters %s', (numeric, letters) => {
  expect(currencyLetters(numeric)).toBe(letters);
});

import {
  isAcceptance,
  isApproval,
  RESULT_CODES,
  resultText,
} from '../../../src/core/transactions/result-codes.js';

/** Codes of docs/reference/protocol.md#result-codes. */
const CODES = [
  1, 2, -2, -3, -4, -5, -6, -7, -8, -9, -13, -14, -16, -17, -18, -19, -24, -25, -26, -27, -28, -29, -34, -36,
  -37, -38, -39, -41, -783, -784,
];

describe('result codes', () => {
  it('are the documented ones, each with a meaning', () => {
    expect([...RESULT_CODES.keys()]).toEqual(CODES);
    for (const code of CODES) expect(resultText(code)).toMatch(/^[A-Z][A-Za-z ]+$/);
  });

  it('accept an advice with 1 only', () => {
    expect(CODES.filter((code) => isAcceptance(code))).toEqual([1]);
  });

  it('say what they mean', () => {
    expect([1, -4, -8].map(resultText)).toEqual([
      'Approved',
      'Invalid card or wallet reference',
      'Authentication failed',
    ]);
  });

  it.each([0, 3, -1, -999, NaN])('have no meaning for %d', (code) => {
    expect(resultText(code)).toBeUndefined();
  });

  it('approve with 1 and 2 only', () => {
    expect([...CODES, 0, 3].filter(isApproval)).toEqual([1, 2]);
  });
});

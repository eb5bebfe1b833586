import fc from 'fast-check';
import { deriveRequestId, isRequestId } from '../../../src/core/transactions/transaction.js';
import { thrownBy } from './thrown.js';

describe('the shape of a request id', () => {
  it.each([
    ['5001_20200824141706_1', 5001],
    ['5001_20200824_12345678901234567890', 5001],
    ['5001_20200824141706123_0', 5001],
    ['0_12345678_1', 0],
    ['9007199254740991_12345678_1', Number.MAX_SAFE_INTEGER],
  ])('accepts %s of card %i', (text, cardId) => {
    expect(isRequestId(text, cardId)).toBe(true);
  });

  it.each([
    ['another card', '5002_20200824141706_1'],
    ['a card that only begins the same', '50010_20200824141706_1'],
    ['leading zeros', '05001_20200824141706_1'],
    ['a timestamp of 7 digits', '5001_2020082_1'],
    ['a timestamp of 18 digits', '5001_202008241417061234_1'],
    ['no number', '5001_20200824141706_'],
    ['a number of 21 digits', '5001_20200824141706_123456789012345678901'],
    ['a fourth part', '5001_20200824141706_1_1'],
    ['a sign', '5001_20200824141706_-1'],
    ['a line end behind', '5001_20200824141706_1\n'],
    ['a space before', ' 5001_20200824141706_1'],
    ['digits of another script', '5001_20200824141706_١'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(isRequestId(text, 5001)).toBe(false);
  });
});

describe('deriving a request id', () => {
  it('combines card, date and 48 bits of the checksum', () => {
    const checksum = 'C1934E02B0D8582761453D56513BC8997C61AACB08B9AFB4A6571F78FE941BD1';
    const requestId = deriveRequestId({ cardId: 5002, wireDate: '20200824T14:17:06', checksum });
    expect(requestId).toBe('5002_20200824141706_212838413152472');
  });

  it('gives a valid request id, the same for either case of the checksum', () => {
    const anyHex = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789abcdef')),
      minLength: 40,
      maxLength: 64,
    });
    fc.assert(
      fc.property(fc.maxSafeNat(), anyHex, (cardId, checksum) => {
        const wireDate = '20200824T14:17:06';
        const requestId = deriveRequestId({ cardId, wireDate, checksum });
        expect(isRequestId(requestId, cardId)).toBe(true);
        expect(deriveRequestId({ cardId, wireDate, checksum: checksum.toUpperCase() })).toBe(requestId);
        expect(BigInt(requestId.split('_')[2] ?? '')).toBe(BigInt(`0x${checksum.slice(0, 12)}`));
      }),
    );
  });

  it.each([
    ['a date that was not checked', '2020-08-24T14:17:06', 'c1934e02b0d8'],
    ['a checksum that was not checked', '20200824T14:17:06', 'c1934e02b0dx'],
    ['a checksum of too few digits', '20200824T14:17:06', 'c1934e02b0d'],
  ])('refuses %s', (_, wireDate, checksum) => {
    expect(thrownBy(() => deriveRequestId({ cardId: 1, wireDate, checksum }))).toMatchObject({
      code: 'INTERNAL',
    });
  });
});

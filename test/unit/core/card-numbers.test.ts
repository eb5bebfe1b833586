import { cutCardNumbers, cutText, digitRowsAreIn, idText } from '../../../src/core/wire/card-numbers.js';
import { CARD_NUMBER_FORMS, CARD_NUMBERS, digitsOf } from '../../support/canaries.js';

describe('a card number in a text', () => {
  it.each(CARD_NUMBERS)('of $scheme keeps its first six and last four digits', ({ number }) => {
    const cut = `${number.slice(0, 6)}${'X'.repeat(number.length - 10)}${number.slice(-4)}`;
    expect(cutCardNumbers(number)).toBe(cut);
    expect(cutCardNumbers(`{"a":"x ${number}, y"}`)).toBe(`{"a":"x ${cut}, y"}`);
  });

  it.each(CARD_NUMBER_FORMS)('is cut when it is written $title', ({ written }) => {
    const cut = cutCardNumbers(`text ${written} text`);
    expect(digitsOf(cut)).not.toContain(digitsOf(written));
    expect(cut.replace(/[\p{Nd}X]/gu, '#')).toBe(`text ${written} text`.replace(/\p{Nd}/gu, '#'));
  });

  it.each([
    ['4111-1111-1111-1111', '4111-11XX-XXXX-1111'],
    ['amex 3782 822463 10005', 'amex 3782 82XXXX X0005'],
    ['7 4111111111111111', '7 41111XXXXXXX1111'],
    ['501800000009', 'XXXXXXXXXXXX'],
    ['12345678901234567890', '123456XXXXXXXXXX7890'],
  ])('%s', (text, cut) => {
    expect(cutCardNumbers(text)).toBe(cut);
    expect(cutCardNumbers(cut)).toBe(cut);
  });

  it.each(['4111 1111 1111 1112', '41111111111', '2026-11-29 10:11:12', 'order 2026112906150', ''])(
    'is not seen in %j',
    (text) => {
      expect(cutCardNumbers(text)).toBe(text);
    },
  );
});

it.each([
  ['%B4111111111111111^DOE/JOHN^27122010000012300000?', '%B411111XXXXXX1111^[hidden]'],
  [';4111111111111111=27122010000012300000', ';411111XXXXXX1111=[hidden]'],
  ['57134111111111111111D27122010000012300000F', '571341XXXXXXXXXX1111D[hidden]'],
  ['9F1A0208405711378282246310005d2712201000001', '9F1A020840XXXXXXXXXXXXXXX0005d[hidden]'],
  ['5710378282246310005D2712201000001', '571037XXXXXXXXX0005D[hidden]'],
  ['4111111111111111=2712\n4111111111111111=2712', '411111XXXXXX1111=[hidden]\n411111XXXXXX1111=[hidden]'],
  ['<a>4111111111111111=2712</a><b>kept</b>', '<a>411111XXXXXX1111=[hidden]</a><b>kept</b>'],
  ['4111111111111112d ended', '4111111111111112d ended'],
  ['123456789012=1', '123456789012=1'],
])('track data and EMV tag 57 keep the cut number alone: %s', (text, cut) => {
  expect(cutCardNumbers(text)).toBe(cut);
  expect(cutCardNumbers(cut)).toBe(cut);
});

it.each([
  ['', ''],
  ['123', 'XXX'],
  ['123456789012', 'XXXXXXXXXXXX'],
  ['1234567890123', '123456XXX0123'],
])('a digitized number %j is cut to %j, whatever it is', (text, cut) => {
  expect(cutText(text)).toBe(cut);
});

describe('a text of a caller in logs, traces and errors', () => {
  it.each(['till-7.backend', '2001:db8::1', 'POST/v1', 'a'.repeat(64), '41111111111'])(
    '%s is shown',
    (text) => {
      expect(idText(text)).toBe(text);
    },
  );

  it.each(['', 'a b', 'é', 'a'.repeat(65), '4111111111111111', '123456789012', '4111-1111-1111-1111', 'a\n'])(
    'only the length of %j is shown',
    (text) => {
      expect(idText(text)).toBe(`[text of ${String(text.length)} characters]`);
    },
  );

  it('may have a smaller limit', () => {
    expect([idText('0068766621', 10), idText('03702TX9000', 10)]).toEqual([
      '0068766621',
      '[text of 11 characters]',
    ]);
  });
});

describe('long rows of digits', () => {
  it.each([
    ['none', 'a 12345678901', '', true],
    ['one that stands in the other text', '{"a":123456789012}', '[123456789012]', true],
    ['one that does not', '{"a":123456789012}', '[12345678901]', false],
    ['a request id', '{"a":"5001_20260817175857_4111111111111111"}', '', true],
    ['too many', '123456789012,'.repeat(21), '123456789012', false],
  ])('%s', (_title, text, other, areIn) => {
    expect(digitRowsAreIn(other, text)).toBe(areIn);
  });
});

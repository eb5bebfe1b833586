import { maskText } from '../../../src/core/mask.js';

describe('maskText', () => {
  it.each([
    ['card 4111111111111111 was refused', 'card 411111XXXXXX1111 was refused'],
    ['card 5555 5555 5555 4444.', 'card 5555 55XX XXXX 4444.'],
    ['card 5555-5555-5555-4444', 'card 5555-55XX-XXXX-4444'],
    ['amex 3782 822463 10005', 'amex 3782 82XXXX X0005'],
  ])('masks the card number of %s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it.each(['4111 1111 1111 1112', '2026-1121-0615-0994', '5555 5555-5555 4444', '20261121 061509'])(
    'leaves %s, which is no card number',
    (text) => {
      expect(maskText(text)).toBe(text);
    },
  );
});

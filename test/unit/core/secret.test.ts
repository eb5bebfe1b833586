import fc from 'fast-check';
import {
  deriveTotpKey,
  equalCodes,
  formatSecret,
  isSharedKeyId,
  parseSecret,
  timeStep,
} from '../../../src/core/access/secret.js';

const sharedKeyIds = fc.stringMatching(/^[A-Za-z0-9_-]{1,16}$/);
const otps = fc.stringMatching(/^[0-9]{1,8}$/);

describe('a secret', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(sharedKeyIds, otps, (sharedKeyId, otp) => {
        expect(parseSecret(formatSecret({ sharedKeyId, otp }))).toEqual({ sharedKeyId, otp });
      }),
    );
  });

  it.each([
    '',
    '#',
    '001',
    '001#',
    '#45236521',
    '001#452365211',
    '001#4523652a',
    '001 #45236521',
    '001#45236521\n',
    ' 001#45236521',
    '001##45236521',
    '01234567890123456#45236521',
    'ключ#45236521',
    '001#٤٥٢٣٦٥٢١',
  ])('is not %j', (text) => {
    expect(parseSecret(text)).toBeNull();
  });

  it('is read in time that does not grow with wrong input', () => {
    expect(parseSecret(`${'0'.repeat(100_000)}#`)).toBeNull();
  });
});

it('a key id has 1 to 16 letters, digits, underscores and hyphens', () => {
  expect(['001', 'A', 'a_B-9', '0123456789abcdef'].every(isSharedKeyId)).toBe(true);
  expect(['', '0123456789abcdefg', 'a b', 'a#b', 'é'].some(isSharedKeyId)).toBe(false);
});

describe('the TOTP key of a card', () => {
  const sharedKey = Buffer.from('12345678901234567890123456789012');

  it('is an HMAC-SHA-256 of the decimal card id', () => {
    // openssl: printf 5001 | openssl dgst -sha256 -hmac 12345678901234567890123456789012
    expect(deriveTotpKey({ derivation: 'hmac', sharedKey, cardId: 5001 }).toString('hex')).toBe(
      '51ee87ae3abf94f02b6a10168e8447d80ed0af595ec60921760466940df8a9d6',
    );
  });

  it('is the shared key followed by the decimal card id', () => {
    expect(String(deriveTotpKey({ derivation: 'append', sharedKey, cardId: 5001 }))).toBe(
      '123456789012345678901234567890125001',
    );
  });

  it('is the shared key itself', () => {
    expect(deriveTotpKey({ derivation: 'none', sharedKey, cardId: 5001 })).toEqual(sharedKey);
  });
});

it('a step lasts from its first millisecond to the one before the next', () => {
  expect([59_999, 60_000, 119_999, 120_000].map((ms) => timeStep(ms, 60_000))).toEqual([0, 1, 1, 2]);
});

it('only whole codes are equal', () => {
  expect(equalCodes('45236521', '45236521')).toBe(true);
  expect(['45236520', '4523652', '452365210', ''].some((other) => equalCodes('45236521', other))).toBe(false);
});

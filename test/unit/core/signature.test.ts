import { createHmac, createSecretKey } from 'node:crypto';
import {
  parseSigningKey,
  signBytes,
  verifySignature,
  webhookSignature,
} from '../../../src/core/wire/signature.js';
import { thrownBy } from './thrown.js';

const repeat = (byte: number, count: number): Buffer => Buffer.alloc(count, byte);

/** Test vectors of RFC 4231, sections 4.2 to 4.8. The fifth is cut to 128 bits there. */
const RFC_4231 = [
  {
    key: repeat(0x0b, 20),
    data: Buffer.from('Hi There'),
    mac: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    key: Buffer.from('Jefe'),
    data: Buffer.from('what do ya want for nothing?'),
    mac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    key: repeat(0xaa, 20),
    data: repeat(0xdd, 50),
    mac: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  },
  {
    key: Buffer.from(Array.from({ length: 25 }, (_, index) => index + 1)),
    data: repeat(0xcd, 50),
    mac: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  },
  {
    key: repeat(0x0c, 20),
    data: Buffer.from('Test With Truncation'),
    mac: 'a3b6167473100ee06e0c796c2955552b',
  },
  {
    key: repeat(0xaa, 131),
    data: Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
    mac: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  },
  {
    key: repeat(0xaa, 131),
    data: Buffer.from(
      'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before ' +
        'being used by the HMAC algorithm.',
    ),
    mac: '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  },
];

describe('signing bytes', () => {
  it.each(RFC_4231.map((vector, index) => ({ ...vector, number: index + 1 })))(
    'gives the MAC of RFC 4231, case $number',
    ({ key, data, mac }) => {
      const signature = signBytes(key, data);
      expect(signature).toMatch(/^[0-9a-f]{64}$/);
      expect(signature.slice(0, mac.length)).toBe(mac);
      expect(verifySignature({ key: createSecretKey(key), body: data, claimed: signature })).toBe(true);
    },
  );

  it('refuses an empty key', () => {
    expect(thrownBy(() => signBytes(Buffer.alloc(0), Buffer.from('body')))).toMatchObject({
      code: 'INTERNAL',
    });
  });
});

it('a webhook is not signed with an empty secret', () => {
  const unsigned = { id: 'evt_1', seconds: '1', body: '{}' };
  expect(() => webhookSignature({ ...unsigned, secret: 'whsec_' })).toThrow('empty');
});

describe('verifying a signature', () => {
  const key = Buffer.from('sandbox-signing-key');
  const body = Buffer.from('{"request":{}}');
  const signature = signBytes(key, body);

  it('accepts hex of either case', () => {
    expect(verifySignature({ key, body, claimed: signature })).toBe(true);
    expect(verifySignature({ key, body, claimed: signature.toUpperCase() })).toBe(true);
  });

  it.each([
    ['none at all', undefined],
    ['an empty one', ''],
    ['a short one', signature.slice(2)],
    ['a long one', `${signature}00`],
    ['no hex', 'g'.repeat(64)],
    ['zeros', '0'.repeat(64)],
    ['one with a prefix', `sha256=${signature}`],
    ['one of other bytes', signBytes(key, Buffer.from('{"request":{} }'))],
    ['one of another key', signBytes(Buffer.from('sandbox-signing-kez'), body)],
  ])('refuses %s', (_, claimed) => {
    expect(verifySignature({ key, body, claimed })).toBe(false);
  });

  it('verifies nothing with an empty key', () => {
    const claimed = createHmac('sha256', '').update(body).digest('hex');
    expect(verifySignature({ key: Buffer.alloc(0), body, claimed })).toBe(false);
    expect(verifySignature({ key: createSecretKey(Buffer.alloc(0)), body, claimed })).toBe(false);
  });
});

describe('reading a signing key', () => {
  it.each([
    ['sandbox-signing-key', 'sandbox-signing-key'],
    ['schlüssel', 'schlüssel'],
    ['hex:6b6579', 'key'],
    ['hex:6B65Fa', Buffer.from([0x6b, 0x65, 0xfa])],
    ['base64:a2V5cw==', 'keys'],
    ['base64:+/+/', Buffer.from([0xfb, 0xff, 0xbf])],
    [' hex:zz', ' hex:zz'],
  ])('reads %j', (text, key) => {
    expect(parseSigningKey(text)).toEqual({ kind: 'ok', key: Buffer.from(key as string) });
  });

  it.each([
    ['', 'The key is empty.'],
    ['hex:', 'The key is empty.'],
    ['base64:', 'The key is empty.'],
    ['hex:6b657', 'After hex: there must be pairs of hex digits only.'],
    ['hex:6b 65', 'After hex: there must be pairs of hex digits only.'],
    ['hex:0x6b', 'After hex: there must be pairs of hex digits only.'],
    ['hex:6b65\n', 'After hex: there must be pairs of hex digits only.'],
    ['base64:a2V5cw', 'After base64: there must be base64 of the standard alphabet, padded with =.'],
    ['base64:a2V5cx==', 'After base64: there must be base64 of the standard alphabet, padded with =.'],
    ['base64:-_-_', 'After base64: there must be base64 of the standard alphabet, padded with =.'],
    ['base64:a2V5 cw==', 'After base64: there must be base64 of the standard alphabet, padded with =.'],
  ])('refuses %j and says why', (text, reason) => {
    expect(parseSigningKey(text)).toEqual({ kind: 'bad', reason });
  });
});

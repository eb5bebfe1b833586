import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { isNetwork, isWithin } from '../../../src/core/networks.js';

describe('networks of a list of addresses', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9', true],
    ['203.0.113.9', '203.0.113.0/24', true],
    ['203.0.114.0', '203.0.113.0/24', false],
    ['203.0.113.9', '0.0.0.0/0', true],
    ['::ffff:203.0.113.9', '203.0.113.0/24', true],
    ['203.0.113.9', '::ffff:203.0.113.9', true],
    ['2001:db8::7', '2001:db8::/32', true],
    ['2001:DB8:0:0:0:0:0:7', '2001:db8::7', true],
    ['2001:db9::', '2001:db8::/32', false],
    ['203.0.113.9', '::/0', false],
    ['::1', '0.0.0.0/0', false],
    ['unknown', '0.0.0.0/0', false],
    ['', '::/0', false],
  ])('%s in %s: %s', (address, network, expected) => {
    expect(isWithin(address, ['198.51.100.1', network])).toBe(expected);
  });

  it.each([
    '',
    '7',
    '1.2.3',
    '01.2.3.4',
    '1.2.3.256',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    '::1/129',
    ':::',
    '1::2::3',
  ])('none of them is %j', (written) => {
    expect(isNetwork(written)).toBe(false);
  });

  const octets = (count: number) => fc.uint8Array({ minLength: count, maxLength: count });
  const address = fc
    .oneof(octets(4), octets(16))
    .map((bytes) => ipaddr.fromByteArray([...bytes]))
    .chain((parsed) => fc.constantFrom(parsed.toString(), parsed.toNormalizedString()));

  it('are those of ipaddr.js', () => {
    const near = fc.tuple(address, address, fc.nat(128), fc.boolean());
    fc.assert(
      fc.property(near, ([one, other, bits, isSame]) => {
        const [sought, base] = [ipaddr.process(one), ipaddr.process(isSame ? one : other)];
        const prefix = Math.min(bits, base.kind() === 'ipv4' ? 32 : 128);
        const expected = sought.kind() === base.kind() && sought.match(base, prefix);
        expect(isWithin(one, [`${base.toString()}/${String(prefix)}`])).toBe(expected);
      }),
    );
  });

  it('are addresses to node:net too', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abf:.'), maxLength: 24 }), (text) => {
        expect(isNetwork(text)).toBe(isIP(text) !== 0);
      }),
      { numRuns: 2000 },
    );
  });
});

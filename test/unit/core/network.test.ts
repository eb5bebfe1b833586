import { isInside, readNetwork, readNetworkOf } from '../../../src/core/access/network.js';

const inside = (address: string, ...written: readonly string[]): boolean =>
  isInside(
    address,
    written.flatMap((network) => readNetwork(network) ?? []),
  );

describe('a network', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', '11.0.0.1'],
    ['192.0.2.128/25', '192.0.2.128', '192.0.2.127'],
    ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['0.0.0.0/0', '203.0.113.9', '2001:db8::1'],
    ['2001:db8::/32', '2001:db8:ffff::1', '2001:db9::1'],
    ['2001:db8:0:80::/57', '2001:db8:0:ff::', '2001:db8:0:7f::'],
    ['::1', '0:0:0:0:0:0:0:1', '::2'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0', '1:2:3:4:5:6:7:1'],
    ['2001:DB8::/32', '2001:db8::1', '2001:db9::1'],
    ['64:ff9b::192.0.2.0/120', '64:ff9b::c000:2ff', '64:ff9b::c000:300'],
    ['::/0', 'fe80::1%eth0', '192.0.2.7'],
    ['::ffff:192.0.2.0/120', '192.0.2.200', '192.0.3.1'],
    ['192.0.2.0/24', '::ffff:192.0.2.9', '::ffff:192.0.3.9'],
  ])('%s has %s and not %s', (network, has, hasNot) => {
    expect(inside(has, network)).toBe(true);
    expect(inside(hasNot, network)).toBe(false);
  });

  it('is one of several', () => {
    expect(inside('2001:db8::9', '10.0.0.0/8', '2001:db8::/64')).toBe(true);
    expect(inside('192.0.2.1', '10.0.0.0/8', '2001:db8::/64')).toBe(false);
  });

  it.each(['unknown', '', '192.0.2', '192.0.2.1, 10.0.0.1'])(
    'does not contain %j, which is no address',
    (address) => {
      expect(inside(address, '0.0.0.0/0', '::/0')).toBe(false);
    },
  );

  it.each([
    ...['', 'any', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '010.0.0.0/8', '256.0.0.0/8', '10.0.0.0/8/8'],
    ...['10.1.2.3/8', '2001:db8::1/32', '2001:db8::/129', '2001:db8::1::2', '1:2:3:4:5:6:7:8:9', '12345::'],
    ...['::ffff:192.0.2.0/64', '10.0.0.0/-1', 'fe80::1%eth0', '1:2:3:4:5:6:7:8::', '1:2:3:4::5:6:7:8'],
    ...['0.0.0.0/', '0.0.0.0/ 0', '0.0.0.0/0 ', '16.0.0.0/0x8', '16.0.0.0/0008', '1:2:3:4:5:6:7:'],
    ...['10.0.0.0::', '10.0.0.0::/8', '1::10.0.0.0:2', '192.0.2.0001'],
  ])('is not read from %j', (written) => {
    expect(readNetwork(written)).toBeNull();
  });
});

it.each(['::ffff:10.0.0.0/8', '::ffff:10.0.0.0/95'])(
  'no network is read from %s, which would hold every address',
  (written) => {
    expect(readNetworkOf(written)).toBeNull();
  },
);

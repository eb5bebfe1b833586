import { addressGroup } from '../../../src/core/access/network.js';
import { clientAddressOf, isFromHere, peerOf } from '../../../src/http/client-address.js';

function addressOf(setting: string | undefined, peer: string, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return clientAddressOf(setting)({ socket: { remoteAddress: peer }, headers });
}

describe('the address of a client', () => {
  it('is the peer’s address without a trusted proxy, whatever the header contains', () => {
    expect(addressOf(undefined, '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(addressOf('0', '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  });

  it.each([
    ['1', '198.51.100.2'],
    ['2', '198.51.100.1'],
    ['9', '198.51.100.1'],
  ])('is as many hops back as the number of trusted proxies (%s)', (hops, address) => {
    expect(addressOf(hops, '10.0.0.1', '198.51.100.1, 198.51.100.2')).toBe(address);
  });

  it('is the first one that is no trusted proxy', () => {
    const forged = '192.0.2.66, 203.0.113.9, 10.1.2.3';
    expect(addressOf('10.0.0.0/8', '10.0.0.1', forged)).toBe('203.0.113.9');
    expect(addressOf('10.0.0.1, 10.1.2.3', '10.0.0.1', forged)).toBe('203.0.113.9');
    expect(addressOf('10.0.0.0/8', '203.0.113.7', forged)).toBe('203.0.113.7');
    expect(addressOf('fd00::/8,10.0.0.0/8', 'fd00::1', '203.0.113.9, 10.0.0.5')).toBe('203.0.113.9');
    expect(addressOf('10.0.0.0/8', '10.0.0.1')).toBe('10.0.0.1');
  });

  it('is behind a proxy whose network is written by one of its addresses, in IPv6 form, or that has a zone', () => {
    expect(addressOf('172.17.0.1/16', '172.17.4.2', '203.0.113.9')).toBe('203.0.113.9');
    expect(addressOf('::ffff:10.0.0.0/104', '::ffff:10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(addressOf('fe80::/10', 'fe80::1%eth0', '203.0.113.9')).toBe('203.0.113.9');
  });

  it('is that of the peer where a single address is trusted, and not that of its neighbour', () => {
    for (const [proxy, neighbour] of [
      ['10.0.0.1', '10.0.0.2'],
      ['2001:db8::1', '2001:db8::2'],
    ] as const) {
      expect(addressOf(proxy, proxy, '203.0.113.9')).toBe('203.0.113.9');
      expect(addressOf(proxy, neighbour, '203.0.113.9')).toBe(neighbour);
    }
  });

  it('is not known of a closed connection, which no trusted proxy has, unless it was read before', () => {
    expect(addressOf('10.0.0.0/8', '', '203.0.113.9')).toBe('unknown');
    const socket: { remoteAddress?: string } = { remoteAddress: '10.0.0.1' };
    expect(peerOf(socket)).toBe('10.0.0.1');
    delete socket.remoteAddress;
    expect(peerOf(socket)).toBe('10.0.0.1');
  });

  it('is that of the proxy when the proxy wrote no address', () => {
    for (const written of [
      'unknown',
      '',
      'x, ',
      '203.0.113.9:',
      '203.0.113.9:x',
      '[203.0.113.9',
      'host:80',
    ]) {
      expect(addressOf('1', '10.0.0.1', written)).toBe('10.0.0.1');
    }
    expect(addressOf('2', '10.0.0.1', '198.51.100.1, unknown')).toBe('10.0.0.1');
  });

  it.each([
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1:4711', '2001:db8::1:4711'],
    ['203.0.113.9:4711, 10.1.2.3:80', '203.0.113.9'],
  ])('is in an entry with a port or in brackets (%s)', (written, address) => {
    expect(addressOf('10.0.0.0/8', '10.0.0.1', written)).toBe(address);
  });

  it('is one text for one address', () => {
    expect(addressOf(undefined, '::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(addressOf('1', '10.0.0.1', '2001:DB8:0::1')).toBe('2001:db8::1');
  });
});

describe('a local request', () => {
  const isHere = (remoteAddress: string | undefined, headers: Readonly<Record<string, string>> = {}) =>
    isFromHere({
      socket: { remoteAddress },
      headers: { host: 'localhost:4000', 'user-agent': 'curl', ...headers },
    });

  it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('comes from loopback (%s)', (peer) => {
    expect(isHere(peer)).toBe(true);
    expect(isHere(peer, { 'x-forwarded-for': '127.0.0.1' })).toBe(false);
    expect(isHere(peer, { forwarded: '' })).toBe(false);
    expect(isHere(peer, { x_forwarded_for: '' })).toBe(false);
    expect(isHere(peer, { 'x-original-host': 'pay.example.com' })).toBe(false);
    expect(isFromHere({ socket: { remoteAddress: peer }, headers: {} })).toBe(true);
  });

  it.each(['127.0.0.1', '127.0.0.1:80', '[::1]:4000', 'LOCALHOST'])('may be for %s', (host) => {
    expect(isHere('127.0.0.1', { host })).toBe(true);
  });

  it.each(['pay.example.com', '10.0.0.1:80', 'localhost.example.com', '127.0.0.1.nip.io', ''])(
    'is not for another host (%s)',
    (host) => {
      expect(isHere('127.0.0.1', { host })).toBe(false);
    },
  );

  it.each(['203.0.113.9', '::2', '10.0.0.1', '::ffff:10.0.0.1', '0.0.0.0', '127.0.0.1.example', undefined])(
    'does not come from another address (%s)',
    (peer) => {
      expect(isHere(peer)).toBe(false);
      expect(isHere(peer, { 'x-forwarded-for': '127.0.0.1' })).toBe(false);
    },
  );
});

describe('the group of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::77', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::5:6:7:8:9', '2001:db8:0:5::/64'],
    ['2001::5:6:7:8:9', '2001:0:0:5::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, group) => {
    expect(addressGroup(peerOf({ remoteAddress: address }))).toBe(group);
  });
});

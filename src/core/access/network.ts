import ipaddr from 'ipaddr.js';
import { BlockList, isIP } from 'node:net';

/** Network of addresses in CIDR form (RFC 4632, RFC 4291 section 2.3). A single address is a network of full length. */
export interface Network {
  readonly family: 'ipv4' | 'ipv6';
  readonly addresses: Pick<BlockList, 'check'>;
}

/**
 * Reads `10.0.0.0/8`, `2001:db8::/32`, or one address; null for everything else. An address with bits beyond its network's length
 * (`10.1.2.3/8`) is ambiguous, so it is null too. IPv4 in IPv6 form is IPv4.
 */
export function readNetwork(written: string): Network | null {
  const cidr = cidrOf(written);
  if (cidr === null) return null;
  const family = cidr.address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const mask = family.subnetMaskFromPrefixLength(cidr.bits).toByteArray();
  const isFirst = cidr.address.toByteArray().every((byte, index) => (byte & ~(mask[index] ?? 0)) === 0);
  return isFirst ? networkOf(cidr) : null;
}

/** Reads a network like {@link readNetwork}, also by the address of a host in it: `172.17.0.1/16`, as tools for networks print it. */
export function readNetworkOf(written: string): Network | null {
  const cidr = cidrOf(written);
  return cidr === null ? null : networkOf(cidr);
}

interface Cidr {
  readonly address: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

function cidrOf(written: string): Cidr | null {
  const [, text = '', length] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(written) ?? [];
  // Node refuses leading zeros, which some programs read as octal.
  if (isIP(text) === 0) return null;
  const address = ipaddr.process(text);
  const size = address.toByteArray().length * 8;
  const isMapped = size === IPV4_BITS && text.includes(':');
  const bits = length === undefined ? size : Number(length) - (isMapped ? IPV6_BITS - IPV4_BITS : 0);
  return bits >= 0 && bits <= size ? { address, bits } : null;
}

const IPV4_BITS = 32;
const IPV6_BITS = 128;

function networkOf({ address, bits }: Cidr): Network {
  const [family, addresses] = [address.kind(), new BlockList()];
  addresses.addSubnet(address.toString(), bits, family);
  return { family, addresses };
}

/** Returns whether an address is in one of the networks. False for a text that is not an address. */
export function isInside(address: string, networks: readonly Network[]): boolean {
  const version = isIP(address);
  const isIpv4 = version === 4;
  const [bare = ''] = address.split('%');
  // Node's list takes an IPv4 address for one in IPv6 form, which every network of `::` holds.
  const has = ({ family, addresses }: Network): boolean =>
    !(isIpv4 && family === 'ipv6') && addresses.check(bare, isIpv4 ? 'ipv4' : 'ipv6');
  return version !== 0 && networks.some(has);
}

/**
 * Returns the group that counts as one client: an IPv4 address, or the /64 network of an IPv6 address. One client usually owns that
 * whole network (RFC 6177). A text that is no address is its own group.
 */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}

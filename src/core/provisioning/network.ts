/** Network of addresses in CIDR form (RFC 4632, RFC 4291 section 2.3). A single address is a network of full length. */
export interface Network {
  /** 4 bytes for IPv4, 16 for IPv6. */
  readonly bytes: readonly number[];
  readonly bits: number;
}

/**
 * Reads `10.0.0.0/8`, `2001:db8::/32`, or one address; null for everything else. An address with bits beyond its network's length
 * (`10.1.2.3/8`) is ambiguous, so it is null too. IPv4 in IPv6 form is IPv4.
 */
export function readNetwork(written: string): Network | null {
  const network = readNetworkOf(written);
  return network === null || hasBitsFrom(network.bytes, network.bits) ? null : network;
}

/** Reads a network like {@link readNetwork}, also by the address of a host in it: `172.17.0.1/16`, as tools for networks print it. */
export function readNetworkOf(written: string): Network | null {
  const [address = '', length, ...more] = written.split('/');
  const bytes = addressBytes(address);
  if (bytes === null || more.length > 0) return null;
  if (length === undefined) return { bytes, bits: bytes.length * 8 };
  if (!/^\d{1,3}$/.test(length)) return null;
  const isMapped = bytes.length === 4 && address.includes(':');
  const bits = Number(length) - (isMapped ? MAPPED_BITS : 0);
  return bits >= 0 && bits <= bytes.length * 8 ? { bytes, bits } : null;
}

/** Returns whether an address is in one of the networks. False for a text that is not an address. */
export function isInside(address: string, networks: readonly Network[]): boolean {
  const bytes = addressBytes(address.replace(/%.*$/s, ''));
  return bytes !== null && networks.some((network) => contains(network, bytes));
}

function contains(network: Network, bytes: readonly number[]): boolean {
  if (network.bytes.length !== bytes.length) return false;
  const difference = bytes.map((byte, index) => byte ^ (network.bytes[index] ?? 0));
  return !hasBitsBefore(difference, network.bits);
}

function hasBitsBefore(bytes: readonly number[], bits: number): boolean {
  return bytes.some((byte, index) => byte >> Math.max(0, 8 - Math.max(0, bits - index * 8)) !== 0);
}

function hasBitsFrom(bytes: readonly number[], bits: number): boolean {
  return bytes.some((byte, index) => (byte & (0xff >> Math.min(8, Math.max(0, bits - index * 8)))) !== 0);
}

/** Reads the bytes of an address. Null for a text that is not an address in its usual form. */
function addressBytes(text: string): readonly number[] | null {
  if (!text.includes(':')) return ipv4Bytes(text);
  const [head = '', tail, ...more] = text.split('::');
  // An IPv4 address stands at the end only.
  if (tail !== undefined && head.includes('.')) return null;
  const before = groupBytes(head);
  const after = tail === undefined ? [] : groupBytes(tail);
  if (before === null || after === null || more.length > 0) return null;
  const missing = 16 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 2) return null;
  const bytes = [...before, ...Array<number>(missing).fill(0), ...after];
  return MAPPED.every((byte, index) => bytes[index] === byte) ? bytes.slice(MAPPED.length) : bytes;
}

/** ::ffff:0:0/96 (RFC 4291 section 2.5.5.2). */
const MAPPED: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const MAPPED_BITS = MAPPED.length * 8;

/** Reads groups of 16 bits. An IPv4 address may replace the last two. */
function groupBytes(text: string): readonly number[] | null {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    const isLast = index === groups.length - 1;
    const read = isLast && group.includes('.') ? ipv4Bytes(group) : hexBytes(group);
    if (read === null) return null;
    bytes.push(...read);
  }
  return bytes;
}

function hexBytes(group: string): readonly number[] | null {
  if (!/^[0-9a-f]{1,4}$/i.test(group)) return null;
  const value = parseInt(group, 16);
  return [value >> 8, value & 0xff];
}

/** Refuses leading zeros: some programs read them as octal, others as decimal. */
function ipv4Bytes(text: string): readonly number[] | null {
  const parts = text.split('.');
  const isDotted = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part));
  const bytes = parts.map(Number);
  return isDotted && bytes.every((byte) => byte <= 255) ? bytes : null;
}

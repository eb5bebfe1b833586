/** An address, or a network in CIDR form: `203.0.113.9`, `2001:db8::/32`. */
export function isNetwork(written: string): boolean {
  return networkOf(written) !== null;
}

/** Whether an address is one of these, or in one of these networks; never for what is no address. IPv4 in IPv6 form is IPv4. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const sought = addressOf(address);
  if (sought === null) return false;
  return networks.some((written) => {
    const network = networkOf(written);
    return network?.width === sought.width && sought.value >> network.host === network.value >> network.host;
  });
}

interface Address {
  /** Bits: 32 or 128. */
  readonly width: 32 | 128;
  readonly value: bigint;
}

interface Network extends Address {
  /** Bits that are not of the network. */
  readonly host: bigint;
}

function networkOf(written: string): Network | null {
  const [text = '', prefix, ...rest] = written.split('/');
  const address = rest.length > 0 ? null : addressOf(text);
  if (address === null) return null;
  if (prefix === undefined) return { ...address, host: 0n };
  // The prefix of an IPv4 network in IPv6 form would count other bits than the address has here.
  const isOwnForm = (address.width === 32) === !text.includes(':');
  if (!isOwnForm || !/^\d{1,3}$/.test(prefix) || Number(prefix) > address.width) return null;
  return { ...address, host: BigInt(address.width - Number(prefix)) };
}

function addressOf(text: string): Address | null {
  if (!text.includes(':')) {
    const value = ipv4(text);
    return value === null ? null : { width: 32, value };
  }
  const value = ipv6(text);
  if (value === null) return null;
  return value >> 32n === MAPPED ? { width: 32, value: value & 0xffff_ffffn } : { width: 128, value };
}

/** `::ffff:0:0/96` */
const MAPPED = 0xffffn;

function ipv4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return null;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function ipv6(text: string): bigint | null {
  const sides = text.split('::');
  if (sides.length > 2) return null;
  const [before, after] = sides.map((side, index) => groupsOf(side, index === sides.length - 1));
  if (before === null || before === undefined || after === null) return null;
  const count = before.length + (after?.length ?? 0);
  if (after === undefined ? count !== 8 : count > 7) return null;
  const zeros = Array<bigint>(8 - count).fill(0n);
  return [...before, ...zeros, ...(after ?? [])].reduce((value, group) => (value << 16n) | group, 0n);
}

/** Groups of 16 bits; the last two may be written as an IPv4 address. */
function groupsOf(side: string, isLast: boolean): bigint[] | null {
  if (side === '') return [];
  const parts = side.split(':');
  const tail = isLast && parts.at(-1)?.includes('.') === true ? ipv4(parts.pop() ?? '') : undefined;
  if (tail === null || !parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return null;
  const groups = parts.map((part) => BigInt(`0x${part}`));
  return tail === undefined ? groups : [...groups, tail >> 16n, tail & 0xffffn];
}

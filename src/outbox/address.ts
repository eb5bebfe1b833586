import ipaddr from 'ipaddr.js';

/**
 * Whether a webhook may go to an IP address (OWASP API7:2023, server-side request forgery). Only addresses that are public without
 * any doubt: no loopback, private, link-local, unique-local, shared (CGNAT), multicast, documentation or reserved ones, and none
 * that carries another address inside (IPv4-mapped, NAT64, 6to4, Teredo), since what it leads to is decided elsewhere.
 *
 * `allowPrivate` lets loopback, private and unique-local ones pass too, in their mapped form as well; link-local and other
 * addresses where clouds keep their credentials never.
 */
export function isAllowedAddress(text: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (METADATA.has(address.toNormalizedString())) return false;
  const range = address.range();
  if (allowPrivate && PRIVATE.has(range)) return true;
  // `process` unwraps mapped addresses: those are refused by their form.
  if (isMapped(text) || range !== 'unicast') return false;
  return address.kind() === 'ipv4' || GLOBAL_UNICAST.has((address.toByteArray()[0] ?? 0) >> 5);
}

/** Where clouds answer their machines with credentials, in ranges that are not refused for it: Azure; Amazon, Google over IPv6; Oracle; Alibaba. */
const METADATA: ReadonlySet<string> = new Set(
  ['168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', '192.0.0.192', '100.100.100.200'].map((address) =>
    ipaddr.process(address).toNormalizedString(),
  ),
);

const PRIVATE: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal']);

/** 2000::/3 is all that is given out of IPv6 (RFC 4291 section 2.4, IANA). */
const GLOBAL_UNICAST: ReadonlySet<number> = new Set([0b001]);

function isMapped(text: string): boolean {
  const address = ipaddr.parse(text);
  return address.kind() === 'ipv6' && address.range() === 'ipv4Mapped';
}

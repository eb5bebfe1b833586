import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address, or a network in CIDR form: `203.0.113.9`, `2001:db8::/32`. */
export function isNetwork(written: string): boolean {
  const [address = '', bits] = written.split('/');
  return isIP(address) !== 0 && (bits === undefined || ipaddr.isValidCIDR(written));
}

/** Whether an address is one of these, or in one of these networks; never for what is no address. IPv4 in IPv6 form is IPv4. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((written) => {
    const [network, bits] = networkOf(written);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

function networkOf(written: string): ReturnType<typeof ipaddr.parseCIDR> {
  if (written.includes('/')) return ipaddr.parseCIDR(written);
  const address = ipaddr.process(written);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

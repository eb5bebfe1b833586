/**
 * Returns the group that counts as one client: an IPv4 address, or the /64 network of an IPv6 address. One client usually owns
 * that whole network (RFC 6177). The address is one of `clientAddressOf`, or another text without a
 * colon, which is its own group.
 */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/s, '').split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

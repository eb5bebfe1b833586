/**
 * Returns the group that counts as one client: an IPv4 address, or the /64 network of an IPv6 address. One client usually owns
 * that whole network (RFC 6177). Any other text is its own group.
 */
export function addressGroup(address: string): string {
  const plain = address.replace(/%.*$/s, '').toLowerCase();
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!/^[0-9a-f:]+(?:\.[0-9.]+)?$/.test(plain) || !plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const missing = Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function groupsOf(part: string): string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [shortened(group)]));
}

function shortened(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}

/**
 * A UUID of version 7 (RFC 9562, 5.7), made of a moment and of what is random in a UUID of version 4. Rows that are named so lie in
 * their indexes in the order in which they come, so that a commit touches few pages however many rows there are.
 */
export function timeOrderedId(atMs: number, randomId: string): string {
  const time = atMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomId.slice(15)}`;
}

/**
 * Returns a UUID of version 7 (RFC 9562, 5.7), made of a time and the random part of a version 4 UUID. Rows with such ids lie in
 * their indexes in order of arrival. A commit therefore touches few pages, however many rows exist.
 */
export function timeOrderedId(atMs: number, randomId: string): string {
  const time = atMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomId.slice(15)}`;
}

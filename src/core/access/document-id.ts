import { createHash } from 'node:crypto';

/**
 * Returns the id of a GraphQL document (GraphQL over HTTP, appendix on persisted documents): `sha256:` and its text's hash in
 * hex.
 */
export function documentIdOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

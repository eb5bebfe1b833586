import { CardwayError } from '../errors.js';
import type { ApiKey } from '../usecase/ports.js';

/** The key of a caller that must have one. Errors: UNAUTHENTICATED. */
export function readerOf(caller: { readonly key: ApiKey | null }): ApiKey {
  if (caller.key === null) throw new CardwayError('UNAUTHENTICATED');
  return caller.key;
}

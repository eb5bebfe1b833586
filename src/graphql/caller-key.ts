import { CardwayError } from '../errors.js';
import type { ApiKey } from '../usecase/ports.js';

/** The key of a caller, for fields that only keys may use. Errors: UNAUTHENTICATED. */
export function callerKey(caller: { readonly key: ApiKey | null }): ApiKey {
  if (caller.key === null) throw new CardwayError('UNAUTHENTICATED');
  return caller.key;
}

import { CardwayError } from '../../errors.js';
import type { Caller } from '../../usecase/call.js';
import type { ApiKey } from '../../usecase/ports.js';

/** The key of a caller that must have one. Errors: UNAUTHENTICATED. */
export function keyOf(caller: Caller): ApiKey {
  if (caller.key === null) throw new CardwayError('UNAUTHENTICATED');
  return caller.key;
}

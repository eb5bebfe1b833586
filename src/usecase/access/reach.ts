import { CardwayError } from '../../errors.js';
import type { ApiKey } from '../ports.js';

/** The programme that a key acts and reads for. Errors: FORBIDDEN for a key without one. */
export function programmeOf(key: ApiKey): string {
  if (key.programme === null)
    throw new CardwayError('FORBIDDEN', { message: 'The key belongs to no programme.' });
  return key.programme;
}

/** What of a list a key sees: operators everything, others their programme (contract section 3, authorisation). */
export function programmeSeenBy(key: ApiKey): string | null {
  return key.role === 'operator' ? null : programmeOf(key);
}

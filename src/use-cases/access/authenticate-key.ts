import { aboutKey, CardwayError, type RefusalAbout, toCardwayError } from '../../platform/errors.js';
import {
  type ApiKey,
  type Directory,
  type Role,
  type Unusable,
  usable,
} from '../directory/directory-port.js';

/**
 * The key of an `Authorization: Bearer KEY` header; null without a header.
 * Errors: UNAUTHENTICATED for a key that is unknown, expired or revoked, and for another scheme; does not say which. `refusal`
 * makes the error, where failures are counted.
 */
export async function authenticateKey(
  directory: Directory,
  authorization: string | undefined,
  refusal = unauthenticated,
): Promise<ApiKey | null> {
  if (authorization === undefined) return null;
  const presented = /^Bearer +([\x21-\x7e]{1,256}) *$/i.exec(authorization)?.[1];
  const found = presented === undefined ? null : await directory.apiKey(presented);
  const key = usable(found);
  if (key !== null) return key;
  const reason = presented === undefined ? 'Authorization is not Bearer and a key.' : 'The key is not known.';
  throw (await refusal()).with({ isOfKey: true, ...aboutUnusable(found, reason) });
}

/** `reason`: said of what is not there. */
export function aboutUnusable(found: object | null, reason: string): RefusalAbout {
  if (found === null || !('unusable' in found)) return { reason };
  const { unusable, programme, keyId } = found as Unusable;
  return { reason: unusable, programme, keyId };
}

function unauthenticated(): Promise<CardwayError> {
  return Promise.resolve(new CardwayError('UNAUTHENTICATED'));
}

/** As `authenticateKey`, for interfaces that only keys of some roles may use. Errors: UNAUTHENTICATED, FORBIDDEN. */
export async function authenticateKeyOf(
  directory: Directory,
  authorization: string | undefined,
  allowed: readonly Role[],
  refusal = unauthenticated,
): Promise<ApiKey> {
  const key = await authenticateKey(directory, authorization, refusal);
  if (key === null) throw withoutKey();
  try {
    requireRole(key.role, allowed);
  } catch (error) {
    throw toCardwayError(error).with(aboutKey(key));
  }
  return key;
}

/** What a call without a key is told. */
export function withoutKey(): CardwayError {
  return new CardwayError('UNAUTHENTICATED').with({ reason: 'There is no key.', isOfKey: true });
}

/** Errors: UNAUTHENTICATED without a role, FORBIDDEN with another one. */
export function requireRole<Known extends Role | 'terminal'>(
  role: Known | undefined,
  allowed: readonly Known[],
): void {
  if (role === undefined) throw withoutKey();
  if (!allowed.includes(role)) throw new CardwayError('FORBIDDEN');
}

/** The programme that a key acts and reads for. Errors: FORBIDDEN for a key without one. */
export function programmeOf(key: ApiKey): string {
  if (key.programme === null)
    throw new CardwayError('FORBIDDEN', { message: 'The key belongs to no programme.' });
  return key.programme;
}

/** What of a list a key sees: operators everything, others their programme (docs/reference/protocol.md#authorization). */
export function visibleProgramme(key: ApiKey): string | null {
  return key.role === 'operator' ? null : programmeOf(key);
}

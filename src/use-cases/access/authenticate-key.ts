import { type CallerRole, isStaff } from '../../core/access/permissions.js';
import { CardwayError, type RefusalAbout, toCardwayError } from '../../platform/errors.js';
import { type ApiKey, type Directory, type Unusable, usable } from '../directory/directory-port.js';
import type { Page } from '../paging.js';
import type { SessionEnds } from '../transactions/call/call.js';

/** Proof of a caller: its `Authorization` header, or the token in the cookie of its console session. */
export type Proof =
  | { readonly kind: 'key'; readonly authorization: string }
  | { readonly kind: 'session'; readonly token: string };

/** Key that a proof stands for. */
export interface Authenticated {
  readonly key: ApiKey;
  /** Null where the key itself was sent. */
  readonly session: SessionEnds | null;
}

/**
 * Function that authenticates a proof. It counts wrong keys by the sender's address. `isActivity` prolongs a console session.
 * Errors: UNAUTHENTICATED, RATE_LIMITED (for wrong keys alone), UNAVAILABLE.
 */
export type AuthenticateProof = (
  proof: Proof,
  from: { readonly address: string; readonly isActivity: boolean },
) => Promise<Authenticated>;

/**
 * Returns the key of an `Authorization: Bearer KEY` header; null without a header. Errors: UNAUTHENTICATED for a key that is
 * unknown, expired or revoked, and for another scheme; the error does not say which. `refusal` makes the error, where failures
 * are counted.
 */
export async function authenticateKey(
  directory: Directory,
  authorization: string | undefined,
  refusal = unauthenticated,
): Promise<ApiKey | null> {
  if (authorization === undefined) return null;
  // Few spaces: an open WebSocket or event stream keeps the text.
  const presented = /^Bearer {1,16}([\x21-\x7e]{1,256}) {0,16}$/i.exec(authorization)?.[1];
  const found = presented === undefined ? null : await directory.apiKey(presented);
  const key = usable(found);
  if (key !== null) return key;
  const reason = presented === undefined ? 'Authorization is not Bearer and a key.' : 'The key is not known.';
  throw refusal().with({ isOfKey: true, ...aboutUnusable(found, reason) });
}

/** Returns the reason for operators. `reason` is used when nothing was found. */
export function aboutUnusable(found: object | null, reason: string): RefusalAbout {
  if (found === null || !('unusable' in found)) return { reason };
  const { unusable, programme, keyId } = found as Unusable;
  return { reason: unusable, programme, keyId };
}

function unauthenticated(): CardwayError {
  return new CardwayError('UNAUTHENTICATED');
}

/** Authenticates like `authenticateKey`, and requires one of these roles. Errors: UNAUTHENTICATED, FORBIDDEN. */
export async function authenticateKeyOf(
  directory: Directory,
  authorization: string | undefined,
  allowed: readonly CallerRole[],
  { refusal, used }: { readonly refusal: () => CardwayError; readonly used: (key: ApiKey) => ApiKey },
): Promise<ApiKey> {
  const key = await authenticateKey(directory, authorization, refusal);
  if (key === null) throw withoutKey();
  try {
    requireRole(key.role, allowed);
  } catch (error) {
    throw toCardwayError(error).with({ keyId: key.keyId, programme: key.programme });
  }
  return used(key);
}

/** Returns the error for a call without a key. */
export function withoutKey(): CardwayError {
  return new CardwayError('UNAUTHENTICATED').with({ reason: 'There is no key.', isOfKey: true });
}

/** Requires one of these roles. Errors: UNAUTHENTICATED without a role, FORBIDDEN with another one. */
export function requireRole(role: CallerRole | undefined, allowed: readonly CallerRole[]): void {
  if (role === undefined) throw withoutKey();
  if (allowed.includes(role)) return;
  const roles = allowed.filter((each) => each !== 'terminal').join(', ');
  throw new CardwayError('FORBIDDEN', { message: `Role ${role} may not do this, only ${roles}.` });
}

/** Returns the programme that a key acts and reads for. Errors: FORBIDDEN for a key without one. */
export function programmeOf(key: ApiKey): string {
  if (key.programme === null)
    throw new CardwayError('FORBIDDEN', { message: 'The key belongs to no programme.' });
  return key.programme;
}

/**
 * Returns the programme that a key sees in lists; null for people, who see all (docs/reference/protocol.md#authorization).
 * Errors: FORBIDDEN for another key without a programme.
 */
export function visibleProgramme(key: ApiKey): string | null {
  return isStaff(key.role) ? null : programmeOf(key);
}

/**
 * Returns the programme that a list is limited to: null for all, undefined for none. A list outside the reader's reach is empty,
 * not an error.
 */
export function programmeInReach(reader: Reader, wanted: string | null = null): string | null | undefined {
  if (isStaff(reader.role)) return wanted;
  if (reader.programme === null || (wanted !== null && wanted !== reader.programme)) return undefined;
  return reader.programme;
}

/** Reads the part of a list that is within the reader's reach. */
export async function listInReach<Filter extends OfProgramme, Row, Place>(
  reader: Reader,
  page: Place & { readonly filter: Filter },
  source: { list(page: Place & { readonly filter: Filter }): Promise<Page<Row>> },
): Promise<Page<Row>> {
  const programme = programmeInReach(reader, page.filter.programme);
  return programme === undefined ? NO_ROWS : source.list({ ...page, filter: { ...page.filter, programme } });
}

/** Returns the row unless it is outside the reader's reach. Rows without a programme are for people. */
export function inReach<Row extends { readonly programme: string | null }>(
  { role, programme }: Reader,
  row: Row | null,
): Row | null {
  return isStaff(role) || (row !== null && row.programme !== null && row.programme === programme)
    ? row
    : null;
}

type Reader = Pick<ApiKey, 'role' | 'programme'>;

interface OfProgramme {
  readonly programme?: string | null | undefined;
}

const NO_ROWS = { rows: [], hasNextPage: false, hasPreviousPage: false } as const;

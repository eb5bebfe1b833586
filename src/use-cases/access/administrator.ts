import type { Actor } from '../../core/access/audit.js';
import { badRequest, CardwayError, NAMES_CHECKED, unknownName } from '../../platform/errors.js';
import type { ApiKey, Role } from '../directory/directory-port.js';
import { visibleProgramme } from './authenticate-key.js';

/** Identity of the administrator, and its programme. Null means all programmes. */
export interface Administrator {
  readonly actor: Actor;
  readonly programme: string | null;
  readonly role: Role;
  /** Terminals that the administrator's key is bound to. Null allows all terminals of the programme. */
  readonly terminalIds: readonly string[] | null;
}

/** Returns the administrator behind a key. Errors: FORBIDDEN for a key that has no programme and needs one. */
export function administratorOf(key: ApiKey): Administrator {
  return {
    actor: actorOf(key),
    programme: visibleProgramme(key),
    role: key.role,
    terminalIds: key.terminalIds,
  };
}

/** Returns the author of a change that a key makes. */
export function actorOf({ keyId, approvalId }: Pick<ApiKey, 'keyId' | 'approvalId'>): Actor {
  return approvalId === undefined ? keyId : { name: keyId, approvalId };
}

/** Throws unless `isRight`. Errors: BAD_REQUEST that names the field. */
export function demand(field: string, isRight: boolean, problem: string): void {
  if (!isRight) throw badRequest(field, `${field} ${problem}.`);
}

/** Checks a length in code points (docs/reference/protocol.md#field-checks). */
export function hasLength(text: string, min: number, max: number): boolean {
  const { length } = [...text];
  return length >= min && length <= max;
}

/** Returns the value unless it is null. Errors: NOT_FOUND, which lists some of the known names. */
export async function found<Value>(
  value: Value | null,
  missing: {
    readonly what: string;
    readonly name: string;
    readonly some: (first: number) => Promise<{ readonly rows: readonly Value[] }>;
    readonly nameOf: (value: Value) => string;
  },
): Promise<Value> {
  if (value !== null) return value;
  const { rows } = await missing.some(NAMES_CHECKED);
  const message = unknownName(missing.what, missing.name, rows.map(missing.nameOf));
  throw new CardwayError('NOT_FOUND', { message });
}

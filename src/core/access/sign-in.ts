import { STAFF_ROLES, type StaffRole } from './permissions.js';

/** Role of the members of a group. */
interface GroupRole {
  readonly group: string;
  readonly role: StaffRole;
}

/** Reads `group=role, group=role`. Returns null for anything else. */
export function parseGroupRoles(written: string): readonly GroupRole[] | null {
  const rules = written.split(',').map((part) => {
    const split = part.lastIndexOf('=');
    const role = STAFF_ROLES.find((name) => name === part.slice(split + 1).trim());
    const group = part.slice(0, Math.max(split, 0)).trim();
    return role === undefined || group === '' ? null : { group, role };
  });
  return rules.every((rule) => rule !== null) ? rules : null;
}

/** Returns the role of the first rule whose group the person has; null for a person without a role. */
export function roleOfGroups(groups: readonly string[], rules: readonly GroupRole[]): StaffRole | null {
  return rules.find(({ group }) => groups.includes(group))?.role ?? null;
}

/** Returns the groups in a claim: a list, or one name. */
export function groupsIn(claim: unknown): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return listed.filter((group) => typeof group === 'string');
}

/** Time for a sign-in at the provider, with a second factor. */
export const SIGN_IN_SECONDS = 600;

const NAME_MAX = 100;

/**
 * Returns how logs and the audit log name a person: `Mary Smith <subject>`. The subject is unique and never changes; the name may.
 * No id of a key has `<`, no name gets one here, and the subject is plain, so nobody can pass for a key or for another person.
 */
export function actorOfPerson({
  subject,
  name,
}: {
  readonly subject: string;
  readonly name: string;
}): string {
  const plain = [...name.replaceAll(/[\p{C}<>\s]+/gu, ' ').trim()].slice(0, NAME_MAX).join('');
  return `${plain === '' ? 'Unnamed' : plain} <${subject}>`;
}

/**
 * Returns whether a name can carry a subject unchanged. A changed one could be that of another person, and an empty one is that of
 * everybody.
 */
export function isPlainSubject(subject: string): boolean {
  return subject.trim() !== '' && !/[\p{C}<>]/u.test(subject);
}

/** Returns whether an actor is a person who signed in, not a key. */
export function isPerson(actor: string): boolean {
  return actor.endsWith('>');
}

/** Returns the lasting part of an actor. The name of a person may change; the subject and the id of a key never do. */
export function holderOf(actor: string): string {
  return isPerson(actor) ? actor.slice(actor.lastIndexOf('<')) : actor;
}

const FIRST_PAGE = '/console';

/** Returns the address to show after the sign-in: a page of the console, whatever the caller wrote. */
export function pageAfterSignIn(written: string | null): string {
  const base = 'http://gateway.invalid';
  if (written === null || !written.startsWith('/') || !URL.canParse(written, base)) return FIRST_PAGE;
  const { origin, pathname, search } = new URL(written, base);
  const isOfConsole = pathname === FIRST_PAGE || pathname.startsWith(`${FIRST_PAGE}/`);
  // The routes of the sign-in are no pages: they would begin again and again.
  const isPage = isOfConsole && !/^\/console\/(?:sign-in|session)(?:\/|$)/.test(pathname);
  return origin === base && isPage ? pathname + search : FIRST_PAGE;
}

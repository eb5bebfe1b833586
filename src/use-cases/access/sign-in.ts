import type { StaffRole } from '../../core/access/permissions.js';
import { actorOfPerson } from '../../core/access/sign-in.js';
import { CardwayError } from '../../platform/errors.js';
import type { ConsoleSessions } from './console-sessions.js';
import type { IdentityProvider, PendingSignIn } from './identity-port.js';

/** Sign-in of people at an OpenID provider. */
export interface SignIn {
  /** Returns the address of the provider, and what only the browser may know; null where the provider cannot be reached. */
  begin(redirectUri: string): ReturnType<IdentityProvider['begin']>;
  /** Begins a session for the person that the provider names. Errors: UNAVAILABLE (the store). */
  finish(callback: URL, pending: PendingSignIn, address: string): Promise<SignedInOrNot>;
}

type SignedInOrNot =
  | { readonly kind: 'signed in'; readonly token: string }
  /** The error is for the list of refused calls; the person gets the kind alone. */
  | { readonly kind: 'refused' | 'no role' | 'unreachable'; readonly error: CardwayError };

export function createSignIn(deps: {
  readonly provider: IdentityProvider;
  readonly roleOf: (groups: readonly string[]) => StaffRole | null;
  readonly sessions: Pick<ConsoleSessions, 'signInPerson'>;
}): SignIn {
  const { provider, sessions } = deps;
  return {
    begin: (redirectUri) => provider.begin(redirectUri),
    async finish(callback, pending, address) {
      const found = await provider.finish(callback, pending);
      if (found.kind !== 'person') {
        const code = found.kind === 'refused' ? 'UNAUTHENTICATED' : 'UNAVAILABLE';
        return { kind: found.kind, error: new CardwayError(code).with({ reason: found.reason }) };
      }
      const role = deps.roleOf(found.person.groups);
      if (role === null) {
        const reason = `No group of ${actorOfPerson(found.person)} has a role.`;
        return { kind: 'no role', error: new CardwayError('FORBIDDEN').with({ reason }) };
      }
      return { kind: 'signed in', token: await sessions.signInPerson(found.person, role, address) };
    },
  };
}

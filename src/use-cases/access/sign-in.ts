import { addressGroup } from '../../core/access/network.js';
import type { StaffRole } from '../../core/access/permissions.js';
import { sessionHash } from '../../core/access/console-session.js';
import { actorOfPerson, isPlainSubject, SIGN_IN_SECONDS } from '../../core/access/sign-in.js';
import { CardwayError } from '../../platform/errors.js';
import type { ConsoleSessions } from './console-sessions.js';
import type { IdentityProvider, Identified, PendingSignIn } from './identity-port.js';
import type { RateLimits } from './rate-limit-port.js';
import { countOrReject } from './rate-limits.js';
import type { BegunSignIns } from './sign-in-port.js';

interface SignedIn {
  readonly kind: 'signed in';
  readonly token: string;
}

interface NotSignedIn {
  readonly kind: 'refused' | 'no role' | 'unreachable' | 'expired';
  /** Its message is for the person, and its reason for the list of refused calls. */
  readonly error: CardwayError;
}

type SignedInOrNot = SignedIn | NotSignedIn;

interface SignInDeps {
  readonly provider: IdentityProvider;
  readonly roleOf: (groups: readonly string[]) => StaffRole | null;
  readonly sessions: Pick<ConsoleSessions, 'signInPerson'>;
  readonly limits: RateLimits;
  readonly begunSignIns: BegunSignIns;
}

export type SignIn = ReturnType<typeof createSignIn>;

/** Sign-in of people at an OpenID provider. Errors of every step: RATE_LIMITED, and UNAVAILABLE for the store. */
export function createSignIn(deps: SignInDeps) {
  const { provider, sessions, limits, begunSignIns } = deps;

  /** Each step makes the gateway ask the provider, or keep something for it. */
  const count = (address: string): void =>
    countOrReject(limits, { limit: 'signIns', key: addressGroup(address) });

  async function signedIn(found: Identified, address: string): Promise<SignedInOrNot> {
    if (found.kind !== 'person') return { kind: found.kind, error: errorOf(found) };
    if (!isPlainSubject(found.person.subject))
      return { kind: 'refused', error: errorOf({ kind: 'refused', reason: NOT_PLAIN }) };
    const actor = actorOfPerson(found.person);
    const role = deps.roleOf(found.person.groups);
    if (role === null) {
      const message =
        'You are known, but none of your groups has a role here. Ask an operator of this gateway.';
      const reason = `No group of ${actor} has a role.`;
      return { kind: 'no role', error: new CardwayError('FORBIDDEN', { message }).with({ reason }) };
    }
    return { kind: 'signed in', token: await sessions.signInPerson(found.person, role, address) };
  }

  return {
    /** Returns the address of the provider, and what only the browser may know; null where the provider cannot be reached. */
    async begin(redirectUri: string, address: string) {
      count(address);
      const begun = await provider.begin(redirectUri);
      if (begun !== null)
        await begunSignIns.keep({
          stateHash: sessionHash(begun.pending.state),
          forMs: SIGN_IN_SECONDS * 1000,
        });
      return begun;
    },
    /** Begins a session for the person that the provider names. */
    async finish(callback: URL, pending: PendingSignIn, address: string): Promise<SignedInOrNot> {
      count(address);
      const found = await provider.finish(callback, pending);
      const isUsedUp = found.kind === 'person' && !(await begunSignIns.take(sessionHash(pending.state)));
      return isUsedUp ? { kind: 'expired', error: usedUp() } : signedIn(found, address);
    },
  };
}

function usedUp(): CardwayError {
  return new CardwayError('UNAUTHENTICATED').with({
    reason: 'The sign-in was finished before, or took too long.',
  });
}

const NOT_PLAIN =
  'The subject (sub) of the person is empty, or has < or > or an invisible character. The audit log cannot name such a person.';

function errorOf(found: Exclude<Identified, { readonly kind: 'person' }>): CardwayError {
  const { reason } = found;
  if (found.kind === 'unreachable') {
    const message = 'The OpenID provider cannot be reached. Try again later.';
    return new CardwayError('UNAVAILABLE', { message }).with({ reason });
  }
  const message =
    found.isOfClock === true
      ? 'The clocks of the gateway and the OpenID provider differ by more than 5 minutes. Set the clock that is wrong.'
      : 'The sign-in was refused. Operators find the reason with cardway refusals.';
  return new CardwayError('UNAUTHENTICATED', { message }).with({ reason });
}

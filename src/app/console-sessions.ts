import type { IncomingMessage } from 'node:http';
import type { HttpRoute } from '../adapters/exchange.js';
import { rolesWith, type StaffRole } from '../core/access/permissions.js';
import { parseGroupRoles, roleOfGroups } from '../core/access/sign-in.js';
import { fromProxyOf } from '../http/client-address.js';
import { type CookieRequest, keyProofOf, SessionCookies } from '../http/session-cookie.js';
import { createConsoleSessionRoute, createSignInRoutes } from '../http/sign-in-route.js';
import { createIdentityProvider } from '../outbound/identity-provider.js';
import { CardwayError } from '../platform/errors.js';
import type { Settings } from '../platform/settings.js';
import type { Proof } from '../use-cases/access/authenticate-key.js';
import { type ConsoleSessions, createConsoleSessions } from '../use-cases/access/console-sessions.js';
import type { IdentityProvider } from '../use-cases/access/identity-port.js';
import { createSignIn } from '../use-cases/access/sign-in.js';
import type { Authentication } from './authentication.js';
import type { Externals } from './externals.js';
import { type Ground, INTERVALS, logFailure } from './runtime.js';

/** The provider of people, and the rules for their roles. */
interface People {
  readonly provider: IdentityProvider;
  readonly roleOf: (groups: readonly string[]) => StaffRole | null;
}

/** Idle time that ends a session, to the minute. */
export const SESSION_IDLE_MS = 15 * 60_000;
/** Longest time of a session of a key. */
export const SESSION_MAX_MS = 8 * 60 * 60_000;
/** Longest time of a session of a person. The next sign-in asks the provider for the groups again. */
export const PERSON_SESSION_MAX_MS = 60 * 60_000;

/** Returns the provider of people; null where people sign in with keys. */
export function peopleOf({ signIn }: Pick<Settings, 'signIn'>): People | null {
  const { issuer, clientId } = signIn;
  if (issuer === undefined || clientId === undefined) return null;
  const rules = parseGroupRoles(signIn.roles ?? '') ?? [];
  return {
    provider: createIdentityProvider({ ...signIn, issuer, clientId }),
    roleOf: (groups) => roleOfGroups(groups, rules),
  };
}

/** Starts the sessions of the console. */
export function startConsoleSessions(
  ground: Ground,
  { background }: Externals,
  people: People | null,
): ConsoleSessions {
  return createConsoleSessions({
    store: ground.store.consoleSessions,
    timer: ground.runtime.timer,
    background,
    idleMs: SESSION_IDLE_MS,
    maxMs: people === null ? SESSION_MAX_MS : PERSON_SESSION_MAX_MS,
    everyMs: INTERVALS.sessionEndMs,
    areOfPeople: people !== null,
    onFailure: logFailure(ground, 'sessions cannot end'),
  });
}

/** Proofs that requests may have, and the route that makes and ends sessions. */
export interface ConsoleAccess {
  /** Returns the proof of a request. Errors: UNAUTHENTICATED without one, FORBIDDEN for a session cookie of another page. */
  readonly proofOf: (request: CookieRequest) => Proof;
  /** Refuses upgrade requests with a session cookie of another page. Errors: FORBIDDEN. */
  readonly checkUpgrade: ((request: IncomingMessage) => void) | undefined;
  /** Routes by path. None where the console is switched off: session cookies then count for nothing. */
  readonly signInRoutes: ReadonlyMap<string, HttpRoute>;
}

export function consoleAccessOf(
  { config: { settings }, store }: Ground,
  { keyOf, rateLimits: limits }: Authentication,
  { sessions, people }: { readonly sessions: ConsoleSessions; readonly people: People | null },
): ConsoleAccess {
  if (!settings.console.page)
    return { proofOf: keyProofOf, checkUpgrade: undefined, signInRoutes: new Map() };
  const { begunSignIns } = store;
  const signIn = people === null ? null : createSignIn({ ...people, sessions, limits, begunSignIns });
  const cookies = new SessionCookies(fromProxyOf(settings.trustProxy));
  const session = createConsoleSessionRoute({
    cookies,
    async signIn(authorization, from) {
      if (people !== null) throw keysDoNotSignIn();
      return sessions.signIn(await keyOf(authorization, rolesWith('signIn'), from), from.address);
    },
    signOut: (token) => sessions.signOut(token),
  });
  return {
    proofOf: (request) => cookies.proofOf(request),
    checkUpgrade(request) {
      if (request.headers.authorization === undefined) cookies.tokenIn(request);
    },
    signInRoutes: new Map([
      ['/console/session', session],
      ...(signIn === null ? [] : createSignInRoutes(cookies, signIn)),
    ]),
  };
}

/** A key has no name of a person, and no second factor. */
function keysDoNotSignIn(): CardwayError {
  return new CardwayError('FORBIDDEN', {
    message: 'People sign in with OpenID Connect here. Keys work for programs and the command line.',
  });
}

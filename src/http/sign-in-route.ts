import { type HttpReply, type HttpRequest, type HttpRoute, jsonError } from '../adapters/exchange.js';
import { pageAfterSignIn } from '../core/access/sign-in.js';
import { badRequest, type CardwayError } from '../platform/errors.js';
import type { PendingSignIn } from '../use-cases/access/identity-port.js';
import type { SignIn } from '../use-cases/access/sign-in.js';
import type { SessionCookies } from './session-cookie.js';

/** Address that the provider sends the browser back to. The provider knows it, behind the Origin of the gateway. */
const CALLBACK_PATH = '/console/sign-in/callback';

/** Routes by path. */
type Routes = ReadonlyMap<string, HttpRoute>;

/**
 * Creates the routes of the sign-in with OpenID Connect. `GET /console/sign-in?to=PAGE` sends the browser to the provider. The
 * browser keeps state, nonce and PKCE verifier in a cookie meanwhile, so that any node can finish. It can do so once.
 */
export function createSignInRoutes(cookies: SessionCookies, signIn: SignIn): Routes {
  const begin: HttpRoute = {
    methods: ['GET'],
    refuse: jsonError,
    async answer(request) {
      const to = pageAfterSignIn(new URLSearchParams(request.search).get('to'));
      const begun = await signIn.begin(`${cookies.originOf(request)}${CALLBACK_PATH}`, request.address);
      if (begun === null) return problem('unreachable');
      const kept = JSON.stringify({ ...begun.pending, to } satisfies Kept);
      return redirect(begun.url, [cookies.keepPending(request, kept)]);
    },
  };
  const finish: HttpRoute = {
    methods: ['GET'],
    refuse: jsonError,
    async answer(request) {
      const kept = keptIn(cookies.pendingIn(request));
      const cleared = cookies.keepPending(request, '');
      if (kept === null) return problem('expired', [cleared]);
      const cookieWith = cookies.setterFor(request);
      const { to, ...pending } = kept;
      const done = await signIn.finish(callbackOf(cookies, request), pending, request.address);
      if (done.kind !== 'signed in') return problem(done.kind, [cleared], done.error);
      return redirect(to, [cleared, cookieWith(done.token)]);
    },
  };
  return new Map([
    ['/console/sign-in', begin],
    [CALLBACK_PATH, finish],
  ]);
}

/** A sign-in that the browser keeps, and the page that it began at. */
interface Kept extends PendingSignIn {
  readonly to: string;
}

/** Reads the cookie again. The browser may have changed it, which only breaks its own sign-in. */
function keptIn(text: string | null): Kept | null {
  let value: unknown;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { state, nonce, verifier, to } = value as Readonly<Record<string, unknown>>;
  if (typeof state !== 'string' || typeof nonce !== 'string' || typeof verifier !== 'string') return null;
  return { state, nonce, verifier, to: pageAfterSignIn(typeof to === 'string' ? to : null) };
}

function callbackOf(cookies: SessionCookies, request: HttpRequest): URL {
  return new URL(`${CALLBACK_PATH}?${request.search.replace(/^\?/, '')}`, cookies.originOf(request));
}

function redirect(to: string, cookies: string[]): HttpReply {
  return { status: 303, headers: { Location: to, 'Set-Cookie': cookies }, body: '' };
}

/** Leads back to the page of the sign-in, which explains the problem. */
function problem(
  name: 'unreachable' | 'expired' | 'refused' | 'no role',
  cookies: string[] = [],
  error?: CardwayError,
): HttpReply {
  const reply = redirect(`/console?sign-in=${name.replace(' ', '-')}`, cookies);
  return error === undefined ? reply : { ...reply, refused: { channel: 'graphql', error } };
}

/**
 * Creates the route `/console/session`: POST with the key of a person signs in, DELETE signs out. The cookie is all that the page has
 * of a session, and no script can read it.
 */
export function createConsoleSessionRoute(deps: {
  readonly cookies: SessionCookies;
  /** Returns the token of a new session. Errors: those of a key that may not sign in. */
  readonly signIn: (authorization: string | undefined, from: HttpRequest) => Promise<string>;
  readonly signOut: (token: string) => Promise<void>;
}): HttpRoute {
  const { cookies } = deps;
  return {
    methods: ['POST', 'DELETE'],
    refuse: jsonError,
    async answer(request) {
      const { authorization } = request.headers;
      if (request.method === 'POST') {
        const cookieWith = cookies.setterFor(request);
        return withCookie(cookieWith(await deps.signIn(authorization, request)));
      }
      if (authorization !== undefined) throw signOutWithKey();
      const token = cookies.tokenIn(request);
      if (token !== null) await deps.signOut(token);
      return withCookie(cookies.clear(request));
    },
  };
}

function withCookie(cookie: string) {
  return { status: 204, headers: { 'Set-Cookie': cookie }, body: '' };
}

/** A header wins over the cookie everywhere, and a key has no session that could end. */
function signOutWithKey(): CardwayError {
  return badRequest(
    'Authorization',
    'Authorization must be left out: this call ends the session of the cookie.',
  );
}

import { CardwayError } from '../platform/errors.js';
import type { HttpRoute, HttpRouteRequest } from './listener.js';
import type { SessionCookies } from './session-cookie.js';

/**
 * Creates the route `/console/session`: POST with the key of a person signs in, DELETE signs out. The cookie is all that the page has
 * of a session, and no script can read it.
 */
export function createConsoleSessionRoute(deps: {
  readonly cookies: SessionCookies;
  /** Returns the token of a new session. Errors: those of a key that may not sign in. */
  readonly signIn: (authorization: string | undefined, from: HttpRouteRequest) => Promise<string>;
  readonly signOut: (token: string) => Promise<void>;
  readonly refuse: HttpRoute['refuse'];
}): HttpRoute {
  const { cookies } = deps;
  return {
    methods: ['POST', 'DELETE'],
    refuse: deps.refuse,
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
  return new CardwayError('BAD_REQUEST', {
    field: 'Authorization',
    message: 'Authorization must be left out: this call ends the session of the cookie.',
  });
}

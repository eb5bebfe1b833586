import type { IncomingHttpHeaders } from 'node:http';
import { hostIn, isLoopbackHost } from '../core/access/sandbox-caller.js';
import { SIGN_IN_SECONDS } from '../core/access/sign-in.js';
import { CardwayError } from '../platform/errors.js';
import { type Proof, withoutKey } from '../use-cases/access/authenticate-key.js';
import { hasProxyHeader, type RequestOfPeer } from './client-address.js';

/** The parts of a request that decide about its cookie. */
export interface CookieRequest extends RequestOfPeer {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** `encrypted` is true for a connection with TLS. */
  readonly socket: RequestOfPeer['socket'] & { readonly encrypted?: boolean };
}

/**
 * Session cookies. `isFromProxy` returns true for a request from a trusted proxy, whose headers then name the scheme and host of the
 * browser.
 */
export class SessionCookies {
  constructor(private readonly isFromProxy: (request: RequestOfPeer) => boolean) {}

  /** Returns the proof of a request: its Authorization header, else its session cookie. Errors: those of `tokenIn`. */
  proofOf(request: CookieRequest): Proof {
    const token = request.headers.authorization === undefined ? this.tokenIn(request) : null;
    return token === null ? keyProofOf(request) : { kind: 'session', token };
  }

  /**
   * Returns the token in the session cookie of a request; null without one. It does not look at the Authorization header.
   *
   * Errors: UNAUTHENTICATED for two session cookies. FORBIDDEN unless the request comes from a page of this gateway. Requests that
   * may change something must prove that; GET may leave the proof out.
   */
  tokenIn(request: CookieRequest): string | null {
    const { cookie } = request.headers;
    const site = cookie === undefined ? null : siteOf(request, this.isFromProxy);
    if (cookie === undefined || site === null) return null;
    const [token, ...others] = cookiesNamed(nameOf(SESSION, site), cookie);
    if (token === undefined) return null;
    requireOwnPage(request, site);
    if (others.length > 0) throw twoCookies();
    return token;
  }

  /**
   * Returns the function that makes the header `Set-Cookie` for the token of a new session. Errors: FORBIDDEN where the cookie
   * would travel in the clear.
   */
  setterFor(request: CookieRequest): (token: string) => string {
    const site = siteOf(request, this.isFromProxy);
    if (site === null || !isOfLoopbackPage(request, site)) throw inTheClear();
    return (token) => cookieOf(SESSION, site, token);
  }

  /** Returns the Origin under which the browser knows the gateway. Errors: FORBIDDEN where a cookie would travel in the clear. */
  originOf(request: CookieRequest): string {
    const site = siteOf(request, this.isFromProxy);
    if (site === null) throw inTheClear();
    return site.origin;
  }

  /** Returns the text that `keepPending` gave to the browser; null without one. */
  pendingIn(request: CookieRequest): string | null {
    const site = siteOf(request, this.isFromProxy);
    if (site === null) return null;
    const [text, ...others] = cookiesNamed(nameOf(SIGN_IN, site), request.headers.cookie ?? '');
    return text === undefined || others.length > 0 ? null : Buffer.from(text, 'base64url').toString('utf8');
  }

  /** Returns the header `Set-Cookie` that lets the browser keep a text while it signs in elsewhere. */
  keepPending(request: CookieRequest, text: string): string {
    const site = siteOf(request, this.isFromProxy) ?? SECURE;
    const age = text === '' ? 0 : SIGN_IN_SECONDS;
    return `${cookieOf(SIGN_IN, site, Buffer.from(text).toString('base64url'))}; Max-Age=${age}`;
  }

  /** Returns the header `Set-Cookie` that deletes the cookie. */
  clear(request: CookieRequest): string {
    return `${cookieOf(SESSION, siteOf(request, this.isFromProxy) ?? SECURE, '')}; Max-Age=0`;
  }
}

const SESSION = 'cardway-session';
const SIGN_IN = 'cardway-sign-in';
const SECURE = { isSecure: true };

/** Returns the key of a request where session cookies count for nothing. Errors: UNAUTHENTICATED without one. */
export function keyProofOf({ headers }: Pick<CookieRequest, 'headers'>): Proof {
  if (headers.authorization === undefined) throw withoutKey();
  return { kind: 'key', authorization: headers.authorization };
}

/** The gateway as the browser sees it. */
interface Site {
  /** Scheme, host and port, as browsers write them in Origin. */
  readonly origin: string;
  /** The browser uses TLS. Otherwise it is on this machine, and uses plain http. */
  readonly isSecure: boolean;
}

/**
 * Returns the gateway as the browser sees it; null where a cookie would travel in the clear. A trusted proxy names the scheme in
 * X-Forwarded-Proto, and the host in X-Forwarded-Host where it changes Host. Browsers let no page write these headers for another
 * site. Plain http counts only on loopback, without a proxy.
 */
function siteOf(request: CookieRequest, isFromProxy: (request: RequestOfPeer) => boolean): Site | null {
  const { headers, socket } = request;
  const forwarded = isFromProxy(request) ? headers : {};
  const isSecure =
    socket.encrypted === true || firstOf(forwarded['x-forwarded-proto'])?.toLowerCase() === 'https';
  const host = firstOf(forwarded['x-forwarded-host']) ?? headers.host ?? '';
  const name = hostIn(host);
  const origin = originOf(`${isSecure ? 'https' : 'http'}://${host}`);
  if (name === null || origin === null) return null;
  if (!isSecure && (!isLoopbackHost(name) || hasProxyHeader(headers))) return null;
  return { origin, isSecure };
}

/** Returns the first entry of a header that several proxies may have extended. The first is nearest to the browser. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const [first = ''] = String(header ?? '').split(',');
  return first.trim() === '' ? undefined : first.trim();
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

/**
 * Returns false for plain http where the page itself has another Origin. A proxy that nobody configured then stands in between,
 * and the browser is elsewhere.
 */
function isOfLoopbackPage({ headers }: CookieRequest, { isSecure }: Site): boolean {
  if (isSecure || headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && isLoopbackHost(hostIn(new URL(headers.origin).host) ?? '');
}

/**
 * Refuses a cookie that another page made the browser send. SameSite=Lax does not keep out pages of sibling domains, and on
 * loopback those of other ports. Errors: FORBIDDEN.
 */
function requireOwnPage({ method, headers }: CookieRequest, { origin }: Site): void {
  const from = headers['sec-fetch-site'];
  // An upgrade is a GET that opens a connection for changes.
  const isRead = method === 'GET' && headers.upgrade === undefined;
  if (isRead) {
    if (from !== 'cross-site' && from !== 'same-site') return;
    throw otherPage('A page of another origin made the browser send this request.');
  }
  if (from === 'same-origin') return;
  if (from !== undefined) throw otherPage('Sec-Fetch-Site must be same-origin.');
  if (headers.origin !== origin) throw otherPage(`Sec-Fetch-Site must be same-origin, or Origin ${origin}.`);
}

function otherPage(problem: string): CardwayError {
  return new CardwayError('FORBIDDEN', {
    message: `A console session works only for the pages of this gateway. ${problem}`,
  }).with({ reason: 'The session cookie came from another page.' });
}

function twoCookies(): CardwayError {
  return new CardwayError('UNAUTHENTICATED', {
    message: 'There are two session cookies. Delete the cookies of this site and sign in again.',
  }).with({ reason: 'There are two session cookies.', isOfKey: true });
}

function inTheClear(): CardwayError {
  return new CardwayError('FORBIDDEN', {
    message:
      'A console session needs https, or a browser on this machine. Behind a proxy set trustProxy, and let the proxy send X-Forwarded-Proto.',
  });
}

/** Browsers accept the prefix only for a Secure cookie of exactly this host. Pages of sibling domains cannot plant one. */
function nameOf(cookie: string, { isSecure }: Pick<Site, 'isSecure'>): string {
  return isSecure ? `__Host-${cookie}` : cookie;
}

function cookieOf(cookie: string, site: Pick<Site, 'isSecure'>, value: string): string {
  return `${nameOf(cookie, site)}=${value}; Path=/; HttpOnly; SameSite=Lax${site.isSecure ? '; Secure' : ''}`;
}

/** Returns the values of the cookies with exactly this name (RFC 6265, 5.4), whatever else the header holds. */
function cookiesNamed(name: string, header: string): readonly string[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

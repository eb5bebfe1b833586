import fc from 'fast-check';
import { fromProxyOf } from '../../../src/http/client-address.js';
import { type CookieRequest, SessionCookies } from '../../../src/http/session-cookie.js';
import { CardwayError } from '../../../src/platform/errors.js';

const TOKEN = 'T'.repeat(43);
const LOOPBACK = '127.0.0.1:4000';

interface Made {
  readonly method?: string;
  readonly isEncrypted?: boolean;
  readonly peer?: string;
  readonly headers?: CookieRequest['headers'];
}

const requestOf = ({
  method = 'POST',
  isEncrypted,
  peer = '127.0.0.1',
  headers = {},
}: Made): CookieRequest => ({
  method,
  headers: { host: LOOPBACK, ...headers },
  socket: { remoteAddress: peer, ...(isEncrypted === undefined ? {} : { encrypted: isEncrypted }) },
});

const cookiesBehind = (trustProxy?: string) => new SessionCookies(fromProxyOf(trustProxy));

function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CardwayError)) throw error;
    return error.code;
  }
}

const HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
const SECURE = `__Host-cardway-session=${TOKEN}; Path=/; HttpOnly; SameSite=Lax; Secure`;
const PLAIN = `cardway-session=${TOKEN}; Path=/; HttpOnly; SameSite=Lax`;

describe('the cookie of a new session', () => {
  it.each<[string, string | undefined, Made, string]>([
    ['over TLS', undefined, { isEncrypted: true, headers: { host: 'pay.example.com' } }, SECURE],
    ['over TLS on loopback', undefined, { isEncrypted: true }, SECURE],
    [
      'over TLS, for a page of it',
      undefined,
      { isEncrypted: true, headers: { host: 'pay.example.com', origin: 'https://pay.example.com' } },
      SECURE,
    ],
    ['behind a trusted proxy with TLS', '1', { headers: { host: 'pay.example.com', ...HTTPS } }, SECURE],
    ['behind two proxies', '2', { headers: { ...HTTPS, 'x-forwarded-proto': 'https, http' } }, SECURE],
    ['on loopback', undefined, {}, PLAIN],
    ['on ::1', undefined, { peer: '::1', headers: { host: '[::1]:4000' } }, PLAIN],
    [
      'on localhost, for a page of it',
      undefined,
      { headers: { host: 'localhost', origin: 'http://localhost' } },
      PLAIN,
    ],
    ['on a published port of a container', undefined, { peer: '172.17.0.1' }, PLAIN],
    ['over plain http', undefined, { headers: { host: 'pay.example.com' } }, 'FORBIDDEN'],
    [
      'by a caller who claims a proxy',
      undefined,
      { headers: { host: 'pay.example.com', ...HTTPS } },
      'FORBIDDEN',
    ],
    ['by a caller on loopback who claims a proxy', undefined, { headers: HTTPS }, 'FORBIDDEN'],
    [
      'by another address than the proxies',
      '10.0.0.0/8',
      { peer: '203.0.113.9', headers: HTTPS },
      'FORBIDDEN',
    ],
    ['behind a proxy without TLS', '1', { headers: { ...HTTPS, 'x-forwarded-proto': 'http' } }, 'FORBIDDEN'],
    [
      'behind a proxy that names no scheme',
      '1',
      { headers: { 'x-forwarded-for': '203.0.113.9' } },
      'FORBIDDEN',
    ],
    // nginx puts the address of the gateway into Host unless its configuration says otherwise.
    ['behind an unknown proxy', undefined, { headers: { origin: 'https://pay.example.com' } }, 'FORBIDDEN'],
    ['for a page without an origin', undefined, { headers: { origin: 'null' } }, 'FORBIDDEN'],
    [
      'for a name that points to loopback',
      undefined,
      { headers: { host: 'rebound.example.com' } },
      'FORBIDDEN',
    ],
    ['for no host', undefined, { headers: { host: '' } }, 'FORBIDDEN'],
    [
      'for a host with a user',
      undefined,
      { isEncrypted: true, headers: { host: 'a@b.example' } },
      'FORBIDDEN',
    ],
    ['for a host of no URL', undefined, { isEncrypted: true, headers: { host: 'a|b' } }, 'FORBIDDEN'],
  ])('%s', (_name, trustProxy, made, wanted) => {
    const cookies = cookiesBehind(trustProxy);
    expect(outcomeOf(() => cookies.setterFor(requestOf(made))(TOKEN))).toBe(wanted);
  });

  it('is deleted under its own name', () => {
    const clear = (made: Made) => cookiesBehind().clear(requestOf(made));
    expect(clear({})).toBe('cardway-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    expect(clear({ isEncrypted: true })).toBe(
      '__Host-cardway-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    );
  });
});

const HERE = `http://${LOOPBACK}`;
const own = { 'sec-fetch-site': 'same-origin' };
const cookie = `cardway-session=${TOKEN}`;

describe('a request with a session cookie', () => {
  const METHODS: readonly (readonly [string, CookieRequest['headers']])[] = [
    ['POST', {}],
    ['DELETE', {}],
    ['GET', { upgrade: 'websocket' }],
  ];
  const SITES: readonly (readonly [string | undefined, string | undefined, boolean])[] = [
    ['same-origin', undefined, true],
    ['same-origin', HERE, true],
    [undefined, HERE, true],
    [undefined, undefined, false],
    [undefined, 'null', false],
    [undefined, 'http://127.0.0.1:4001', false],
    [undefined, 'https://127.0.0.1:4000', false],
    [undefined, 'http://localhost:4000', false],
    [undefined, 'http://evil.example', false],
    [undefined, `${HERE}.evil.example`, false],
    ['same-site', HERE, false],
    ['same-site', undefined, false],
    ['cross-site', HERE, false],
    ['cross-site', 'http://evil.example', false],
    ['none', undefined, false],
    ['same-origin, cross-site', HERE, false],
    ['', HERE, false],
  ];
  const CHANGES = METHODS.flatMap(([method, more]) => SITES.map((site) => [method, ...site, more] as const));

  it.each(CHANGES)(
    'by %s from Sec-Fetch-Site %s, Origin %s: taken %s',
    (method, site, origin, isTaken, more) => {
      const headers = {
        cookie,
        ...more,
        ...(site === undefined ? {} : { 'sec-fetch-site': site }),
        ...(origin === undefined ? {} : { origin }),
      };
      const proof = outcomeOf(() => cookiesBehind().proofOf(requestOf({ method, headers })));
      expect(proof).toEqual(isTaken ? { kind: 'session', token: TOKEN } : 'FORBIDDEN');
    },
  );

  it.each([
    [undefined, true],
    ['same-origin', true],
    ['none', true],
    ['same-site', false],
    ['cross-site', false],
  ])('by GET from Sec-Fetch-Site %s: taken %s', (site, isTaken) => {
    const headers = { cookie, ...(site === undefined ? {} : { 'sec-fetch-site': site }) };
    const token = outcomeOf(() => cookiesBehind().tokenIn(requestOf({ method: 'GET', headers })));
    expect(token).toBe(isTaken ? TOKEN : 'FORBIDDEN');
  });

  it('says what it needs', () => {
    const request = requestOf({ headers: { cookie } });
    expect(() => cookiesBehind().proofOf(request)).toThrow(`Origin ${HERE}.`);
  });

  it('may come through a proxy that names the host of the browser', () => {
    const headers = {
      ...HTTPS,
      'x-forwarded-host': 'Pay.example.com:443',
      origin: 'https://pay.example.com',
      cookie: `__Host-cardway-session=${TOKEN}`,
    };
    expect(cookiesBehind('1').tokenIn(requestOf({ headers }))).toBe(TOKEN);
    expect(cookiesBehind().tokenIn(requestOf({ headers }))).toBeNull();
  });

  it('and a key has the key alone, from any page', () => {
    const headers = { cookie: `${cookie}; ${cookie}`, authorization: '', 'sec-fetch-site': 'cross-site' };
    expect(cookiesBehind().proofOf(requestOf({ headers }))).toEqual({ kind: 'key', authorization: '' });
  });
});

describe('the Cookie header', () => {
  const tokenIn = (header: string, made: Made = {}): unknown =>
    outcomeOf(() => cookiesBehind().tokenIn(requestOf({ ...made, headers: { ...own, cookie: header } })));

  it.each([
    ['a=b; cardway-session=x', 'x'],
    ['a=b;cardway-session=x;c', 'x'],
    ['cardway-session=x=y', 'x=y'],
    ['cardway-session=', ''],
    ['cardway-session', null],
    ['cardway-session =x', null],
    ['Cardway-Session=x', null],
    ['xcardway-session=x', null],
    ['a="; cardway-session=x"', 'x"'],
    ['__Host-cardway-session=x', null],
    ['', null],
    // A page of another port or path of this machine can plant a second one. Neither counts.
    ['cardway-session=x; cardway-session=x', 'UNAUTHENTICATED'],
    ['cardway-session=x; cardway-session=', 'UNAUTHENTICATED'],
  ])('%j holds the token %j', (header, token) => {
    expect(tokenIn(header)).toBe(token);
  });

  it('holds no token without the prefix where the browser uses TLS', () => {
    expect(tokenIn('cardway-session=planted', { isEncrypted: true })).toBeNull();
    expect(tokenIn('cardway-session=planted; __Host-cardway-session=x', { isEncrypted: true })).toBe('x');
  });

  it('may hold anything', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'cardway-session',
        '__Host-cardway-session',
        '=',
        ';',
        ' ',
        ',',
        '"',
        '\t',
        '%00',
        TOKEN,
      ),
      fc.string({ unit: 'binary' }),
    );
    const anything = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(anything, anything, fc.boolean(), (header, host, isEncrypted) => {
        const headers = { ...own, cookie: header, host };
        const cookies = cookiesBehind('1');
        const request = requestOf({ isEncrypted, headers: { ...headers, 'x-forwarded-host': host } });
        const token = outcomeOf(() => cookies.tokenIn(request));
        expect(token === null || typeof token === 'string').toBe(true);
        if (typeof token === 'string' && token !== 'UNAUTHENTICATED') expect(header).toContain(`=${token}`);
        expect(outcomeOf(() => cookies.clear(request))).toContain('Max-Age=0');
      }),
    );
  });
});

describe('the text that a browser keeps while it signs in elsewhere', () => {
  const cookies = cookiesBehind();
  const kept = (text: string, made: Made = {}): string =>
    cookies.keepPending(requestOf(made), text).split(';')[0] ?? '';
  const pendingIn = (cookie: string, made: Made = {}): string | null =>
    cookies.pendingIn(requestOf({ method: 'GET', ...made, headers: { cookie } }));

  it('comes back as it was', () => {
    expect(pendingIn(`a=b; ${kept('{"state":"ä"}')}`)).toBe('{"state":"ä"}');
  });

  // A page of another port of this machine can plant one. It would sign the browser in as somebody else.
  it('counts for nothing beside another one', () => {
    expect(pendingIn(`${kept('planted')}; ${kept('own')}`)).toBeNull();
  });

  it('counts for nothing without the prefix where the browser uses TLS', () => {
    expect(pendingIn(kept('planted'), { isEncrypted: true })).toBeNull();
    expect(pendingIn(kept('own', { isEncrypted: true }), { isEncrypted: true })).toBe('own');
  });
});

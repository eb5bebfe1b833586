/** Tests what the gateway makes of answers that an OpenID provider seldom gives. */
import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentityProvider } from '../../src/outbound/identity-provider.js';

interface Answer {
  readonly status: number;
  readonly body: object;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

let server: Server;
let issuer: string;
/** Answer of the token endpoint. */
let answer: Answer;
/** Answer of the userinfo endpoint. */
let userinfo: Answer;
/** Refresh tokens that the gateway keeps for the next time. */
let kept: string[] = [];

beforeEach(() => {
  kept = [];
  userinfo = { status: 503, body: {} };
});

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, body } = answerTo(request.url ?? '');
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function answerTo(path: string): Answer {
  if (path === '/token') return answer;
  if (path === '/userinfo') return userinfo;
  if (path === '/keys')
    return { status: 200, body: { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256' }] } };
  const addresses = {
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
  };
  return { status: 200, body: { issuer, ...addresses } };
}

function idToken(claims: object, head: object = {}): string {
  const parts = [
    { alg: 'RS256', ...head },
    { iss: issuer, aud: 'cardway', sub: 'mary', groups: ['audit'], ...claims },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
}

const again = () =>
  createIdentityProvider({
    issuer,
    clientId: 'cardway',
    clientSecret: 'secret',
    scopes: 'openid',
    groupsClaim: 'groups',
  }).again('refresh-1', {
    subject: 'mary',
    keep(next) {
      kept.push(next);
      return Promise.resolve();
    },
  });

it.each([
  [400, 'invalid_grant', 'refused'],
  [401, 'invalid_client', 'refused'],
  [403, 'invalid_grant', 'refused'],
  [408, 'timeout', 'unreachable'],
  [429, 'too_many_requests', 'unreachable'],
  [503, 'temporarily_unavailable', 'unreachable'],
])('status %i with the error %s counts as %s', async (status, error, kind) => {
  answer = { status, body: { error } };
  expect(await again()).toMatchObject({ kind });
});

it('times with fractions of a second give a lifetime in whole milliseconds', async () => {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const claims = { iat: nowSeconds + 0.123_456, exp: nowSeconds + 300.5 };
  const body = { access_token: 'access', token_type: 'bearer', id_token: idToken(claims) };
  answer = { status: 200, body };
  expect(await again()).toMatchObject({ kind: 'person', person: { subject: 'mary', lifetimeMs: 300_376 } });
});

it('a token under a key that the provider does not publish yet says nothing about the person', async () => {
  const iat = Math.floor(Date.now() / 1000);
  const token = idToken({ iat, exp: iat + 300 }, { kid: 'the-next-one' });
  const body = { access_token: 'access', token_type: 'bearer', id_token: token };
  answer = { status: 200, body };
  expect(await again()).toMatchObject({ kind: 'unreachable' });
  answer = { status: 200, body: { ...body, id_token: idToken({ iat, exp: iat + 300 }).slice(0, -4) } };
  expect(await again()).toMatchObject({ kind: 'refused' });
});

it.each([
  ['the next refresh token', 'refresh-2', ['refresh-2']],
  ['no refresh token that it has', 'refresh-1', []],
])('keeps %s although the groups cannot be asked for', async (_name, next, expected) => {
  const iat = Math.floor(Date.now() / 1000);
  const token = idToken({ iat, exp: iat + 300, groups: undefined });
  answer = {
    status: 200,
    body: { access_token: 'access', token_type: 'bearer', refresh_token: next, id_token: token },
  };
  expect(await again()).toMatchObject({ kind: 'unreachable' });
  expect(kept).toEqual(expected);
});

it.each([
  ['no groups', { sub: 'mary' }, { kind: 'person', person: { subject: 'mary', groups: [] } }],
  ['another person', { sub: 'eve', groups: ['audit'] }, { kind: 'refused' }],
  [
    'the groups',
    { sub: 'mary', groups: ['audit'] },
    { kind: 'person', person: { subject: 'mary', groups: ['audit'] } },
  ],
])(
  'a refresh without an ID token takes the person from userinfo, which says %s',
  async (_name, body, expected) => {
    answer = {
      status: 200,
      body: { access_token: 'access', token_type: 'bearer', refresh_token: 'refresh-2' },
    };
    expect(await again()).toMatchObject({ kind: 'unreachable' });
    userinfo = { status: 200, body };
    expect(await again()).toMatchObject(expected);
    expect(kept).toEqual(['refresh-2', 'refresh-2']);
  },
);

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

beforeEach(() => {
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
    { iss: issuer, aud: 'cardway', sub: 'mary', groups: ['audit'], nonce: PENDING.nonce, ...claims },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
}

const PENDING = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) };

const finish = () =>
  createIdentityProvider({
    issuer,
    clientId: 'cardway',
    clientSecret: 'secret',
    scopes: 'openid',
    groupsClaim: 'groups',
  }).finish(new URL(`https://gateway.example/callback?code=c&state=${PENDING.state}`), PENDING);

it.each([
  [400, 'invalid_grant', 'refused'],
  [401, 'invalid_client', 'refused'],
  [403, 'invalid_grant', 'refused'],
  [408, 'timeout', 'unreachable'],
  [429, 'too_many_requests', 'unreachable'],
  [503, 'temporarily_unavailable', 'unreachable'],
])('status %i with the error %s counts as %s', async (status, error, kind) => {
  answer = { status, body: { error } };
  expect(await finish()).toMatchObject({ kind });
});

it('a token under a key that the provider does not publish yet says nothing about the person', async () => {
  const iat = Math.floor(Date.now() / 1000);
  const token = idToken({ iat, exp: iat + 300 }, { kid: 'the-next-one' });
  const body = { access_token: 'access', token_type: 'bearer', id_token: token };
  answer = { status: 200, body };
  expect(await finish()).toMatchObject({ kind: 'unreachable' });
  answer = { status: 200, body: { ...body, id_token: idToken({ iat, exp: iat + 300 }).slice(0, -4) } };
  expect(await finish()).toMatchObject({ kind: 'refused' });
});

it.each([
  ['no groups', { sub: 'mary' }, { kind: 'person', person: { subject: 'mary', groups: [] } }],
  ['another person', { sub: 'eve', groups: ['audit'] }, { kind: 'refused' }],
  [
    'the groups',
    { sub: 'mary', groups: ['audit'] },
    { kind: 'person', person: { subject: 'mary', groups: ['audit'] } },
  ],
])('an ID token without groups leads to userinfo, which says %s', async (_name, body, expected) => {
  const iat = Math.floor(Date.now() / 1000);
  const token = idToken({ iat, exp: iat + 300, groups: undefined });
  answer = { status: 200, body: { access_token: 'access', token_type: 'bearer', id_token: token } };
  expect(await finish()).toMatchObject({ kind: 'unreachable' });
  userinfo = { status: 200, body };
  expect(await finish()).toMatchObject(expected);
});

it('an answer without an ID token is refused', async () => {
  answer = { status: 200, body: { access_token: 'access', token_type: 'bearer' } };
  expect(await finish()).toMatchObject({ kind: 'refused' });
});

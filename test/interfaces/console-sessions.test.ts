/** Tests the sessions of the console over HTTP: sign-in, use, ends, and what a page of another site can do with the cookie. */
import { WebSocket } from 'ws';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { until } from '../life/until.js';
import { openSocket, type RawSocket } from '../stream/raw-socket.js';
import { askGraphQL, KEYS, nodesOf, send } from '../support/channels/index.js';
import { cookieIn, ofPage, operatorSession, signIn, signOut } from '../support/console-session.js';
import { startInProcess, type InProcessGateway } from '../support/in-process.js';
import { machineClock } from '../support/machine-clock.js';

const MINUTE_MS = 60_000;

let gateway: InProcessGateway;
let url: string;
let aheadMs = 0;
const clock = {
  nowMs: () => machineClock.nowMs() + aheadMs,
  monotonicMs: () => machineClock.monotonicMs() + aheadMs,
};

beforeAll(async () => {
  const env = {
    CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: '30',
  };
  gateway = await startInProcess(env, { clock });
  ({ url } = gateway);
});

afterAll(() => gateway.stop());

const signedIn = async (key?: string): Promise<string> => cookieIn(await signIn(url, key));
const QUERY = '{"query":"{ __typename }"}';

interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** Returns the error of a reply, in the form of its interface. */
function refusalIn(bytes: Buffer): Refusal {
  const body = JSON.parse(bytes.toString()) as {
    errors?: { message: string; extensions: { code: string } }[];
    message?: string;
    error?: { code: string };
  };
  const [error] = body.errors ?? [];
  return error === undefined
    ? { code: body.error!.code, message: body.message! }
    : { code: error.extensions.code, message: error.message };
}

async function createKey(keyId: string, role = 'OPERATOR'): Promise<string> {
  const programme = role === 'OPERATOR' ? {} : { programme: 'sandbox' };
  const { data } = await askGraphQL<{ createKey: { secret: string } }>(
    url,
    'mutation ($input: CreateKeyInput!) { createKey(input: $input) { secret } }',
    { variables: { input: { keyId, role, ...programme } } },
  );
  return data!.createKey.secret;
}

const refusedCalls = () => nodesOf<{ reason: string }>(url, 'refusedCalls(first: 100)', 'reason');

describe('signing in', () => {
  it('sets a cookie that no script reads, and says nothing else', async () => {
    const reply = await signIn(url);
    const [cookie] = reply.headers['set-cookie']!;
    expect(cookie).toMatch(/^cardway-session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect([reply.status, reply.bytes.length, reply.headers['cache-control']]).toEqual([204, 0, 'no-store']);
    expect(reply.headers['content-length']).toBeUndefined();
  });

  it.each([
    ['no key', null, 401, 'UNAUTHENTICATED'],
    ['a wrong key', 'cardway_of_nobody', 401, 'UNAUTHENTICATED'],
    ['a key of another role', KEYS.client, 403, 'FORBIDDEN'],
  ])('is refused with %s', async (_name, key, status, code) => {
    const reply = await signIn(url, key);
    expect([reply.status, refusalIn(reply.bytes).code]).toEqual([status, code]);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

describe('a session', () => {
  it('stands for its key on GraphQL, by POST and by GET', async () => {
    const cookie = await signedIn();
    const session = await operatorSession(url, ofPage(cookie));
    expect(session).toEqual({
      keyId: 'sandbox-operator',
      sessionEndsAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      sessionIdleEndsAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    const minutesLeft = (Date.parse(session!.sessionEndsAt!) - clock.nowMs()) / MINUTE_MS;
    expect(Math.round(minutesLeft / 60)).toBe(8);
    const path = `${url}/graphql?query=${encodeURIComponent('{ operatorSession { keyId } }')}`;
    const read = await send(path, { method: 'GET', headers: ofPage(cookie) });
    expect(JSON.parse(read.bytes.toString())).toEqual({
      data: { operatorSession: { keyId: 'sandbox-operator' } },
    });
    expect(
      await operatorSession(url, { Authorization: `Bearer ${KEYS.operator}`, ...ofPage('a=b') }),
    ).toEqual({
      keyId: 'sandbox-operator',
      sessionEndsAt: null,
      sessionIdleEndsAt: null,
    });
  });

  it('changes nothing by GET', async () => {
    const query = encodeURIComponent(
      'mutation { blockWallet(input: { reference: "43172792905" }) { wallet { blocked } } }',
    );
    const headers = ofPage(await signedIn());
    const reply = await send(`${url}/graphql?query=${query}`, { method: 'GET', headers });
    expect(reply.status).toBe(405);
    const stream = await send(`${url}/graphql/stream?query=${query}`, { method: 'GET', headers });
    expect(stream.bytes.toString()).toContain('"errors"');
    const { data } = await askGraphQL(url, '{ wallet(reference: "43172792905") { blocked } }');
    expect(data).toEqual({ wallet: { blocked: false } });
  });

  it('acts under the name of its key', async () => {
    const key = await createKey('signed-in');
    const headers = ofPage(await signedIn(key));
    const body = JSON.stringify({
      query: 'mutation { blockWallet(input: { reference: "556789731480" }) { wallet { blocked } } }',
    });
    await send(`${url}/graphql`, { headers, body });
    const entries = await nodesOf(url, 'auditLog(filter: { actor: "signed-in" })', 'action reason');
    expect(entries).toEqual([
      { action: 'block_wallet', reason: '' },
      { action: 'sign_in', reason: '' },
    ]);
  });

  it.each(['/v1/proxy', '/network/v1/digitizations', '/debit/v1/digitization/verify-time-based-secret'])(
    'counts for nothing on %s',
    async (path) => {
      const reply = await send(url + path, { headers: ofPage(await signedIn()), body: '{}' });
      expect(reply.status).toBe(401);
    },
  );
});

describe('a page of another site', () => {
  const foreign = (cookie: string): Record<string, string> => ({
    ...ofPage(cookie),
    'Sec-Fetch-Site': 'same-site',
  });

  it.each(['/graphql', '/graphql/stream'])('cannot post to %s, and leaves a refused call', async (path) => {
    const cookie = await signedIn();
    // A form can send this type without a preflight. The page is refused before anybody looks at it.
    const headers = { ...foreign(cookie), 'Content-Type': 'text/plain' };
    const reply = await send(url + path, { headers, body: QUERY });
    expect([reply.status, refusalIn(reply.bytes)]).toEqual([
      403,
      { code: 'FORBIDDEN', message: expect.stringContaining('Sec-Fetch-Site') as string },
    ]);
    await until('it is listed', async () =>
      (await refusedCalls()).some(({ reason }) => reason === 'The session cookie came from another page.'),
    );
  });

  it.each([
    ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['no origin', {}],
  ])('cannot open a WebSocket (%s)', async (_name, more) => {
    const headers = { Cookie: await signedIn(), ...more };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(403);
    socket.on('error', () => undefined);
    response.destroy();
  });
});

describe('a WebSocket', () => {
  const open = (cookie: string, headers: Record<string, string> = {}): Promise<RawSocket> =>
    openSocket(url, { headers: { Cookie: cookie, Origin: url, ...headers } });
  const init = async (raw: RawSocket, payload?: object): Promise<RawSocket> => {
    raw.send({ type: 'connection_init', ...(payload === undefined ? {} : { payload }) });
    expect(await raw.next()).toEqual({ type: 'connection_ack' });
    return raw;
  };
  const keyOf = async (raw: RawSocket): Promise<unknown> => {
    raw.send({
      id: '1',
      type: 'subscribe',
      payload: { query: '{ operatorSession { keyId sessionEndsAt } }' },
    });
    return (await raw.next())['payload'];
  };

  it('is open to the page of the console, and closed when the session ends', async () => {
    const cookie = await signedIn();
    const raw = await init(await open(cookie));
    expect(await keyOf(raw)).toMatchObject({
      data: { operatorSession: { keyId: 'sandbox-operator', sessionEndsAt: expect.any(String) as string } },
    });
    await signOut(url, ofPage(cookie));
    expect(await raw.closed).toMatchObject({ code: 4403 });
  });

  it.each([
    ['a wrong key in its parameters', { authorization: 'Bearer cardway_of_nobody' }],
    ['a key that is no text', { authorization: 1 }],
  ])('is closed with 4403 for %s, although it has a session', async (_name, payload) => {
    const raw = await open(await signedIn());
    raw.send({ type: 'connection_init', payload });
    expect(await raw.closed).toMatchObject({ code: 4403 });
  });
});

describe('signing out', () => {
  it('ends the session and deletes the cookie, however often', async () => {
    const cookie = await signedIn();
    for (let times = 0; times < 2; times += 1) {
      const reply = await signOut(url, ofPage(cookie));
      expect([reply.status, reply.headers['set-cookie']]).toEqual([
        204,
        ['cardway-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'],
      ]);
    }
    const reply = await send(`${url}/graphql`, { headers: ofPage(cookie), body: QUERY });
    expect([reply.status, refusalIn(reply.bytes)]).toEqual([
      401,
      { code: 'UNAUTHENTICATED', message: 'The session has ended. Sign in again.' },
    ]);
    expect((await signOut(url, {})).status).toBe(204);
  });
});

describe('the end of a session', () => {
  const pass = (ms: number): void => void (aheadMs += ms);
  const isOn = async (cookie: string, more: Record<string, string> = {}): Promise<boolean> =>
    (await operatorSession(url, { ...ofPage(cookie), ...more })) !== null;
  const BACKGROUND = { 'X-Cardway-Background': '1' };
  const SLACK_MS = 5 * MINUTE_MS;

  const idleEnd = async (cookie: string): Promise<number> => {
    const session = await operatorSession(url, { ...ofPage(cookie), ...BACKGROUND });
    return Date.parse(session!.sessionIdleEndsAt!);
  };
  /** Does something in the session. The note of it is written behind the reply. */
  const act = async (cookie: string): Promise<void> => {
    const before = await idleEnd(cookie);
    expect(await isOn(cookie)).toBe(true);
    await until('the request is noted', async () => (await idleEnd(cookie)) > before);
  };

  it('comes 15 minutes after the last request of the operator', async () => {
    const cookie = await signedIn();
    for (let times = 0; times < 3; times += 1) {
      pass(15 * MINUTE_MS - SLACK_MS);
      await act(cookie);
    }
    pass(15 * MINUTE_MS);
    expect(await isOn(cookie)).toBe(false);
  });

  it('is not put off by requests in the background, by sockets or by streams', async () => {
    const cookie = await signedIn();
    const raw = await openSocket(url, { headers: { Cookie: cookie, Origin: url } });
    raw.send({ type: 'connection_init' });
    expect(await raw.next()).toEqual({ type: 'connection_ack' });
    raw.send({ id: '1', type: 'subscribe', payload: { query: 'subscription { transactionSaved { id } }' } });
    pass(15 * MINUTE_MS - SLACK_MS);
    expect(await isOn(cookie, BACKGROUND)).toBe(true);
    const stream = { ...ofPage(cookie), Accept: 'text/event-stream' };
    expect((await send(`${url}/graphql/stream`, { headers: stream, body: QUERY })).status).toBe(200);
    raw.send({ id: '2', type: 'subscribe', payload: { query: '{ __typename }' } });
    expect(await raw.next()).toMatchObject({ id: '2', type: 'next' });
    pass(SLACK_MS);
    expect(await isOn(cookie)).toBe(false);
    expect(await raw.closed).toMatchObject({ code: 4403 });
  });
});

it('wrong keys at the sign-in count, sessions that have ended do not', async () => {
  aheadMs += 10 * MINUTE_MS;
  const ended = ofPage(`cardway-session=${'A'.repeat(43)}`);
  for (let times = 0; times < 40; times += 1) {
    expect((await send(`${url}/graphql`, { headers: ended, body: QUERY })).status).toBe(401);
  }
  const statuses: number[] = [];
  for (let times = 0; times < 31; times += 1)
    statuses.push((await signIn(url, `wrong-${String(times)}`)).status);
  expect([statuses[29], statuses[30]]).toEqual([401, 429]);
  expect((await signIn(url)).status).toBe(204);
});

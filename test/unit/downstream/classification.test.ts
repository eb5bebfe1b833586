import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { verifySignature } from '../../../src/core/wire/signature.js';
import { momentOf } from '../../../src/platform/clock.js';
import type { DownstreamOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import {
  announce,
  answer,
  approving,
  cut,
  faultText,
  flood,
  half,
  methodResponseText,
  rawForm,
  redirect,
  type WalletAnswer,
  respond,
  startWallet,
  type TestWallet,
} from '../../support/wallet/index.js';
import { type Bench, BODY, openBench, SIGNING_KEY } from './set-up.js';

let wallet: TestWallet;
let bench: Bench;

beforeEach(async () => {
  wallet = await startWallet({ behaviour: approving() });
  bench = openBench(wallet.url);
});

afterEach(async () => {
  await bench.downstream.close();
  await wallet.close();
});

const outcomeOf = (reply: WalletAnswer): Promise<DownstreamOutcome> => {
  wallet.behave(reply);
  return bench.send();
};

const NORMALIZED = rawForm({
  response: methodResponseText({ resultCode: -17 }),
  customerId: 1001,
  status: 'failed',
});

describe('a sent request', () => {
  test('is a POST of the very bytes, signed, with nothing added', async () => {
    const body = Buffer.from('{ "narrative":"caf\u00e9  \\u0041",\n"customer_id":1001}  \n');
    await bench.send({ body, headers: { 'X-Request-Id': 'r-1', traceparent: '00-1-2-01' } });
    const call = await wallet.called(1);
    expect(call.body.equals(body)).toBe(true);
    expect(call.method).toBe('POST');
    expect(call.headers['x_msg_signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(
      verifySignature({ key: SIGNING_KEY, body, claimed: String(call.headers['x_msg_signature']) }),
    ).toBe(true);
    expect(call.rawHeaders).toContain('X_msg_signature');
    expect(Object.keys(call.headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'traceparent',
      'x-request-id',
      'x_msg_signature',
    ]);
    expect(call.headers['content-type']).toBe('application/json');
  });

  test('goes to the whole URL as it is configured', async () => {
    const other = openBench(`http://127.0.0.1:${wallet.port}/a/b/?tenant=x%20y&z`);
    await other.send();
    await other.downstream.close();
    expect((await wallet.called(1)).url).toBe('/a/b/?tenant=x%20y&z');
  });

  test('goes there directly, despite proxies in the environment', async () => {
    const { env } = process;
    process.env = {
      ...env,
      HTTP_PROXY: 'http://127.0.0.1:1',
      http_proxy: 'http://127.0.0.1:1',
      NODE_USE_ENV_PROXY: '1',
    };
    const outcome = await bench.send().finally(() => {
      process.env = env;
    });
    expect(outcome.kind).toBe('answered');
  });
});

describe('answered', () => {
  test('is a normalized body with raw text and times', async () => {
    const reply = answer({ resultCode: 1, balanceAmount: 626900 }, { customerId: 1001 });
    expect(await outcomeOf(reply)).toEqual({
      kind: 'answered',
      httpStatus: 200,
      raw: reply.kind === 'respond' ? reply.body.toString() : '',
      answer: {
        status: 'success',
        message: '',
        customerId: 1001,
        response: { resultCode: 1, balanceAmount: 626900 },
      },
      sentAtMs: bench.time.nowMs(),
      answeredAtMs: bench.time.nowMs(),
    });
    expect(bench.time.pending()).toBe(0);
  });

  test.each([200, 201, 202, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429])(
    'is a normalized body under HTTP %d',
    async (status) => {
      expect(await outcomeOf(respond({ status, body: NORMALIZED }))).toMatchObject({
        kind: 'answered',
        httpStatus: status,
        answer: { response: { resultCode: -17 } },
      });
    },
  );

  test.each(['1.0', '1e0', '10e-1'])('is a resultCode and an amount of %s', async (written) => {
    const body = `{"customerId":1001,"response":{"resultCode":${written},"approvalAmount":${written}}}`;
    expect(await outcomeOf(respond({ body }))).toMatchObject({
      answer: { response: { resultCode: 1, approvalAmount: 1 } },
    });
  });

  test('keeps integers beyond 2^53-1 as text, in JSON and in XML', async () => {
    const json =
      '{"customerId":1001,"response":{"resultCode":1,"id":9007199254740993,"low":-9007199254740993}}';
    expect(await outcomeOf(respond({ body: json }))).toMatchObject({
      answer: { response: { resultCode: 1, id: '9007199254740993', low: '-9007199254740993' } },
    });
    const xml = methodResponseText({ resultCode: 1 }).replace(
      '</struct>',
      '<member><name>id</name><value><i8>9007199254740993</i8></value></member></struct>',
    );
    expect(await outcomeOf(respond({ body: rawForm({ response: xml }) }))).toMatchObject({
      answer: { response: { resultCode: 1, id: '9007199254740993' } },
    });
  });

  test('may be a response as an object, with a byte order mark, of any media type', async () => {
    const body = `\ufeff${rawForm({ response: { resultCode: 1 }, customerId: 1001 })}`;
    expect((await outcomeOf(respond({ body, headers: { 'Content-Type': 'text/plain' } }))).kind).toBe(
      'answered',
    );
  });
});

describe('refused', () => {
  test.each([401, 403, 404, 405, 413, 415, 429])('is HTTP %d without a normalized body', async (status) => {
    const expected = { kind: 'refused', reason: 'status', httpStatus: status };
    expect(await outcomeOf(respond({ status, body: '<html>no</html>' }))).toMatchObject({
      ...expected,
      raw: '<html>no</html>',
    });
    expect(await outcomeOf(respond({ status }))).toMatchObject(expected);
    expect(await outcomeOf(respond({ status, body: '{"status":"error","message":"no"}' }))).toMatchObject(
      expected,
    );
  });

  test('is a route without a listener', async () => {
    const { port } = wallet;
    await wallet.close();
    expect(await bench.send()).toEqual({
      kind: 'refused',
      reason: 'not_connected:ECONNREFUSED',
      httpStatus: null,
      raw: null,
      sentAtMs: null,
    });
    wallet = await startWallet({ behaviour: approving() });
    expect(wallet.port).not.toBe(port);
  });

  test('is a name that does not resolve', async () => {
    const other = openBench('http://wallet.invalid/');
    expect(await other.send()).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^not_connected:E[A-Z_]+$/),
    });
    await other.downstream.close();
  });

  test('is a peer that does not speak TLS', async () => {
    const other = openBench(wallet.url.replace('http:', 'https:'));
    expect(await other.send()).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^not_connected/),
      sentAtMs: null,
    });
    await other.downstream.close();
    expect(wallet.calls).toHaveLength(0);
  });

  test('is a call whose deadline has already passed', async () => {
    expect(await bench.send({ deadline: momentOf(bench.time) })).toMatchObject({
      kind: 'refused',
      reason: 'deadline_passed',
    });
    expect(wallet.connections()).toBe(0);
  });

  test('is a call for a route that is no longer configured', async () => {
    expect(await bench.send({ route: 'gone' })).toMatchObject({ kind: 'refused', reason: 'unknown_route' });
  });
});

describe('refused while connecting', () => {
  let silent: Server;
  let url: string;

  beforeEach(async () => {
    silent = createTcpServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  });

  afterEach(() => {
    silent.close();
  });

  test('is a connection that takes longer than its own time', async () => {
    const other = openBench(url, { connectTimeoutMs: 50 });
    expect(await other.send()).toMatchObject({
      kind: 'refused',
      reason: 'not_connected:UND_ERR_CONNECT_TIMEOUT',
    });
    await other.downstream.close();
  });

  test('is a connection that could not be made a second time, after a pause', async () => {
    let connections = 0;
    silent.on('connection', (socket: Socket) => {
      connections += 1;
      socket.destroy();
    });
    const other = openBench(url, { connectRetryMs: 100 });
    const outcome = other.send();
    await new Promise((resolve) => silent.once('connection', resolve));
    while (other.time.pending() !== 1 || !other.time.isDue(100)) await new Promise(setImmediate);
    expect(connections).toBe(1);
    other.time.advance(100);
    expect(await outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^not_connected/),
      sentAtMs: null,
    });
    expect(connections).toBe(2);
    await other.downstream.close();
  });

  test('is not tried again when the deadline would pass meanwhile', async () => {
    let connections = 0;
    silent.on('connection', (socket: Socket) => {
      connections += 1;
      socket.destroy();
    });
    const other = openBench(url);
    expect(await other.send()).toMatchObject({ kind: 'refused' });
    expect(connections).toBe(1);
    await other.downstream.close();
  });

  test('is a connection that is not open at the deadline', async () => {
    const other = openBench(url);
    const outcome = other.send();
    await new Promise((resolve) => silent.once('connection', resolve));
    other.time.advance(1800);
    expect(await outcome).toEqual({
      kind: 'refused',
      reason: 'not_sent_in_time',
      httpStatus: null,
      raw: null,
      sentAtMs: null,
    });
    await other.downstream.close();
  });
});

describe('in doubt', () => {
  const good = (members: object): string =>
    JSON.stringify({ customerId: 1001, response: { resultCode: 1 }, ...members });

  test.each<[string, string, WalletAnswer]>([
    ['HTTP 500', 'status', respond({ status: 500, body: 'oops' })],
    ['HTTP 500 with a normalized body', 'status', respond({ status: 500, body: NORMALIZED })],
    ['HTTP 503 without a body', 'status', respond({ status: 503 })],
    ['HTTP 400 without a normalized body', 'status', respond({ status: 400, body: '{}' })],
    ['HTTP 409 without a normalized body', 'status', respond({ status: 409 })],
    [
      'HTTP 422 with a fault',
      'status',
      respond({ status: 422, body: rawForm({ response: faultText(4, 'no') }) }),
    ],
    ['a redirect', 'redirect', redirect('/elsewhere')],
    ['a redirect with a normalized body', 'redirect', respond({ status: 302, body: NORMALIZED })],
    ['HTTP 304', 'redirect', respond({ status: 304, headers: {} })],
    ['HTTP 204', 'unreadable', respond({ status: 204, headers: {} })],
    ['an empty body', 'unreadable', respond({ body: '' })],
    ['a body that is no JSON', 'unreadable', respond({ body: '<html></html>' })],
    [
      'a methodResponse outside of JSON',
      'unreadable',
      respond({ body: methodResponseText({ resultCode: 1 }) }),
    ],
    [
      'bytes that are no UTF-8',
      'unreadable',
      respond({ body: Buffer.from('{"a":"\xe9","response":{"resultCode":1}}', 'latin1') }),
    ],
    [
      'too deep a body',
      'unreadable',
      respond({ body: `{"response":{"resultCode":1,"a":${'['.repeat(99)}${']'.repeat(99)}}}` }),
    ],
    ['a fault', 'fault', respond({ body: rawForm({ response: faultText(8002, 'boom') }) })],
    [
      'malformed XML',
      'method_response_unreadable',
      respond({ body: rawForm({ response: '<methodResponse><params>' }) }),
    ],
    [
      'another customer under HTTP 401',
      'other_customer',
      respond({ status: 401, body: good({ customerId: 1002 }) }),
    ],
    [
      'two customers under HTTP 404',
      'two_customers',
      respond({ status: 404, body: good({ customer_id: 1002 }) }),
    ],
    [
      'an unreadable customer under HTTP 404',
      'customer_unreadable',
      respond({ status: 404, body: good({ customer_id: 'x' }) }),
    ],
    [
      'an approved amount with a fraction under HTTP 429',
      'amount_unreadable',
      respond({ status: 429, body: good({ response: { resultCode: 2, approvalAmount: 1.5 } }) }),
    ],
    ['a body over the limit', 'too_large', flood(10 * 1024 * 1024)],
    [
      'a compressed body that was not asked for',
      'unreadable',
      respond({ body: Buffer.from('1f8b0800', 'hex') }),
    ],
  ])('is %s (%s)', async (_, reason, reply) => {
    expect(await outcomeOf(reply)).toMatchObject({ kind: 'in_doubt', reason, sentAtMs: bench.time.nowMs() });
    expect(wallet.calls).toHaveLength(1);
  });

  test.each<[string, WalletAnswer]>([
    ['cut before the answer', cut()],
    ['cut inside the answer', half(NORMALIZED)],
    [
      'with a 100 Continue that nobody asked for',
      announce(['HTTP/1.1 100 Continue\r\n\r\n'], respond({ body: NORMALIZED })),
    ],
  ])('is a connection %s', async (_, reply) => {
    expect(await outcomeOf(reply)).toMatchObject({
      kind: 'in_doubt',
      reason: expect.stringMatching(/^cut/),
      raw: null,
      answeredAtMs: null,
    });
    expect(wallet.calls).toHaveLength(1);
  });

  test('keeps the raw answer in a form that every store accepts', async () => {
    const outcome = await outcomeOf(respond({ status: 500, body: Buffer.from('a\0b\xff', 'latin1') }));
    expect(outcome).toMatchObject({ raw: 'a\ufffdb\ufffd' });
  });

  test('accepts an answer of exactly the limit and none of one byte more', async () => {
    const body = NORMALIZED;
    const exact = openBench(wallet.url, { answerBytesMax: Buffer.byteLength(body) });
    const short = openBench(wallet.url, { answerBytesMax: Buffer.byteLength(body) - 1 });
    wallet.behave(respond({ body }));
    expect((await exact.send()).kind).toBe('answered');
    expect(await short.send()).toMatchObject({ kind: 'in_doubt', reason: 'too_large' });
    await Promise.all([exact.downstream.close(), short.downstream.close()]);
  });
});

describe('an inquiry', () => {
  test.each<[string, string, WalletAnswer]>([
    ['answered', 'the saved answer', respond({ body: NORMALIZED })],
    ['never_seen', 'HTTP 404', respond({ status: 404, body: 'no such request id' })],
    ['no_answer', 'HTTP 405', respond({ status: 405, body: NORMALIZED })],
    ['no_answer', 'HTTP 500', respond({ status: 500, body: NORMALIZED })],
    ['no_answer', 'an answer for another customer', respond({ body: NORMALIZED.replace('1001', '1002') })],
    ['no_answer', 'an answer over the limit', respond({ body: NORMALIZED + ' '.repeat(300 * 1024) })],
    ['no_answer', 'a cut connection', cut()],
  ])('is %s for %s', async (kind, _title, reply) => {
    wallet.behave(reply);
    const asking = openBench(wallet.url, { route: { inquiryUrl: `${wallet.url}?kind=saved` } });
    const asked = { route: 'main', requestId: '5001_1_1', customerId: 1001 };
    expect(await asking.downstream.inquire(asked)).toMatchObject({ kind });
    const { method, url, headers } = await wallet.called(1);
    expect([method, url]).toEqual(['GET', expect.stringMatching(/\?kind=saved&request_id=5001_1_1$/)]);
    const claimed = String(headers['x_msg_signature']);
    expect(verifySignature({ key: SIGNING_KEY, body: Buffer.from(asked.requestId), claimed })).toBe(true);
    await asking.downstream.close();
  });
});

test('never throws for a header that cannot be sent', async () => {
  expect(await bench.send({ headers: { traceparent: 'a\r\nb' }, body: BODY })).toMatchObject({
    kind: 'refused',
  });
  expect(wallet.calls).toHaveLength(0);
});

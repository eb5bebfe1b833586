import { Webhook } from 'standardwebhooks';
import type { WebhookResult } from '../../../src/core/events/delivery.js';
import { webhookBody } from '../../../src/core/events/event.js';
import { createWebhookSender, signatureHeaders } from '../../../src/outbound/webhooks/webhook.js';
import { until } from '../../life/until.js';
import { machineClock, machineTimer } from '../../support/machine-clock.js';
import { answerWith, type Receiver, startReceiver } from '../../support/webhooks/receiver.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDV4dqGQQy3PM=';
const BODY = Buffer.from('{"type":"digitization.complete","data":{"n":"ü €"}}');

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

function sender(
  given: { allowPrivate?: boolean; timeoutMs?: number; resolve?: (host: string) => Promise<string[]> } = {},
) {
  return createWebhookSender({
    timer: machineTimer,
    resolve: given.resolve ?? (() => Promise.reject(new Error('not asked'))),
    policy: { allowPrivate: given.allowPrivate ?? true },
    timeoutMs: given.timeoutMs ?? 2000,
    excerptBytesMax: 100,
  });
}

function send(
  url = receiver.url,
  using = sender(),
  signal: AbortSignal = new AbortController().signal,
): Promise<WebhookResult> {
  return using.send({
    url,
    secrets: [SECRET],
    id: 'evt_000000000007',
    body: BODY,
    signal,
    nowMs: machineClock.nowMs,
    headers: {},
  });
}

describe('signing', () => {
  it('reproduces the published vector of Standard Webhooks', () => {
    const headers = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: Buffer.from('{"test": 2432232314}'),
      secrets: [SECRET],
      nowMs: 1614265330_000,
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('with two secrets gives a signature for each, current one first', () => {
    const sign = (...secrets: string[]) =>
      signatureHeaders({ id: 'evt_1', body: BODY, secrets, nowMs: 5000 })['webhook-signature'];
    expect(sign(SECRET, OTHER)).toBe(`${sign(SECRET)} ${sign(OTHER)}`);
  });
});

describe('a webhook on the wire', () => {
  it('is a POST of exactly the signed bytes, which the public verifier accepts', async () => {
    expect(await send(`${receiver.url}/hook?tenant=1`)).toEqual({
      kind: 'answered',
      httpStatus: 204,
      retryAfterMs: null,
      excerpt: '',
      isWhole: true,
    });
    const [got] = receiver.received;
    expect(got!.body).toEqual(BODY);
    expect(got!.path).toBe('/hook?tenant=1');
    expect(got!.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(BODY.length),
      'user-agent': 'Cardway-Webhooks/1',
      'webhook-id': 'evt_000000000007',
    });
    const verified = new Webhook(SECRET).verify(
      got!.body.toString('utf8'),
      got!.headers as Record<string, string>,
    );
    expect(verified).toEqual(JSON.parse(BODY.toString('utf8')));
  });

  it('uses no proxy of the environment', async () => {
    process.env['http_proxy'] = 'http://127.0.0.1:9';
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:9';
    try {
      expect(await send()).toMatchObject({ httpStatus: 204 });
    } finally {
      delete process.env['http_proxy'];
      delete process.env['HTTP_PROXY'];
    }
  });
});

describe('an answer', () => {
  it('that redirects is not followed', async () => {
    receiver.answer = answerWith(302, { Location: `${receiver.url}/elsewhere` });
    expect(await send()).toMatchObject({ kind: 'answered', httpStatus: 302 });
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    ['7', 7000],
    ['0', 0],
    ['9999999999', 9_999_999_999_000],
    ['soon', null],
    ['-1', null],
  ])('may ask for a pause: Retry-After %s', async (header, expected) => {
    receiver.answer = answerWith(503, { 'Retry-After': header });
    expect(await send()).toMatchObject({ httpStatus: 503, retryAfterMs: expected });
  });

  it('may ask for a pause until a date', async () => {
    receiver.answer = answerWith(429, { 'Retry-After': new Date(Date.now() + 60_000).toUTCString() });
    const result = await send();
    expect(result).toMatchObject({ httpStatus: 429 });
    const asked = result.kind === 'answered' ? (result.retryAfterMs ?? 0) : 0;
    expect(asked).toBeGreaterThan(50_000);
    expect(asked).toBeLessThanOrEqual(60_000);
  });

  it('is kept only at its beginning', async () => {
    receiver.answer = answerWith(500, {}, 'x'.repeat(1_000_000));
    expect(await send()).toMatchObject({ httpStatus: 500, excerpt: 'x'.repeat(100), isWhole: false });
  });

  it('that never ends counts by its status', async () => {
    receiver.answer = (_, response) => response.writeHead(200).write('a');
    expect(await send(receiver.url, sender({ timeoutMs: 2000 }))).toMatchObject({
      httpStatus: 200,
      excerpt: 'a',
      isWhole: false,
    });
  });

  it('that does not come in time is a timeout', async () => {
    receiver.answer = () => undefined;
    expect(await send(receiver.url, sender({ timeoutMs: 100 }))).toEqual({
      kind: 'failed',
      failure: 'timeout',
    });
  });
});

describe('a connection', () => {
  it('that nobody accepts fails', async () => {
    await receiver.close();
    expect(await send()).toMatchObject({ kind: 'failed', failure: 'connection_failed' });
    receiver = await startReceiver();
  });

  it('is aborted when the relay stops', async () => {
    receiver.answer = () => undefined;
    const stop = new AbortController();
    const sent = send(receiver.url, sender(), stop.signal);
    await until('the webhook came', () => receiver.received.length === 1);
    stop.abort();
    expect(await sent).toMatchObject({ kind: 'failed' });
  });

  const port = () => new URL(receiver.url).port;
  const named = (resolve: (host: string) => Promise<string[]>, allowPrivate: boolean) =>
    send(`${allowPrivate ? 'http' : 'https'}://hooks.example:${port()}/`, sender({ resolve, allowPrivate }));

  it('is not made to a name that resolves to a private address, also beside a public one', async () => {
    const refused = { kind: 'failed', failure: 'address_refused' };
    expect(await named(() => Promise.resolve(['127.0.0.1']), false)).toEqual(refused);
    expect(await named(() => Promise.resolve(['8.8.8.8', '10.0.0.1']), false)).toEqual(refused);
    expect(await named(() => Promise.resolve(['169.254.169.254']), true)).toEqual(refused);
  });

  it('is not made to a name that does not resolve', async () => {
    expect(await named(() => Promise.reject(new Error('ENOTFOUND')), true)).toEqual({
      kind: 'failed',
      failure: 'unresolved',
    });
  });

  it('resolves the name once, so that a change between check and connection has no effect', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let asked = 0;
    const rebinding = () => Promise.resolve(answers[asked++] ?? []);
    expect(await named(rebinding, true)).toMatchObject({ httpStatus: 204 });
    expect(asked).toBe(1);
    // The next attempt resolves the name again, and finds its new address.
    expect(await named(rebinding, true)).toEqual({ kind: 'failed', failure: 'address_refused' });
    expect(receiver.received).toHaveLength(1);
  });

  it('is not made to a URL that was stored before private addresses were forbidden', async () => {
    const closed = sender({ allowPrivate: false });
    expect(await send(receiver.url, closed)).toEqual({ kind: 'failed', failure: 'address_refused' });
    expect(receiver.received).toHaveLength(0);
  });
});

it('the body is the type, the time and the data of an event', () => {
  const event = {
    sequence: 12,
    type: 'digitization.complete',
    occurredAtMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    programme: 'sandbox',
    data: '{"programme":"sandbox","cardId":5001}',
  } as const;
  expect(JSON.parse(webhookBody(event).toString('utf8'))).toEqual({
    type: 'digitization.complete',
    timestamp: '2026-01-02T03:04:05.678Z',
    data: {
      id: 'evt_000000000012',
      type: 'digitization.complete',
      occurredAt: '2026-01-02T03:04:05.678Z',
      programme: 'sandbox',
      cardId: 5001,
    },
  });
});

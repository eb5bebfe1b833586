/**
 * Tests that the sandbox, whose keys are public, answers only loopback and no page of another site
 * (docs/reference/protocol.md#sandbox).
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { balance, methodCallBody } from '../support/channels/index.js';
import { sharedGateway, startGateway, type TestGateway } from '../support/gateway.js';
import { BEARER } from './requests.js';
import { exchange, rawRequest, type RawResponse } from './raw-http.js';

const JSON_TYPE = ['Content-Type: application/json', `Authorization: ${BEARER}`];
const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
const socketHeaders = [
  ...upgrade,
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Protocol: graphql-transport-ws',
];

interface Call {
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** One call of each kind of route. */
const CALLS: readonly (readonly [string, Call])[] = [
  ['GraphQL', { line: 'POST /graphql HTTP/1.1', headers: JSON_TYPE, body: '{"query":"{ __typename }"}' }],
  ['a WebSocket', { line: 'GET /graphql HTTP/1.1', headers: socketHeaders }],
  ['JSON', { line: 'POST /v1/proxy HTTP/1.1', headers: JSON_TYPE, body: '{}' }],
  [
    'XML-RPC for a whole URL',
    { line: 'POST http://127.0.0.1/RPC2 HTTP/1.1', body: methodCallBody(balance()) },
  ],
  [
    'provisioning',
    {
      line: 'POST /debit/v1/digitization/generate-time-based-secret HTTP/1.1',
      headers: JSON_TYPE,
      body: '{}',
    },
  ],
  ['the console', { line: 'GET /console HTTP/1.1' }],
  ['health', { line: 'GET /health/live HTTP/1.1' }],
  ['metrics', { line: 'GET /metrics HTTP/1.1' }],
  ['nothing', { line: 'GET /nowhere HTTP/1.1' }],
  ['a preflight', { line: 'OPTIONS /graphql HTTP/1.1', headers: ['Access-Control-Request-Method: POST'] }],
];

const from = (url: string, call: Call, host: string | null, origin?: string): Promise<RawResponse> =>
  exchange(
    url,
    rawRequest({
      ...call,
      host: host === null ? [] : [`Host: ${host}`],
      headers: [...(call.headers ?? []), ...(origin === undefined ? [] : [`Origin: ${origin}`])],
    }),
  );

const LISTED = 'Box.Example';

/** Calls that are tried with all hosts and origins: a request of the server, an upgrade, and a target that is a whole URL. */
const IN_FULL = ['GraphQL', 'a WebSocket', 'XML-RPC for a whole URL'];

describe('a sandbox', () => {
  let metricsUrl: string;

  const gateway = sharedGateway({
    env: { CARDWAY_SANDBOX_HOSTS: `tunnel.example, ${LISTED}`, CARDWAY_METRICS_PORT: '0' },
  });

  beforeAll(async () => {
    const ready = gateway.lines.find((line) => line.includes('"event":"ready"'))!;
    metricsUrl = (JSON.parse(ready) as { metricsUrl: string }).metricsUrl;
  });

  /** All hosts and origins for one call of each kind of request, and some for each of the other routes. */
  describe.each(CALLS)('%s', (name, call) => {
    const someOf = <T>(all: readonly T[]): readonly T[] =>
      IN_FULL.includes(name) ? all : all.filter((_each, index) => index % 5 === 0);

    it.each(
      someOf([
        ['evil.example', undefined],
        ['evil.example:4000', undefined],
        ['127.0.0.1.evil.example', undefined],
        ['192.168.1.7:4000', undefined],
        ['0.0.0.0:4000', undefined],
        ['[2001:db8::1]:4000', undefined],
        ['localhost, evil.example', undefined],
        ['evil@localhost', undefined],
        ['', undefined],
        ['127.0.0.1:4000', 'https://evil.example'],
        ['127.0.0.1:4000', 'http://localhost.evil.example:4000'],
        ['127.0.0.1:4000', 'http://localhost@evil.example'],
        ['localhost', 'null'],
        ['localhost', 'chrome-extension://localhost'],
        ['localhost', 'http://localhost, https://evil.example'],
        ['evil.example', 'http://evil.example'],
      ]),
    )('refuses Host %j with Origin %j, and the message names the setting', async (host, origin) => {
      const { status, text } = await from(gateway.url, call, host, origin);
      expect([status, text]).toEqual([403, expect.stringContaining('sandbox.hosts (CARDWAY_SANDBOX_HOSTS)')]);
    });

    it.each(
      someOf([
        ['localhost', undefined],
        ['LOCALHOST:4000', undefined],
        ['127.0.0.1:4000', undefined],
        ['127.8.9.1', undefined],
        ['[::1]:4000', undefined],
        ['tunnel.example', undefined],
        ['box.example:8443', 'https://BOX.example:8443'],
        ['127.0.0.1:4000', 'http://127.0.0.1:4000'],
        ['127.0.0.1:4000', 'http://localhost:5173'],
        ['localhost', 'http://[::1]:3000'],
        ['localhost', 'https://tunnel.example'],
      ]),
    )('answers Host %j with Origin %j', async (host, origin) => {
      expect((await from(gateway.url, call, host, origin)).text).not.toContain('sandbox.hosts');
    });
  });

  it('answers HTTP/1.0 without a Host, which no browser sends', async () => {
    const call = {
      line: 'POST /RPC2 HTTP/1.0',
      headers: ['Content-Type: text/xml'],
      body: methodCallBody(balance()),
    };
    expect((await from(gateway.url, call, null)).status).toBe(200);
    expect((await from(gateway.url, call, null, 'https://evil.example')).status).toBe(403);
  });

  it('has the same rule on the port of metrics', async () => {
    const call = { line: 'GET /metrics HTTP/1.1' };
    expect((await from(metricsUrl, call, 'evil.example')).status).toBe(403);
    expect((await from(metricsUrl, call, 'localhost', 'https://evil.example')).status).toBe(403);
    expect((await from(metricsUrl, call, 'localhost')).status).toBe(200);
  });
});

describe('a gateway in production', () => {
  let gateway: TestGateway;
  let wallet: Server;

  beforeAll(async () => {
    wallet = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    await once(wallet, 'listening');
    const port = String((wallet.address() as AddressInfo).port);
    gateway = await startGateway({
      args: ['serve'],
      env: {
        CARDWAY_DOWNSTREAM_URL: `http://127.0.0.1:${port}`,
        CARDWAY_SIGNING_KEY: 'a signing key of ours',
      },
    });
  });
  afterAll(async () => {
    expect(await gateway.stop()).toBe(0);
    wallet.close();
  });

  it('has nothing at /, where the sandbox leads to the console', async () => {
    expect((await fetch(`${gateway.url}/`)).status).toBe(404);
  });

  it.each(CALLS)('answers every Host and Origin: %s', async (_name, call) => {
    const { text } = await from(gateway.url, call, 'cards.example', 'https://cards.example');
    expect(text).not.toContain('sandbox.hosts');
  });
});

import {
  balance,
  deduct,
  CHANNELS,
  GRAPHQL,
  JSON_PROXY,
  methodCallBody,
  RPC2,
  send,
} from '../support/channels/index.js';
import { sharedGateway } from '../support/gateway.js';
import { BEARER, headerLines, PATHS } from './requests.js';
import { exchange, openRaw, rawRequest } from './raw-http.js';
import { until } from './until.js';

// The sandbox itself refuses pages of other origins. This test shows that browsers get no CORS headers.
const gateway = sharedGateway({ env: { CARDWAY_SANDBOX_HOSTS: 'elsewhere.example,a.example' } });

const EVERYWHERE = ['/v1/proxy', '/RPC2', '/graphql', '/health/live', '/nowhere'];
const NAMED_ROUTES = CHANNELS.map((channel) => [channel.name, channel] as const);
describe('X-Request-Id', () => {
  const loggedAt = (id: string): boolean =>
    gateway.lines.some((line) => line.includes(`"httpRequestId":"${id}"`));

  it.each(NAMED_ROUTES)('is accepted, returned and logged (%s)', async (name, channel) => {
    const id = `caller-${name.replace(/\W/g, '')}.1:2_3`;
    const heard = await channel.call(gateway.url, deduct(), { headers: { 'X-Request-Id': id } });
    expect(heard.headers['x-request-id']).toBe(id);
    await until(`${id} is logged`, () => loggedAt(id));
  });

  it.each(NAMED_ROUTES)(
    'is generated when the caller sends none, and logged (%s)',
    async (_name, channel) => {
      const ids = [await channel.call(gateway.url, deduct()), await channel.call(gateway.url, deduct())].map(
        ({ headers }) => String(headers['x-request-id']),
      );
      expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect(ids[1]).not.toBe(ids[0]);
      await until('both are logged', () => ids.every(loggedAt));
    },
  );

  it.each(['/health/live', '/metrics', '/v1/transactions/1', '/nowhere'])('is on %s too', async (path) => {
    const headers = { 'X-Request-Id': 'elsewhere-1' };
    expect((await send(gateway.url + path, { method: 'GET', headers })).headers['x-request-id']).toBe(
      'elsewhere-1',
    );
  });

  it('is on refusals', async () => {
    const heard = await JSON_PROXY.post(gateway.url, '{', { headers: { 'X-Request-Id': 'refused-1' } });
    expect([heard.status, heard.headers['x-request-id']]).toEqual([400, 'refused-1']);
  });

  it.each([
    ['without Host', 400, 'POST /RPC2 HTTP/1.1', [], []],
    ['with an unknown expectation', 417, 'POST /RPC2 HTTP/1.1', ['Expect: miracles'], undefined],
    ['for another scheme', 404, 'GET ftp://[::/ HTTP/1.1', [], undefined],
    [
      'for a WebSocket elsewhere',
      404,
      'GET / HTTP/1.1',
      ['Connection: Upgrade', 'Upgrade: websocket'],
      undefined,
    ],
  ])(
    'is on the refusal of a request %s, which no cache keeps',
    async (_what, status, line, headers, host) => {
      const raw = rawRequest({ line, headers: ['X-Request-Id: odd-1', ...headers], ...(host && { host }) });
      const refused = await exchange(gateway.url, raw);
      const { status: heard, headers: given } = refused;
      expect([heard, given.get('x-request-id'), given.get('cache-control')]).toEqual([
        status,
        'odd-1',
        'no-store',
      ]);
    },
  );
});

describe('the explorer page', () => {
  it('is served to browsers, and loads nothing from elsewhere', async () => {
    const response = await fetch(`${gateway.url}/graphql`, { headers: { Accept: 'text/html,*/*;q=0.8' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const page = await response.text();
    expect(page).toContain('Cardway');
    // The part that the browser reads as HTML and CSS. Texts inside the bundled program (licences, help) load nothing.
    const markup = page.replace(
      /<script\b[^>]*>[\s\S]*?<\/script>/gi,
      (script) => /^<script[^>]*>/.exec(script)![0],
    );
    expect(markup.match(/(?:https?:)?\/\/[a-z0-9][\w.-]*\.[a-z]{2,}[^\s"'<>)]*/gi) ?? []).toEqual([]);
    const loads =
      /(?:\bimport\s*\(?|\bfetch\(|importScripts\(|new (?:Shared)?Worker\(|\.(?:src|href)\s*=(?!=)|@import\s|url\()\s*["'`]?\s*(?:https?:)?\/\/\w[^"'`)]*/g;
    expect(page.match(loads) ?? []).toEqual([]);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src (?:'sha256-[^']+'(?: |;))+/);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
  });

  it('is not served to programs', async () => {
    const response = await fetch(`${gateway.url}/graphql`, { headers: { Accept: 'application/json' } });
    expect(response.headers.get('content-type')).not.toContain('html');
  });
});

describe('CORS', () => {
  const corsHeaders = (headers: object): string[] =>
    Object.keys(headers).filter((name) => name.startsWith('access-control-'));

  it.each(NAMED_ROUTES)('is not offered (%s)', async (name, channel) => {
    const origin = { Origin: 'https://elsewhere.example' };
    const simple = await channel.call(gateway.url, deduct(), { headers: origin });
    expect(corsHeaders(simple.headers)).toEqual([]);
    const preflight = await send(gateway.url + PATHS[name]!, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });
    expect(corsHeaders(preflight.headers)).toEqual([]);
    expect(preflight.status).toBe(405);
  });

  it('is not offered elsewhere', async () => {
    for (const path of ['/health/live', '/metrics', '/v1/transactions/1', '/nowhere', '/graphql']) {
      const { headers } = await send(gateway.url + path, {
        method: 'GET',
        headers: { Origin: 'https://a.example' },
      });
      expect(corsHeaders(headers)).toEqual([]);
    }
  });
});

describe('the HTTP guard', () => {
  it.each(EVERYWHERE)('two Host headers are 400 behind however many others (%s)', async (path) => {
    const headers = [...Array.from({ length: 2100 }, () => 'a: b'), 'Host: elsewhere'];
    const response = await exchange(gateway.url, rawRequest({ line: `GET ${path} HTTP/1.1`, headers }));
    expect(response.status).toBe(400);
  });

  it.each(EVERYWHERE)('201 headers are 431, and 200 are read (%s)', async (path) => {
    const line = `OPTIONS ${path} HTTP/1.1`;
    const given = String(rawRequest({ line }))
      .split('\r\n')
      .filter((each) => each.includes(': ')).length;
    const headers = Array.from({ length: 200 - given }, (_none, at) => `x-${String(at)}: b`);
    const read = await exchange(gateway.url, rawRequest({ line, headers }));
    expect(read.status).not.toBe(431);
    const refused = await exchange(gateway.url, rawRequest({ line, headers: [...headers, 'x-more: b'] }));
    expect(refused.status).toBe(431);
  });

  it.each(EVERYWHERE)('two Authorization headers are 400 (%s)', async (path) => {
    const headers = [`Authorization: ${BEARER}`, 'authorization: Bearer nobody'];
    const response = await exchange(gateway.url, rawRequest({ line: `GET ${path} HTTP/1.1`, headers }));
    expect(response.status).toBe(400);
  });

  it.each(EVERYWHERE)('TRACE is 405 (%s)', async (path) => {
    const headers = ['X-Private: canary'];
    const response = await exchange(gateway.url, rawRequest({ line: `TRACE ${path} HTTP/1.1`, headers }));
    expect(response.status).toBe(405);
    expect(response.text).not.toContain('canary');
  });

  it('CONNECT is 405', async () => {
    const response = await exchange(gateway.url, rawRequest({ line: 'CONNECT 127.0.0.1:443 HTTP/1.1' }));
    expect(response.status).toBe(405);
  });

  it('a call that it refuses is counted, like every refused call', async () => {
    const counts = async (): Promise<number[]> => {
      const { bytes } = await send(`${gateway.url}/metrics`, { method: 'GET' });
      return ['METHOD_NOT_ALLOWED', 'BAD_REQUEST'].map((code) => {
        const label = new RegExp(
          `^cardway_refused_calls_total\\{channel="json",code="${code}"\\} (\\d+)$`,
          'm',
        );
        return Number(label.exec(bytes.toString('utf8'))?.[1] ?? 0);
      });
    };
    const [methods, requests] = (await counts()) as [number, number];
    const traced = await exchange(gateway.url, rawRequest({ line: 'TRACE /v1/proxy HTTP/1.1' }));
    expect([traced.status, traced.headers.get('allow')]).toEqual([405, 'POST']);
    const headers = [`Authorization: ${BEARER}`, 'authorization: Bearer nobody'];
    await exchange(gateway.url, rawRequest({ line: 'POST /v1/proxy HTTP/1.1', headers }));
    expect(await counts()).toEqual([methods + 1, requests + 1]);
  });

  it('a body with two lengths, or a length and chunks, is 400', async () => {
    const head = 'POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n';
    for (const ambiguous of [
      'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde',
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ]) {
      expect((await exchange(gateway.url, head + ambiguous)).status).toBe(400);
    }
  });

  it('methods that an interface does not accept are 405 and list the accepted ones', async () => {
    for (const [path, allow] of [
      ['/RPC2', 'POST'],
      ['/v1/proxy', 'POST'],
      ['/graphql', 'POST, GET'],
      ['/v1/transactions/5001_20260101000000_1', 'GET, HEAD'],
      ['/health', 'GET, HEAD'],
      ['/health/live', 'GET, HEAD'],
      ['/metrics', 'GET, HEAD'],
      ['/openapi.json', 'GET, HEAD'],
      ['/console/transactions', 'GET, HEAD'],
    ] as const) {
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const { status, headers } = await send(gateway.url + path, {
          method,
          headers: { Authorization: BEARER },
        });
        expect([path, method, status, headers.allow]).toEqual([path, method, 405, allow]);
      }
    }
    expect((await send(`${gateway.url}/RPC2`, { method: 'GET' })).status).toBe(405);
  });

  it('unknown paths are 404 in the documented form', async () => {
    for (const path of [
      '/nowhere',
      '/v1',
      '/v1/proxy/',
      '/RPC2/x',
      '/graphql/../etc/passwd',
      '/v1/transactions',
    ]) {
      const response = await exchange(gateway.url, rawRequest({ line: `GET ${path} HTTP/1.1` }));
      expect([path, response.status]).toEqual([path, 404]);
      expect(JSON.parse(response.text)).toMatchObject({
        status: 'error',
        customer_id: null,
        response: { resultCode: -4 },
        error: { code: 'NOT_FOUND' },
      });
    }
  });

  it.each([
    '/%',
    '/%00',
    '/v1/transactions/%E0%A4%A',
    '/v1/transactions/%2e%2e%2f',
    '//',
    '/nothing?x=%',
    '*',
  ])('an invalid path is an error of the caller (%s)', async (path) => {
    const line = `${path === '*' ? 'OPTIONS' : 'GET'} ${path} HTTP/1.1`;
    const { status } = await exchange(
      gateway.url,
      rawRequest({ line, headers: [`Authorization: ${BEARER}`] }),
    );
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it('a target that is a whole URL is served as its path (RFC 9112, 3.2.2)', async () => {
    for (const [target, status] of [
      ['http://cards.example/health/live', 200],
      ['HTTPS://cards.example:8443/openapi.json?a=b', 200],
      ['http://cards.example', 302],
      ['http://cards.example?a=/health/live', 302],
    ] as const) {
      const response = await exchange(gateway.url, rawRequest({ line: `GET ${target} HTTP/1.1` }));
      expect([target, response.status]).toEqual([target, status]);
    }
    const { headers, body } = { headers: ['Content-Type: text/xml'], body: '<methodCall/>' };
    const line = 'POST http://cards.example/RPC2 HTTP/1.1';
    expect((await exchange(gateway.url, rawRequest({ line, headers, body }))).text).toContain('-32700');
  });

  it('every refusal of an interface for keys forbids caching', async () => {
    for (const [path, method, type, status] of [
      ['/v1/proxy', 'POST', 'text/plain', 415],
      ['/v1/proxy', 'POST', 'application/json', 400],
      ['/v1/proxy', 'PUT', 'application/json', 405],
      ['/graphql', 'POST', 'text/plain', 415],
      ['/graphql/stream', 'POST', 'application/json', 400],
      ['/network/v1/digitizations', 'POST', 'application/json', 400],
      ['/debit/v1/digitization/generate-time-based-secret', 'POST', 'application/json', 400],
      ['/v1/transactions/5001_20260101000000_1', 'GET', '', 404],
      ['/v1/transactions/5001_20260101000000_1', 'POST', '', 405],
    ] as const) {
      const headers = { Authorization: BEARER, 'Content-Type': type };
      const body = method === 'GET' ? {} : { body: '{' };
      const response = await fetch(gateway.url + path, { method, headers, ...body });
      const told = response.headers.get('cache-control');
      expect([path, response.status, told]).toEqual([path, status, 'no-store']);
    }
  });

  it.each(['/graphql', '/graphql/stream'])('no body without a key is read on %s', async (path) => {
    const documents = ['{ __typename }', 'no GraphQL {', '{ __schema { types { name } } }', ''];
    for (const body of [...documents.map((query) => JSON.stringify({ query })), '{', '[]', '']) {
      const response = await fetch(gateway.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      expect([response.status, await response.json()]).toEqual([
        401,
        { errors: [{ message: 'Authentication failed.', extensions: { code: 'UNAUTHENTICATED' } }] },
      ]);
    }
    for (const search of ['?query=%7B__typename%7D', '?query=%7B__typename%7D&variables=%7B', '']) {
      expect((await fetch(gateway.url + path + search)).status).toBe(401);
    }
  });

  it('a head that is too long is 431', async () => {
    const headers = [`X-Long: ${'x'.repeat(20_000)}`];
    const response = await exchange(gateway.url, rawRequest({ line: 'GET /health/live HTTP/1.1', headers }));
    expect(response.status).toBe(431);
  });
});

describe('older and more careful clients', () => {
  const xml = ['Content-Type: text/xml'];

  it.each([
    ['with a Host header', ['Host: localhost']],
    ['without one', []],
  ] as const)('HTTP/1.0 %s is answered, and the connection closed', async (_what, host) => {
    const connection = await openRaw(gateway.url);
    const body = methodCallBody(balance());
    connection.write(rawRequest({ line: 'POST /RPC2 HTTP/1.0', host: [...host], headers: xml, body }));
    const response = await connection.response();
    expect([response.status, response.headers.get('transfer-encoding')]).toEqual([200, undefined]);
    expect(response.text).toContain('626900');
    await connection.closed;
  });

  it('chunks in HTTP/1.0 are read, and the connection is closed (RFC 9112, 6.1)', async () => {
    const connection = await openRaw(gateway.url);
    const body = methodCallBody(balance());
    const headers = [...xml, 'Connection: keep-alive', 'Transfer-Encoding: chunked'];
    connection.write(rawRequest({ line: 'POST /RPC2 HTTP/1.0', headers }));
    connection.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    const response = await connection.response();
    expect(response.text).toContain('626900');
    expect(response.headers.get('connection')).toBe('close');
    await connection.closed;
  });

  it.each(NAMED_ROUTES)(
    'Expect: 100-continue is granted before the body is sent (%s)',
    async (name, channel) => {
      const connection = await openRaw(gateway.url);
      const body = channel.body(deduct());
      const whole = rawRequest({
        line: `POST ${PATHS[name]!} HTTP/1.1`,
        headers: ['Expect: 100-continue', ...headerLines(channel)],
        body,
      });
      const headLength = whole.length - Buffer.byteLength(body);
      connection.write(whole.subarray(0, headLength));
      expect((await connection.response()).statusLine).toBe('HTTP/1.1 100 Continue');
      connection.write(whole.subarray(headLength));
      const response = await connection.response();
      expect(response.status).toBe(200);
      expect(response.text).toMatch(/resultCode/);
      connection.destroy();
    },
  );

  it.each(NAMED_ROUTES)(
    'a body that is announced as too long is 413, and not asked for (%s)',
    async (name, channel) => {
      const connection = await openRaw(gateway.url);
      const headers = ['Expect: 100-continue', ...headerLines(channel), 'Content-Length: 1000000'];
      connection.write(rawRequest({ line: `POST ${PATHS[name]!} HTTP/1.1`, headers }));
      expect((await connection.response()).status).toBe(413);
      await connection.closed;
    },
  );

  it.each(['utf-16', 'UTF-16LE', 'utf-32', '"utf-16"'])('JSON that says it is %s is 415', async (charset) => {
    for (const path of [
      '/v1/proxy',
      '/graphql',
      '/graphql/stream',
      '/network/v1/digitizations',
      '/debit/v1/digitization/generate-time-based-secret',
    ]) {
      const headers = { Authorization: BEARER, 'Content-Type': `application/json; charset=${charset}` };
      const { status } = await fetch(gateway.url + path, { method: 'POST', headers, body: '{}' });
      expect([path, status]).toEqual([path, 415]);
    }
  });

  it('pipelined calls are answered in order', async () => {
    const connection = await openRaw(gateway.url);
    for (let index = 0; index < 5; index += 1) {
      const headers = [...headerLines(RPC2), `X-Request-Id: pipelined-${String(index)}`];
      connection.write(rawRequest({ line: 'POST /RPC2 HTTP/1.1', headers, body: methodCallBody(balance()) }));
    }
    for (let index = 0; index < 5; index += 1) {
      const response = await connection.response();
      expect(response.headers.get('x-request-id')).toBe(`pipelined-${String(index)}`);
      expect(response.text).toContain('626900');
    }
    connection.destroy();
  });

  it.each(NAMED_ROUTES)('a call with a NUL behind its body hears its outcome (%s)', async (name, channel) => {
    const connection = await openRaw(gateway.url);
    const headers = headerLines(channel);
    const call = rawRequest({ line: `POST ${PATHS[name]!} HTTP/1.1`, headers, body: channel.body(deduct()) });
    connection.write(Buffer.concat([call, Buffer.from('\0')]));
    const response = await connection.response();
    expect([response.status, /resultCode/.test(response.text)]).toEqual([200, true]);
    await connection.closed;
  });

  it.each([
    ['text/plain', 'application/json'],
    ['application/json;q=0, application/xml', 'application/json'],
    ['application/json; charset=iso-8859-1', 'application/json'],
    ['application/graphql-response+json;q=.5, image/png', 'application/graphql-response+json'],
    ['application/json;q=0.1, application/graphql-response+json', 'application/graphql-response+json'],
  ])('a payment by GraphQL hears its outcome, whatever it accepts (%s)', async (accept, type) => {
    const heard = await GRAPHQL.call(gateway.url, deduct(), { headers: { Accept: accept } });
    expect([heard.status, String(heard.headers['content-type']).split(';')[0]]).toEqual([200, type]);
    expect(heard.bytes.toString('utf8')).toContain('"resultCode":1');
  });

  it('compresses nothing without a request for it', async () => {
    const heard = await RPC2.call(gateway.url, balance());
    expect(heard.headers['content-encoding']).toBeUndefined();
    expect(Number(heard.headers['content-length'])).toBe(heard.bytes.length);
  });
});

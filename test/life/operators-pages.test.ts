/** Tests that health and metrics have one spelling and answer no caller of a proxy (docs/reference/protocol.md#http-rules). */
import { send } from '../support/channels/index.js';
import { sharedGateway } from '../support/gateway.js';
import { exchange, rawRequest } from './raw-http.js';

const PAGES = ['/metrics', '/health', '/health/live', '/health/ready'];

describe('another spelling of a path', () => {
  let apart: string;

  const gateway = sharedGateway({ env: { CARDWAY_METRICS_PORT: '0', CARDWAY_METRICS_PUBLIC: 'true' } });

  beforeAll(async () => {
    const ready = gateway.lines.find((line) => line.includes('"event":"ready"')) ?? '';
    apart = new URL((JSON.parse(ready) as { metricsUrl: string }).metricsUrl).origin;
  });

  const OTHER = [
    ...['/METRICS', '/metrics/', '//metrics', '/%6detrics', '/metrics%20', '/./metrics', '/x/../metrics'],
    ...[
      '/HEALTH/ready',
      '/health/ready/',
      '/health%2fready',
      '/HEALTH',
      '/health/',
      'http://gateway/METRICS',
    ],
  ];

  it.each(OTHER)('%j is not found, and shows nothing', async (target) => {
    for (const url of [gateway.url, apart]) {
      const response = await exchange(url, rawRequest({ line: `GET ${target} HTTP/1.1` }));
      expect([400, 404]).toContain(response.status);
      expect(response.text).not.toMatch(/cardway_|"status":"(?:live|ready|not ready)"/);
    }
  });

  it.each(PAGES)('%s itself is served, with a query too', async (path) => {
    for (const url of [gateway.url, apart]) {
      for (const target of [path, `${path}?x=1`, `http://gateway${path}`]) {
        const response = await exchange(url, rawRequest({ line: `GET ${target} HTTP/1.1` }));
        expect(response.status).toBe(200);
      }
    }
  });

  it.each(['/V1/proxy', '/rpc2', '/GraphQL', '/V1/transactions/1', '/OpenAPI.json', '/DOCS', '/Console'])(
    '%s is not found',
    async (path) => {
      expect((await send(gateway.url + path, { method: 'GET' })).status).toBe(404);
    },
  );

  it.each(['/reference', '/reference/', '/console', '/console/', '/console/wallets'])(
    '%s is a page',
    async (path) => {
      expect((await send(gateway.url + path, { method: 'GET' })).status).toBe(200);
      expect((await send(gateway.url + path, { method: 'PUT' })).status).toBe(405);
    },
  );
});

describe.each([
  ['without trustProxy', {}],
  ['behind one hop', { CARDWAY_TRUST_PROXY: '1' }],
])('a proxy on the same host, %s', (_name, env: Readonly<Record<string, string>>) => {
  const gateway = sharedGateway({ env });

  const HEADERS = [
    ...[
      'X-Forwarded-For: 127.0.0.1',
      'X-Forwarded-For:',
      'X-Forwarded-Host: pay.example.com',
      'X-Real-IP: ::1',
    ],
    ...['Forwarded: for=203.0.113.9', 'Via: 1.1 edge', 'CF-Connecting-IP: 203.0.113.9'],
  ];

  it.each(HEADERS)('gets no page of operators (%s)', async (header) => {
    for (const path of PAGES) {
      const raw = rawRequest({ line: `GET ${path} HTTP/1.1`, headers: [header] });
      const response = await exchange(gateway.url, raw);
      expect([response.status, response.text]).toEqual([403, expect.stringContaining('trustProxy')]);
      expect(response.text).toContain('FORBIDDEN');
      expect(response.text).not.toContain('cardway_');
    }
  });

  it('a local program is answered', async () => {
    for (const path of PAGES) expect((await send(gateway.url + path, { method: 'GET' })).status).toBe(200);
  });
});

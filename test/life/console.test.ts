import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { send } from '../support/channels/index.js';
import { sharedGateway, startGateway } from '../support/gateway.js';

const ROOT = resolve(__dirname, '..', '..');

describe('/console over HTTP', () => {
  const gateway = sharedGateway();

  const page = (path = '', headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${gateway.url}/console${path}`, { headers });
  const script = async (): Promise<string> =>
    /src="\/console(\/assets\/[^"]+\.js)"/.exec(await (await page()).text())?.[1] ?? '';

  it.each([
    '',
    '/',
    '/live',
    '/transactions/5001_20200817175857_1',
    '/events/log/7?x=1',
    '/directory/keys/a.key',
  ])('serves the page at %j, so that every view has a link', async (path) => {
    const response = await page(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('<div id="console">');
  });

  it('allows only the gateway’s own resources, and nothing inline', async () => {
    const policy = (await page()).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const html = await (await page()).text();
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|style=|https?:\/\//);
  });

  it('serves assets that may be cached for ever, compressed as requested', async () => {
    const path = await script();
    const body = readFileSync(join(ROOT, 'dist/console', path));
    for (const coding of ['gzip', 'gzip, deflate, br, zstd']) {
      const response = await page(path, { 'Accept-Encoding': coding });
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
    }
    const plain = await page(path, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await plain.arrayBuffer()).equals(body)).toBe(true);
  });

  it('answers 304 to a caller with a current copy of an asset', async () => {
    const path = await script();
    // `fetch` would add that it wants no stored copy.
    const url = `${gateway.url}/console${path}`;
    for (const coding of ['gzip', 'identity']) {
      const accepting = { 'Accept-Encoding': coding };
      const { etag } = (await send(url, { method: 'GET', headers: accepting })).headers;
      const headers = { ...accepting, 'If-None-Match': String(etag) };
      expect([coding, (await send(url, { method: 'GET', headers })).status]).toEqual([coding, 304]);
    }
  });

  it('allows the style elements of each answer by a nonce of its own', async () => {
    const nonces = new Set<string>();
    for (const headers of [{}, { 'If-None-Match': '*' }]) {
      const response = await page('', headers);
      expect([response.status, response.headers.get('etag')]).toEqual([200, null]);
      const [, nonce = ''] = /property="csp-nonce" nonce="([^"]+)"/.exec(await response.text()) ?? [];
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}';`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
    expect([...nonces].every((nonce) => nonce.length >= 22)).toBe(true);
  });

  it.each([
    '/assets/none.js',
    '/../package.json',
    '/%2e%2e/main.js',
    '/assets/..%2f..%2fmain.js',
    '/index.html.gz',
  ])('has nothing at %s', async (path) => {
    const response = await page(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('refuses POST', async () => {
    const { status, headers } = await fetch(`${gateway.url}/console`, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('is where the sandbox leads from /', async () => {
    const first = await fetch(`${gateway.url}/?x=1`, { redirect: 'manual' });
    expect([first.status, first.headers.get('location')]).toEqual([302, '/console']);
    expect(await (await fetch(`${gateway.url}/`)).text()).toContain('<div id="console">');
  });

  it('shows the public key of the sandbox, and does not exist when switched off', async () => {
    expect(await (await page()).text()).toContain('content="cardway_sandbox_operator"');
    const without = await startGateway({ env: { CARDWAY_CONSOLE_PAGE: 'false' } });
    for (const path of ['/console', '/']) expect((await fetch(`${without.url}${path}`)).status).toBe(404);
    await without.stop();
  });
});

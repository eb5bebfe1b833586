/** Tests that `/openapi.json` is a valid document of paths that are there, and that `/reference` shows it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sharedGateway } from '../support/gateway.js';
import { send } from '../support/channels/http.js';
import { document, FILE, lint } from '../support/openapi.js';

const gateway = sharedGateway();

const get = (path: string) => send(gateway.url + path, { method: 'GET' });

describe('GET /openapi.json', () => {
  it('gives everyone the document that the build made, of this version', async () => {
    const { status, headers, bytes } = await get('/openapi.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const { version } = JSON.parse(readFileSync(resolve(__dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ info: { version }, paths: document().paths });
  });

  it('is valid', async () => {
    expect(await lint(FILE)).toEqual([]);
  });

  const operations = Object.entries(document().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  );

  it.each(operations)('documents %s %s, which is there', async (method, path) => {
    const url =
      gateway.url + path.replace('{list}', 'terminals').replace('{request_id}', '5001_20200817175857_1');
    const headers = { Authorization: 'Bearer cardway_sandbox_operator', 'Content-Type': 'text/plain' };
    const { status, bytes } = await send(url, { method, headers, body: method === 'POST' ? 'x' : '' });
    const answer = [status, bytes.toString('utf8')];
    // The operator exports; the other paths refuse the media type, or know no such transaction.
    if (path === '/v1/exports/{list}') expect(status).toBe(200);
    else if (method === 'GET') expect(answer[1]).toContain('No transaction has this request id.');
    else expect(answer).toEqual([415, expect.any(String)]);
  });
});

describe('GET /reference', () => {
  it('is a page with all parts from the gateway', async () => {
    const { status, headers, bytes } = await get('/reference');
    const page = bytes.toString('utf8');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const linked = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url!);
    expect(linked.filter((url) => !url.startsWith('/') && url !== 'data:,')).toEqual([]);
    for (const url of linked.filter((each) => each.startsWith('/'))) {
      const part = await get(url);
      expect([url, part.status]).toEqual([url, 200]);
      expect(part.bytes.toString('utf8')).not.toMatch(/fonts\.scalar\.com|proxy\.scalar\.com/);
    }
  });

  it('allows its parts no other host', async () => {
    for (const path of ['/reference', '/reference/']) {
      const { headers } = await get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'");
      expect(policy).toContain("connect-src 'self'");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('has nothing at other paths, and refuses POST', async () => {
    for (const path of ['/reference/nothing', '/reference/assets/nothing.js'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    const posted = await send(`${gateway.url}/reference`, { body: '' });
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

/** The documentation that the sandbox serves at /docs, over HTTP and in a real browser. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';

const ROOT = resolve(__dirname, '..', '..');
const run = promisify(execFile);

const folder = temporaryFolder();
let gateway: TestGateway;
let browser: Browser;
let page: Page;
const foreign: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  await run(process.execPath, [join(ROOT, 'scripts', 'docs.mjs')], { cwd: ROOT });
  [gateway, browser] = await Promise.all([startGateway({ folder }), openBrowser()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page.on('request', (request) => {
    if (!request.url().startsWith(gateway.url) && !/^(?:data|blob):/.test(request.url()))
      foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}, 600_000);

afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const open = (path: string) => page.goto(`${gateway.url}${path}`, { waitUntil: 'networkidle' });

describe('over HTTP', () => {
  it.each([
    ['/docs', 'text/html', 'no-cache'],
    ['/docs/', 'text/html', 'no-cache'],
    ['/docs/runbook.html', 'text/html', 'no-cache'],
    ['/docs/reference/protocol.html', 'text/html', 'no-cache'],
    ['/docs/webhooks/verify.py', 'text/plain', 'no-cache'],
  ])('serves %s to everyone', async (path, type, caching) => {
    const reply = await fetch(gateway.url + path);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, caching]);
    expect(reply.headers.get('content-type')).toContain(type);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/https?:/);
  });

  it.each(['/docs/none.html', '/docs/none', '/docs/.built-from'])('has nothing at %s', async (path) => {
    expect((await fetch(gateway.url + path)).status).toBe(404);
  });

  it('is read only', async () => {
    const reply = await fetch(`${gateway.url}/docs`, { method: 'POST' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('in a browser', () => {
  it('begins with the index, and leads each reader to their pages', async () => {
    await open('/docs');
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
    const readers = await page.locator('.VPSidebarItem.level-0 > .item h2').allTextContents();
    expect(readers.map((reader) => reader.trim())).toEqual([
      ...['Start here', 'Integrators', 'Backends', 'Terminals and processors', 'Operators'],
      ...['Security and audit', 'Contributors'],
    ]);
    await page.locator('.VPSidebar').getByRole('link', { name: 'Runbook', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'A caller gets 401' }).waitFor();
  });

  it('finds a word of a page', async () => {
    await open('/docs/');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('checksum_boundary_mismatch');
    await page.locator('.VPLocalSearchBox .result', { hasText: 'A checksum came twice' }).first().click();
    await page.getByRole('heading', { level: 2, name: 'A checksum came twice' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#a-checksum-came-twice');
  });

  it('asks nobody but the gateway, and reports no error', () => {
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

it('is not part of a gateway outside the sandbox', async () => {
  const production = await startGateway({
    args: ['serve'],
    env: {
      CARDWAY_SIGNING_KEY: 'a signing key of this test',
      CARDWAY_DOWNSTREAM_URL: 'http://127.0.0.1:9/calls',
    },
  });
  expect((await fetch(`${production.url}/docs`)).status).toBe(404);
  await production.stop();
});

it('names only tests that exist', () => {
  const threats = readFileSync(join(ROOT, 'docs', 'threat-model.md'), 'utf8');
  const tests = [...threats.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(tests.length).toBeGreaterThan(20);
  expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** The page at /reference, in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';

const folder = temporaryFolder();
let gateway: TestGateway;
let browser: Browser;
let page: Page;
const foreign: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  [gateway, browser] = await Promise.all([startGateway({ folder }), openBrowser()]);
  page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, reducedMotion: 'reduce' });
  page.on('request', (request) => {
    if (!request.url().startsWith(gateway.url) && !/^(?:data|blob):/.test(request.url()))
      foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});

afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

it('shows the REST interfaces in three panes: contents, description, request', async () => {
  await open('/reference');
  await page.getByText('Reads a transaction by its request id').first().waitFor();
  const left = await boxOf(page.getByText('Push provisioning').first());
  const middle = await boxOf(page.getByRole('heading', { name: 'Cardway' }).first());
  const right = await boxOf(page.getByText('Client Libraries').first());
  expect(left.x + left.width).toBeLessThanOrEqual(middle.x);
  expect(middle.x + 100).toBeLessThan(right.x);
});

it('sends a trial call to the gateway itself', async () => {
  await page.getByText('Reads a transaction by its request id').first().click();
  await page
    .getByRole('button', { name: /Test Request.*request_id/i })
    .first()
    .click();
  const [reply] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/v1/transactions/')),
    page.getByRole('button', { name: /^Send/ }).first().click(),
  ]);
  expect(reply.status()).toBe(401);
  // A page closed before it has read the reply complains in the console.
  await page.getByText('Unauthorized').first().waitFor();
  await page.keyboard.press('Escape');
});

it('calls only the gateway; the policy forbids other hosts', async () => {
  expect(foreign).toEqual([]);
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  const blocked = await page.evaluate(() =>
    fetch('https://proxy.scalar.com/').then(
      () => 'asked',
      () => 'blocked',
    ),
  );
  expect(blocked).toBe('blocked');
  expect(complaints.join()).toContain('Content Security Policy');
  const { headers } = await fetch(`${gateway.url}/reference`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/https?:/);
});

/** Opens a page and waits for its requests: a page left while it loads reports the aborted loading in the console. */
async function open(path: string): Promise<void> {
  await page.goto(`${gateway.url}${path}`, { waitUntil: 'networkidle' });
}

async function boxOf(locator: ReturnType<Page['locator']>): Promise<{ x: number; width: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return box;
}

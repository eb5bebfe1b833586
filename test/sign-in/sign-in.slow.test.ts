/** Tests the sign-in with OpenID Connect: a real provider, a real gateway and a real browser. */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { nodesOf, send } from '../support/channels/index.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { signInSettings, startProvider, type TestProvider } from '../support/sign-in/provider.js';

const PATIENCE_MS = 60_000;
const CALLBACK = '/console/sign-in/callback';
const COOKIE = 'cardway-session';
const PENDING = 'cardway-sign-in';

let folder: string;
let provider: TestProvider;
let gateway: TestGateway;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  folder = temporaryFolder();
  [provider, browser] = await Promise.all([startProvider(), openBrowser()]);
  gateway = await startGateway({ folder, env: signInSettings(provider) });
  await provider.register(gateway.url);
  await provider.setPerson({ id: 'mary', name: 'Mary <b> Smith', groups: ['audit', 'others'] });
  await provider.setPerson({ id: 'oscar', name: 'Oscar', groups: ['ops'] });
  await provider.setPerson({ id: 'nobody', name: 'No Role', groups: ['others'] });
}, PATIENCE_MS);

beforeEach(async () => {
  context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
});

afterEach(() => context.close());

afterAll(async () => {
  await Promise.all([gateway.stop(), browser.close()]);
  await provider.stop();
});

/** Leads from a page of the console to the form of the provider. */
async function begin(from = '/console/transactions?state=in_doubt', url = gateway.url): Promise<void> {
  await page.goto(`${url}${from}`);
  await page.getByRole('link', { name: /^Sign in with/ }).click();
  await page.locator('input[name=login]').waitFor();
}

/** Fills the forms of the provider, which then sends the browser back. */
async function finishAs(id: string): Promise<void> {
  await page.locator('input[name=login]').fill(id);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function signInAs(id: string, from?: string, url?: string): Promise<void> {
  await begin(from, url);
  await finishAs(id);
}

async function cookie(name: string): Promise<string | undefined> {
  return (await context.cookies()).find((each) => each.name === name)?.value;
}

const messageOf = (tab: Page): Promise<string | null> => tab.getByRole('alert').textContent();

const isInside = (tab: Page): Promise<void> => tab.getByRole('button', { name: /^You:/ }).waitFor();

const isOutside = (tab: Page): Promise<void> => tab.getByRole('link', { name: /^Sign in with/ }).waitFor();

async function sessionOf(token: string | undefined): Promise<{ status: number; text: string }> {
  const headers = {
    Cookie: `${COOKIE}=${String(token)}`,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/json',
  };
  const body = '{"query":"{ operatorSession { keyId role } }"}';
  const { status, bytes } = await send(`${gateway.url}/graphql`, { headers, body });
  return { status, text: bytes.toString() };
}

function changeDatabase(sql: string): void {
  const database = new Database(join(folder, 'cardway.db'));
  database.exec(sql);
  database.close();
}

it('leads to the provider and back to the page, with the role of the group and the name in the audit log', async () => {
  await signInAs('mary');
  await isInside(page);
  expect(page.url()).toBe(`${gateway.url}/console/transactions?state=in_doubt`);
  const [session] = (await context.cookies()).filter(({ name }) => name === COOKIE);
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(await cookie(PENDING)).toBeUndefined();
  expect((await sessionOf(session?.value)).text).toContain('"keyId":"Mary b Smith <mary>","role":"AUDITOR"');
  const entries = await nodesOf(gateway.url, 'auditLog(filter: { actor: "Mary b Smith <mary>" })', 'action');
  expect(entries).toEqual([{ action: 'sign_in' }]);
  // An auditor has no page for changes, and the gateway refuses them.
  await page.goto(`${gateway.url}/console/directory/keys`);
  await page.getByRole('table', { name: 'API keys' }).waitFor();
  expect(await page.getByRole('button', { name: 'Create a key …' }).count()).toBe(0);
  await page.getByRole('button', { name: /^You:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await isOutside(page);
  expect((await sessionOf(session?.value)).status).toBe(401);
});

it('keeps no token in the browser, the database and the log', async () => {
  await signInAs('mary');
  await isInside(page);
  expect(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
  ).toBe('[{"cardway-session":"open"},{},""]');
  const token = (await cookie(COOKIE)) ?? '';
  expect(gateway.lines.join('\n')).not.toContain(token);
  expect(gateway.lines.join('\n')).not.toContain('the-secret-of-the-client');
});

it('lets nobody in whose groups have no role', async () => {
  await signInAs('nobody');
  await isOutside(page);
  expect(await messageOf(page)).toContain('none of your groups has a role');
  expect(await cookie(COOKIE)).toBeUndefined();
});

it('signs no key in', async () => {
  const reply = await send(`${gateway.url}/console/session`, {
    headers: { Authorization: 'Bearer cardway_sandbox_operator', 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(reply.status).toBe(403);
  expect(reply.bytes.toString()).toContain('OpenID Connect');
});

it('ends the session after an hour', async () => {
  await signInAs('mary');
  await isInside(page);
  changeDatabase('update console_sessions set ends_at_ms = ends_at_ms - 3600000');
  await isOutside(page);
  expect(await messageOf(page)).toContain('Your session has ended.');
});

it('asks the provider for the groups again at the next sign-in, without a form', async () => {
  await provider.setPerson({ id: 'leaver', name: 'Leaver', groups: ['ops'] });
  await signInAs('leaver', '/console/live');
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
  await provider.setPerson({ id: 'leaver', name: 'Leaver', groups: ['others'] });
  changeDatabase('update console_sessions set ends_at_ms = ends_at_ms - 3600000');
  await isOutside(page);
  await page.getByRole('link', { name: /^Sign in with/ }).click();
  await page.getByRole('alert').getByText('none of your groups has a role').waitFor();
});

async function keepPending(value: string): Promise<void> {
  await context.addCookies([{ name: PENDING, value, url: gateway.url, httpOnly: true, sameSite: 'Lax' }]);
}

function changed(pending: string, change: Readonly<Record<string, string>>): string {
  const kept = JSON.parse(Buffer.from(pending, 'base64url').toString()) as object;
  return Buffer.from(JSON.stringify({ ...kept, ...change })).toString('base64url');
}

it.each([
  ['nonce', { nonce: 'of-another-sign-in' }],
  ['state', { state: 'of-another-sign-in' }],
  ['PKCE verifier', { verifier: 'v'.repeat(43) }],
])('refuses a wrong %s', async (_, change) => {
  await begin();
  await keepPending(changed((await cookie(PENDING)) ?? '', change));
  await finishAs('oscar');
  await isOutside(page);
  expect(await messageOf(page)).toContain('The sign-in was refused.');
  expect(await cookie(COOKIE)).toBeUndefined();
});

it.each([
  ['once, also where the browser keeps its cookie', ''],
  ['for ten minutes', 'update begun_sign_ins set expires_at_ms = 0'],
])('takes a sign-in %s', async (_, change) => {
  let asked = '';
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/auth') asked ||= request.url();
  });
  await begin();
  const pending = (await cookie(PENDING)) ?? '';
  if (change === '') {
    await finishAs('oscar');
    await isInside(page);
    await page.goto('about:blank');
    await context.clearCookies({ name: COOKIE });
    await keepPending(pending);
    // The provider gives another code for the same state, nonce and verifier.
    await page.goto(asked);
  } else {
    changeDatabase(change);
    await finishAs('oscar');
  }
  await isOutside(page);
  expect(await messageOf(page)).toContain('took too long');
  expect(await cookie(COOKIE)).toBeUndefined();
});

it('refuses an answer that names another issuer, whose code would be right', async () => {
  let callback = '';
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === CALLBACK) callback = request.url();
  });
  await begin();
  const pending = (await cookie(PENDING)) ?? '';
  // The gateway checks the state before it uses the code.
  await keepPending(changed(pending, { state: 'of-another-sign-in' }));
  await finishAs('oscar');
  await isOutside(page);
  const right = callback;
  const url = new URL(right);
  expect(url.searchParams.get('iss')).toBe(provider.issuer);
  url.searchParams.set('iss', 'https://other.example');
  await keepPending(pending);
  await page.goto(url.href);
  await isOutside(page);
  expect(await messageOf(page)).toContain('The sign-in was refused.');
  await keepPending(pending);
  await page.goto(right);
  await isInside(page);
});

it('says that the provider cannot be reached, and signs in once it can', async () => {
  const away = await startProvider();
  await away.stop();
  const alone = await startGateway({ env: signInSettings(away) });
  await page.goto(`${alone.url}/console`);
  await page.getByRole('link', { name: /^Sign in with/ }).click();
  await isOutside(page);
  expect(await messageOf(page)).toContain('cannot be reached');
  await alone.stop();
});

/** Tests `cardway login`: a real provider, a real gateway, the program itself and a real browser. */
import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Ended, cardwayProcess, entriesOf } from '../cli/command.js';
import { until } from '../life/until.js';
import { openBrowser } from '../support/browser.js';
import { askGraphQL, send } from '../support/channels/index.js';
import { PROCESS_ENV, startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { signInSettings, startProvider, type TestProvider } from '../support/sign-in/provider.js';

const MAIN = resolve(__dirname, '..', '..', 'dist', 'main.js');

let folder: string;
let home: string;
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
  await provider.setPerson({ id: 'mary', name: 'Mary', groups: ['audit'] });
  await provider.setPerson({ id: 'nobody', name: 'No Role', groups: ['others'] });
});

beforeEach(async () => {
  home = temporaryFolder();
  context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
});

afterEach(async () => {
  await context.close();
  rmSync(home, { recursive: true, force: true });
});

afterAll(async () => {
  await Promise.all([gateway.stop(), browser.close()]);
  await provider.stop();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (): string => join(home, '.config', 'cardway', 'sessions.json');

const run = (...args: string[]): Promise<Ended> =>
  cardwayProcess([...args, '--url', gateway.url], { HOME: home });

/** Starts `cardway login`. `address` is the one that holds the code. */
async function beginLogin(
  url = gateway.url,
): Promise<{ address: string; code: string; ended: Promise<Ended> }> {
  const child = spawn(process.execPath, [MAIN, 'login', '--url', url], {
    env: { ...PROCESS_ENV, HOME: home },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<Ended>((done) => {
    child.once('close', (status) => {
      done({ status, out, err });
    });
  });
  const isShown = (): boolean => /compare the code/.test(err) || child.exitCode !== null;
  await until('the code is shown', isShown);
  const [, code = ''] = /enter the code (\S+)\./.exec(err) ?? [];
  const [, address = ''] = /Or open (\S+) and/.exec(err) ?? [];
  return { address, code, ended };
}

/** Signs in at the address of the provider, in the browser. */
async function confirmAs(id: string, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('input[name=login]').fill(id);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Sign-in Success').waitFor();
}

async function loginAs(id: string): Promise<Ended> {
  const { address, ended } = await beginLogin();
  await confirmAs(id, address);
  return ended;
}

function changeDatabase(sql: string): void {
  const database = new Database(join(folder, 'cardway.db'));
  database.exec(sql);
  database.close();
}

it('signs a person in, whose name stands in the audit log, until the logout', async () => {
  const { address, code, ended } = await beginLogin();
  expect(address).toContain(code);
  await confirmAs('mary', address);
  expect(await ended).toMatchObject({
    status: 0,
    out: `{"url":"${gateway.url}","actor":"Mary <mary>","role":"auditor"}\n`,
  });
  expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
  const kept = readFileSync(fileOf(), 'utf8');
  expect(kept).not.toMatch(/eyJ|refresh|id_token/);
  const [, token = 'none'] = /cardway-session=([\w-]{43})"/.exec(kept) ?? [];
  expect(gateway.lines.join('\n')).not.toContain(token);

  const listed = await run('audit', 'list', '--actor', 'Mary <mary>');
  expect(entriesOf(listed.out)).toMatchObject([{ action: 'sign_in', subject: 'Mary <mary>' }]);
  // An auditor changes nothing.
  const refused = await run('programmes', 'set', 'of-mary');
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('FORBIDDEN') as string]);

  expect(await run('logout')).toMatchObject({
    status: 0,
    out: expect.stringContaining('"wasSignedIn":true') as string,
  });
  expect(existsSync(fileOf())).toBe(false);
  const headers = {
    Cookie: `cardway-session=${token}`,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/json',
  };
  const after = await send(`${gateway.url}/graphql`, {
    headers,
    body: '{"query":"{ operatorSession { keyId } }"}',
  });
  expect(after.status).toBe(401);
  const { data } = await askGraphQL(
    gateway.url,
    '{ auditLog(first: 1, filter: { actor: "Mary <mary>" }) { edges { node { action } } } }',
  );
  expect(JSON.stringify(data)).toContain('sign_out');
  expect(await run('logout')).toMatchObject({
    status: 0,
    out: expect.stringContaining('"wasSignedIn":false') as string,
  });
});

it('a given key wins over the session', async () => {
  expect((await loginAs('mary')).status).toBe(0);
  const env = { HOME: home, CARDWAY_KEY: 'cardway_sandbox_operator' };
  const { status } = await cardwayProcess(['programmes', 'set', 'of-a-key', '--url', gateway.url], env);
  expect(status).toBe(0);
});

it.each([
  ['after 15 minutes without a command', 'last_active_at_ms = last_active_at_ms - 900000'],
  ['after 8 hours', 'ends_at_ms = ends_at_ms - 28800000'],
])('the session ends %s, and the command says what to do', async (_, change) => {
  expect((await loginAs('mary')).status).toBe(0);
  changeDatabase(`update console_sessions set ${change}`);
  const { status, err } = await run('audit', 'list');
  expect([status, err]).toEqual([
    1,
    `Your session at ${gateway.url} has ended. Run cardway login --url ${gateway.url}.\n`,
  ]);
});

it('lets nobody in whose groups have no role', async () => {
  const { status, err } = await loginAs('nobody');
  expect(status).toBe(1);
  expect(err).toContain('none of your groups has a role here. Ask an operator of this gateway. (FORBIDDEN)');
  expect(existsSync(fileOf())).toBe(false);
});

it('ends when the person denies it', async () => {
  const { address, ended } = await beginLogin();
  await page.goto(address);
  await page.getByRole('button', { name: 'Abort' }).click();
  expect(await ended).toMatchObject({
    status: 1,
    err: expect.stringContaining('The sign-in was denied at the OpenID provider. (FORBIDDEN)') as string,
  });
});

it('gives one session for one code', async () => {
  const post = async (path: string, body: object): Promise<{ status: number; text: string }> => {
    const headers = { 'Content-Type': 'application/json' };
    const { status, bytes } = await send(`${gateway.url}/console/sign-in/${path}`, {
      headers,
      body: JSON.stringify(body),
    });
    return { status, text: bytes.toString() };
  };
  const { deviceCode, verificationUriComplete } = JSON.parse((await post('device', {})).text) as Record<
    string,
    string
  >;
  expect(await post('device/session', { deviceCode })).toEqual({
    status: 200,
    text: '{"state":"pending","isTooFast":false}',
  });
  await confirmAs('mary', verificationUriComplete ?? '');
  expect((await post('device/session', { deviceCode })).text).toContain('"signed_in"');
  const replayed = await post('device/session', { deviceCode });
  expect([replayed.status, replayed.text]).toEqual([
    401,
    expect.stringContaining('The sign-in was refused.') as string,
  ]);
  expect((await post('device/session', { deviceCode: 'made-up' })).status).toBe(401);
  expect((await post('device/session', {})).status).toBe(400);
});

describe('another provider or gateway', () => {
  let other: TestGateway | undefined;
  let its: TestProvider | undefined;

  afterEach(async () => {
    await other?.stop();
    await its?.stop();
    its = undefined;
  });

  it('without an issuer says so', async () => {
    other = await startGateway();
    const { ended } = await beginLogin(other.url);
    expect(await ended).toMatchObject({
      status: 1,
      err: 'People sign in with keys here, because signIn.issuer is not set. Use --key-file. (FORBIDDEN)\n',
    });
  });

  it('without a console says so', async () => {
    other = await startGateway({ env: { CARDWAY_CONSOLE_PAGE: 'false' } });
    const { ended } = await beginLogin(other.url);
    expect((await ended).err).toContain('its console is switched off');
  });

  it('without the device flow says so', async () => {
    its = await startProvider();
    other = await startGateway({ env: signInSettings(its) });
    await its.register(other.url, { hasDeviceFlow: false });
    const { ended } = await beginLogin(other.url);
    expect((await ended).err).toContain('lets this client use no device flow');
  });

  it('that cannot be reached says so', async () => {
    const away = await startProvider();
    await away.stop();
    other = await startGateway({ env: signInSettings(away) });
    const { ended } = await beginLogin(other.url);
    expect((await ended).err).toContain('The OpenID provider cannot be reached.');
  });

  it('with a short life of codes says when one has expired', async () => {
    its = await startProvider();
    other = await startGateway({ env: signInSettings(its) });
    await its.register(other.url, { codeSeconds: 1 });
    const { ended } = await beginLogin(other.url);
    expect(await ended).toMatchObject({
      status: 1,
      err: expect.stringContaining('The code has expired. Run cardway login again.') as string,
    });
  });

  it('with a wrong clock says so', async () => {
    its = await startProvider({ aheadMs: -1_800_000 });
    other = await startGateway({ env: signInSettings(its) });
    await its.register(other.url, { idTokenSeconds: 60 });
    await its.setPerson({ id: 'mary', name: 'Mary', groups: ['audit'] });
    const { address, ended } = await beginLogin(other.url);
    await confirmAs('mary', address);
    expect((await ended).err).toContain('The clocks of the gateway and the OpenID provider differ');
  });

  it('with a limit refuses more sign-ins of one address', async () => {
    other = await startGateway({
      env: { ...signInSettings(provider), CARDWAY_LIMITS_SIGN_INS_PER_MINUTE: '2' },
    });
    const { url } = other;
    const begin = () => fetch(`${url}/console/sign-in`, { redirect: 'manual' });
    expect([(await begin()).status, (await begin()).status]).toEqual([303, 303]);
    const refused = await begin();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(refused.headers.get('set-cookie')).toBeNull();
    const { ended } = await beginLogin(url);
    expect((await ended).err).toBe('Too many sign-ins from your address. Try again in a minute.\n');
  });
});

/** The session cookie in a real browser: over TLS and on loopback, for pages of the gateway and for a page of another port. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { HAS_OPENSSL, selfSigned } from '../support/certificates.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';

const folder = temporaryFolder();
let browser: Browser;
let plain: TestGateway;
let secure: TestGateway | null = null;
let foreign: Server;

beforeAll(async () => {
  const issued = HAS_OPENSSL ? selfSigned(join(folder, 'gateway'), 'gateway', 'IP:127.0.0.1') : null;
  [browser, plain, secure] = await Promise.all([
    openBrowser(),
    startGateway(),
    issued && startGateway({ env: { CARDWAY_TLS_CERT: issued.certFile, CARDWAY_TLS_KEY: issued.keyFile } }),
  ]);
  foreign = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Another page of this machine</title>');
  });
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
});

afterAll(async () => {
  await browser.close();
  foreign.close();
  await Promise.all([plain.stop(), secure?.stop()]);
});

const SIGN_IN = `fetch('/console/session', { method: 'POST', headers: { Authorization: 'Bearer cardway_sandbox_operator' } })
  .then(({ status }) => status)`;
const SIGN_OUT = `fetch('/console/session', { method: 'DELETE' }).then(({ status }) => status)`;
const WHO = `fetch('/graphql', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{"query":"{ operatorSession { keyId } }"}',
}).then((response) => response.json()).then(({ data, errors }) => data?.operatorSession.keyId ?? errors[0].extensions.code)`;

/** Returns a script that opens a WebSocket without a key, and returns `connection_ack`, or the code of the close. */
const socketTo = (url: string): string => `new Promise((resolve) => {
  const socket = new WebSocket(${JSON.stringify(`${url.replace('http', 'ws')}/graphql`)}, 'graphql-transport-ws');
  socket.onopen = () => socket.send('{"type":"connection_init"}');
  socket.onmessage = ({ data }) => resolve(JSON.parse(data).type);
  socket.onclose = ({ code }) => resolve(code);
})`;

async function consoleOf(gateway: TestGateway, context?: BrowserContext): Promise<Page> {
  const opened = context ?? (await browser.newContext({ ignoreHTTPSErrors: true }));
  const page = await opened.newPage();
  await page.goto(`${gateway.url}/console`);
  return page;
}

const MODES = [
  { name: 'on loopback', cookieName: 'cardway-session', isSecure: false },
  { name: 'over TLS', cookieName: '__Host-cardway-session', isSecure: true },
].filter(({ isSecure }) => !isSecure || HAS_OPENSSL);

it.each(MODES)(
  '$name, all tabs are signed in, and no script sees the cookie',
  async ({ cookieName, isSecure }) => {
    const gateway = isSecure ? secure! : plain;
    const page = await consoleOf(gateway);
    expect(await page.evaluate(WHO)).toBe('UNAUTHENTICATED');
    expect(await page.evaluate(SIGN_IN)).toBe(204);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({
      name: cookieName,
      httpOnly: true,
      secure: isSecure,
      sameSite: 'Lax',
      path: '/',
      expires: -1,
    });
    expect(await page.evaluate('document.cookie')).toBe('');
    const other = await consoleOf(gateway, page.context());
    expect(await other.evaluate(WHO)).toBe('sandbox-operator');
    expect(await other.evaluate(socketTo(gateway.url))).toBe('connection_ack');
    expect(await other.evaluate(SIGN_OUT)).toBe(204);
    expect(await page.evaluate(WHO)).toBe('UNAUTHENTICATED');
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  },
);

it('a page of another port sends the cookie, and gets nothing for it', async () => {
  const page = await consoleOf(plain);
  expect(await page.evaluate(SIGN_IN)).toBe(204);
  const other = await page.context().newPage();
  await other.goto(`http://127.0.0.1:${String((foreign.address() as AddressInfo).port)}/`);
  expect(await other.evaluate(socketTo(plain.url))).toBe(1006);
  const mutation = 'mutation { blockWallet(input: { reference: "43172792905" }) { wallet { blocked } } }';
  const form = (action: string, name: string, value: string): string => `{
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', enctype: 'text/plain', action: ${JSON.stringify(action)} });
    const input = document.createElement('input');
    Object.assign(input, { name: ${JSON.stringify(name)}, value: ${JSON.stringify(value)} });
    form.append(input);
    document.body.append(form);
    form.submit();
  }`;
  const body = JSON.stringify({ query: mutation, ignored: '' });
  const [reply] = await Promise.all([
    other.waitForResponse((response) => response.url() === `${plain.url}/graphql`),
    other.evaluate(form(`${plain.url}/graphql`, body.slice(0, -2), '"}')),
  ]);
  expect(reply.status()).toBe(403);
  expect(await reply.request().headerValue('cookie')).toContain('cardway-session=');
  expect(await page.evaluate(WHO)).toBe('sandbox-operator');
  await page.context().close();
});

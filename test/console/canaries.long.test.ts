/**
 * Canaries in the console: puts secrets into every field that a caller, a wallet service and a receiver can fill, and searches
 * everything that the page shows, stores, requests and receives.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { CANARIES, canariesIn, canaryCalls, INDISCRETION } from '../support/canaries.js';
import { askGraphQL, CHANNELS, KEYS } from '../support/channels/index.js';
import { startGateway, temporaryFolder } from '../support/gateway.js';
import { ask, PATHS } from '../support/provisioning/endpoints.js';
import { answer, approving, startWallet } from '../support/wallet/index.js';
import { addEndpoint, testEndpoint } from '../support/webhooks/endpoints.js';
import { answerWith, startReceiver } from '../support/webhooks/receiver.js';
import { until } from '../life/until.js';
import { isLive, signIn } from './bench.js';
import { constants } from '../support/constants.js';

/** Indiscretion in ASCII: the browser of these tests has no fonts for full-width digits. */
const IN_ASCII = INDISCRETION.normalize('NFKC');

jest.setTimeout(180_000);

/** Text that a page showed, stored and received. */
interface ObservedText {
  shown: string;
  kept: string;
  replies: string;
  sent: string;
  pushed: string;
  said: string;
}

it('the console never shows, stores, requests or receives a secret', async () => {
  const folder = temporaryFolder();
  const wallet = await startWallet({ behaviour: approving() });
  const receiver = await startReceiver();
  const gateway = await startGateway({
    folder,
    env: {
      CARDWAY_MASTER_KEY: `hex:${CANARIES.masterKey}`,
      CARDWAY_DOWNSTREAM_URL: wallet.url,
      CARDWAY_SIGNING_KEY: CANARIES.signingKey,
      CARDWAY_DOWNSTREAM_TIMEOUT_MS: '400',
      ...constants({ BREAKER_FAILURES_MIN: 1_000_000 }),
      CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
    },
  });
  const browser = await openBrowser();
  try {
    const { url } = gateway;
    const code = await provision(url);
    receiver.answer = answerWith(500, {}, `${IN_ASCII} secret=${CANARIES.oneTimePassword}`);
    const endpoint = await addEndpoint(url, `${receiver.url}/hook`);
    await testEndpoint(url, endpoint.id);
    await until('the receiver has answered', () => receiver.received.length > 0);
    const indiscreet = answer({ resultCode: 1, note: IN_ASCII, resultText: IN_ASCII }, { message: IN_ASCII });
    const heard: ObservedText = { shown: '', kept: '', replies: '', sent: '', pushed: '', said: '' };
    const context = await browser.newContext();
    await signIn(context, url, KEYS.operator);
    const page = await context.newPage();
    await listen(page, heard);
    await visit(page, heard, `${url}/console/live`);
    // The live page is open while they arrive.
    for (const reply of [approving(), indiscreet]) {
      wallet.behave(reply);
      await callEverywhere(url);
    }
    await isLive(page);
    await look(page, heard);
    for (const path of await pathsOf(url)) await visit(page, heard, `${url}/console${path}`);

    // Each place held something to search.
    const database = readFileSync(join(folder, 'cardway.db'), 'latin1');
    expect(database.length).toBeGreaterThan(0);
    expect(heard.shown).toContain('411111XXXXXX1111');
    expect(heard.replies).toContain('411111XXXXXX1111');
    expect(heard.kept).toContain('cardway-session');
    expect(heard.kept).not.toContain(KEYS.operator);
    expect(heard.sent).toContain('query');
    expect(heard.pushed).toContain('requestId');
    const more = { webhookSecret: endpoint.secret, code };
    const found = Object.entries(heard).flatMap(([place, text]) =>
      canariesIn(String(text), more).map((canary) => `${place}: ${canary}`),
    );
    expect(found).toEqual([]);
  } finally {
    await browser.close();
    await gateway.kill();
    await wallet.close();
    await receiver.close();
  }
});

async function callEverywhere(url: string): Promise<void> {
  for (const call of canaryCalls(IN_ASCII)) for (const channel of CHANNELS) await channel.call(url, call);
}

/** Issues and uses a secret. Returns its one-time password. */
async function provision(url: string): Promise<string> {
  const { payload } = (await ask(url, PATHS.generate, { card_id: 5001 })).envelope;
  const secret = payload['secret'] as string;
  await ask(url, PATHS.verify, { card_id: 5001, secret: `001#${CANARIES.oneTimePassword}` });
  await ask(url, PATHS.verify, { card_id: 5001, secret });
  return secret.slice(secret.indexOf('#') + 1);
}

async function listen(page: Page, heard: ObservedText): Promise<void> {
  page.on('console', (message) => (heard.said += `${message.text()}\n`));
  page.on('request', (request) => (heard.sent += `${request.url()} ${request.postData() ?? ''}\n`));
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => (heard.pushed += `${payload.toString()}\n`));
    socket.on('framesent', ({ payload }) => (heard.sent += `${payload.toString()}\n`));
  });
  // The test forwards requests, so that it reads each reply before the page can leave it.
  await page.route('**/graphql', async (route) => {
    const reply = await route.fetch();
    heard.replies += `${JSON.stringify(reply.headers())} ${await reply.text()}\n`;
    await route.fulfill({ response: reply });
  });
}

/** Returns the paths of every page, and of every transaction, attempt and event. */
async function pathsOf(url: string): Promise<readonly string[]> {
  const { data, errors } = await askGraphQL<{
    transactions: { edges: { node: { requestId: string } }[] };
    provisioningAttempts: { edges: { node: { id: string } }[] };
    events: { edges: { node: { id: string } }[] };
  }>(
    url,
    `{ transactions(first: 12) { edges { node { requestId } } }
       provisioningAttempts(first: 3) { edges { node { id } } }
       events(first: 3) { edges { node { id } } } }`,
  );
  if (data === null) throw new Error(JSON.stringify(errors));
  const of = <Node>(list: { edges: { node: Node }[] }, path: (node: Node) => string): string[] =>
    list.edges.map(({ node }) => path(node));
  return [
    ...of(data.transactions, ({ requestId }) => `/transactions/${encodeURIComponent(requestId)}`),
    ...of(data.provisioningAttempts, ({ id }) => `/provisioning/${encodeURIComponent(id)}`),
    ...of(data.events, ({ id }) => `/events/log/${encodeURIComponent(id)}`),
    ...['/log', '/deliveries', '/endpoints'].map((list) => `/events${list}`),
    ...['terminals', 'wallets', 'keys', 'programmes', 'audit'].map((list) => `/directory/${list}`),
    '/transactions',
    '/refused',
    '/reconcile',
    '/provisioning',
  ];
}

async function visit(page: Page, heard: ObservedText, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look(page, heard);
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await look(page, heard);
  }
}

/** Records what a page shows after all its requests were answered. */
async function look(page: Page, heard: ObservedText): Promise<void> {
  await page.waitForLoadState('networkidle');
  heard.shown += `${await page.content()}\n${page.url()}\n`;
  const kept = await page.evaluate(`(async () => {
    const databases = await indexedDB.databases();
    const values = [...document.querySelectorAll('input, textarea')].map(({ value }) => value);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases, values, await caches.keys().catch(() => [])]);
  })()`);
  heard.kept += `${String(kept)}\n`;
}

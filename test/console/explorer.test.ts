/** The explorer on /graphql, in a real browser: each tab runs with the values that the sandbox filled in. */
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { until } from '../life/until.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';

const folder = temporaryFolder();
let gateway: TestGateway;
let browser: Browser;
let page: Page;
const foreign: string[] = [];

beforeAll(async () => {
  [gateway, browser] = await Promise.all([startGateway({ folder }), openBrowser()]);
  page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, reducedMotion: 'reduce' });
  page.on('request', (request) => {
    if (!request.url().startsWith(gateway.url) && !/^(?:data|blob):/.test(request.url()))
      foreign.push(request.url());
  });
  await page.goto(`${gateway.url}/graphql`);
});

afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const TABS = [
  ['LastTransactions', '"edges"', 'operator'],
  ['Balance', '"resultCode": 1', 'client'],
  ['Deduct', '"resultCode": 1', 'client'],
  ['DeductReversal', '"resultCode": 1', 'client'],
  ['IssueSecret', '"expiresAt"', 'integrator'],
  ['AuthorizeToken', '"decision"', 'network'],
  ['ReportDigitization', '"DIGITIZATION_COMPLETE"', 'network'],
  ['Events', '"DIGITIZATION_COMPLETE"', 'integrator'],
  ['Directory', '"terminalId": "0068766621"', 'operator'],
] as const;

it('has a tab for each kind of call', async () => {
  await page.getByRole('tab').first().waitFor();
  expect(await page.locator('.graphiql-tab-button').allTextContents()).toEqual(TABS.map(([name]) => name));
});

it.each(TABS)('runs %s', async (name, shown, role) => {
  // Tabs can be dragged: a real click would wait until none of them moves.
  await page.locator('.graphiql-tab-button', { hasText: new RegExp(`^${name}$`) }).dispatchEvent('click');
  // Waits until the editors hold the text of this tab.
  const editors = [
    ['.graphiql-query-editor', `${name}`],
    ['.graphiql-editor-tools, .graphiql-editor-tool', `cardway_sandbox_${role}`],
  ] as const;
  for (const [editor, text] of editors)
    await page.locator(editor, { hasText: text }).first().waitFor({ state: 'attached' });
  const run = page.locator('.graphiql-execute-button');
  await run.click();
  const wanted = new RegExp(shown.replaceAll(' ', '\\s'));
  let said = '';
  await until(`${name} shows ${shown}`, async () => {
    said = (await page.locator('.graphiql-response').textContent()) ?? '';
    // The page reads its editors a moment after they changed. Until then it may send the operation of another tab, which is
    // refused.
    if (said.includes('"errors"')) await run.click();
    return wanted.test(said);
  }).catch(() => expect(said).toMatch(wanted));
});

it('calls only the gateway, and leaves no key in the storage of the browser', async () => {
  expect(foreign).toEqual([]);
  const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
  expect(stored).not.toContain('cardway_sandbox_');
});

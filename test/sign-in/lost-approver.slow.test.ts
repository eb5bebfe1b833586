/** Tests four eyes with people: a real provider, a real gateway and a real browser. */
import type { Browser } from 'playwright-core';
import { until } from '../life/until.js';
import { openBrowser } from '../support/browser.js';
import { send } from '../support/channels/index.js';
import { ofPage } from '../support/console-session.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { signInSettings, startProvider, type TestProvider } from '../support/sign-in/provider.js';

let provider: TestProvider;
let gateway: TestGateway;
let browser: Browser;

beforeAll(async () => {
  [provider, browser] = await Promise.all([startProvider(), openBrowser()]);
  gateway = await startGateway({ env: { ...signInSettings(provider), CARDWAY_APPROVALS: 'true' } });
  await provider.register(gateway.url);
});

afterAll(async () => {
  await Promise.all([gateway.stop(), browser.close()]);
  await provider.stop();
});

/** Signs a person in. Returns the cookie. */
async function signInAs(id: string): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${gateway.url}/console`);
  await page.getByRole('link', { name: /^Sign in with/ }).click();
  await page.locator('input[name=login]').fill(id);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^You:/ }).waitFor();
  const cookie = (await context.cookies()).find(({ name }) => name === 'cardway-session');
  await context.close();
  return `cardway-session=${cookie?.value ?? ''}`;
}

async function ask(cookie: string, query: string): Promise<{ code?: string; approvalId?: string }> {
  const { bytes } = await send(`${gateway.url}/graphql`, {
    headers: ofPage(cookie),
    body: JSON.stringify({ query }),
  });
  const { errors = [] } = JSON.parse(bytes.toString()) as {
    errors?: readonly { extensions: { code?: string; approvalId?: string } }[];
  };
  return errors[0]?.extensions ?? {};
}

const disable = (cookie: string) =>
  ask(
    cookie,
    'mutation { disableTerminal(input: { terminalId: "0068766621" }) { terminal { terminalId } } }',
  );

it('ends an approval when the provider takes the role of the person who gave it', async () => {
  for (const id of ['asker', 'approver']) await provider.setPerson({ id, name: id, groups: ['ops'] });
  const [asker, approver] = [await signInAs('asker'), await signInAs('approver')];
  const { approvalId = '' } = await disable(asker);
  expect(approvalId).toMatch(/^apr_/);
  const approve = `mutation { approveRequest(input: { id: "${approvalId}" }) { approval { state } } }`;
  expect(await ask(approver, approve)).toEqual({});
  await provider.setPerson({ id: 'approver', name: 'approver', groups: ['audit'] });
  const isOut = async () => (await ask(approver, '{ operatorSession { keyId } }')).code === 'UNAUTHENTICATED';
  await until('the session of the approver has ended', isOut);
  const asked = await disable(asker);
  expect(asked.code).toBe('APPROVAL_REQUIRED');
  expect(asked.approvalId).not.toBe(approvalId);
});

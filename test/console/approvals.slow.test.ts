/** Tests four eyes in a real browser: one person asks, another approves, and the first makes the change. */
import type { Page } from 'playwright-core';
import { cardway } from '../cli/command.js';
import { openBench, type ConsoleBench } from './bench.js';

let bench: ConsoleBench;
let benKey: string;
/** Questions of each person that push others off the first page of the list. */
const QUESTIONS = 55;

beforeAll(async () => {
  bench = await openBench({ CARDWAY_APPROVALS: 'true' });
  const { out } = await cardway(
    [
      'keys',
      'create',
      'ben',
      '--role',
      'operator',
      '--break-glass',
      'the second person needs a key',
      '--json',
    ],
    { CARDWAY_DATABASE_URL: `sqlite:${bench.databasePath}` },
  );
  benKey = (JSON.parse(out) as { secret: string }).secret;
});

afterEach(() => bench.closePages());

afterAll(() => bench.close());

it('a change waits in its dialog until somebody else approves it', async () => {
  const page = await askToDisable('0068766621');
  const dialog = page.getByRole('dialog');
  const own = await bench.open('/approvals');
  await own.getByRole('button', { name: 'Withdraw disableTerminal of sandbox-operator' }).waitFor();
  expect(await own.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  const other = await bench.open('/approvals?state=pending', { key: benKey });
  await other.getByRole('button', { name: 'Approve disableTerminal of sandbox-operator' }).click();
  const question = other.getByRole('dialog');
  await question.getByText('"terminalId": "0068766621"').waitFor();
  await question.getByRole('button', { name: 'Approve' }).click();
  await other.getByText('disableTerminal is approved.').waitFor();
  await other.getByText('Nothing waits here.').waitFor();
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Enable/ }).waitFor();
});

it('a change that is rejected is asked anew', async () => {
  await askToDisable('0029504320');
  const other = await bench.open('/approvals', { key: benKey });
  await other.getByRole('button', { name: 'Reject disableTerminal of sandbox-operator' }).click();
  const question = other.getByRole('dialog');
  await question.getByRole('textbox', { name: 'Why' }).fill('it is in use');
  await question.getByRole('button', { name: 'Reject' }).click();
  await other.getByText('disableTerminal will not be made.').waitFor();
  await other.getByRole('row', { name: /disableTerminal.*rejected.*ben/ }).waitFor();
});

it('a change at the command line is listed as bypassed', async () => {
  const page = await bench.open('/approvals?state=bypassed', { key: benKey });
  await page.getByRole('row', { name: /cli:ada.*createKey.*bypassed/ }).waitFor();
});

it('a person who is about to approve reads that the change was withdrawn meanwhile', async () => {
  await askToDisable('0029504320');
  const other = await bench.open('/approvals?state=pending', { key: benKey });
  await other.getByRole('button', { name: 'Approve disableTerminal of sandbox-operator' }).click();
  const question = other.getByRole('dialog', { name: 'Approve disableTerminal?' });
  await question.getByText('sandbox-operator may then make this change once.').waitFor();
  const own = await bench.open('/approvals');
  await own.getByRole('button', { name: 'Withdraw disableTerminal of sandbox-operator' }).click();
  await own.getByRole('textbox', { name: 'Why' }).fill('the wrong terminal');
  await own.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await own.getByText('disableTerminal will not be made.').waitFor();
  await question.getByRole('alert').getByText('This waits for nobody any more: rejected').waitFor();
  expect(await question.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
});

it('a person who is about to approve reads of no decision where others only ask much', async () => {
  await askToDisable('0029504320');
  const other = await bench.open('/approvals?state=pending', { key: benKey });
  const button = { name: 'Approve disableTerminal of sandbox-operator', includeHidden: true };
  await other.getByRole('button', button).click();
  const question = other.getByRole('dialog', { name: 'Approve disableTerminal?' });
  await question.getByText('sandbox-operator may then make this change once.').waitFor();
  for (const key of ['cardway_sandbox_operator', benKey]) await askMuch(key);
  await other.getByRole('button', button).waitFor({ state: 'detached' });
  expect(await question.getByRole('alert').count()).toBe(0);
  await question.getByRole('button', { name: 'Approve' }).click();
  await other.getByText('disableTerminal is approved.').waitFor();
});

it('a reason that was begun for one change is not offered for another', async () => {
  const other = await bench.open('/approvals?state=pending', { key: benKey });
  const withdraw = other.getByRole('button', { name: 'Withdraw createKey of ben' });
  const question = other.getByRole('dialog', { name: 'Withdraw createKey?' });
  const reason = question.getByRole('textbox', { name: 'Why' });
  await withdraw.nth(0).click();
  await reason.fill('it is in use');
  await other.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await withdraw.nth(1).click();
  expect(await reason.inputValue()).toBe('');
  await other.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await withdraw.nth(0).click();
  expect(await reason.inputValue()).toBe('it is in use');
});

/** Asks to disable a terminal, which waits for a second person. The dialog stays open. */
async function askToDisable(terminalId: string): Promise<Page> {
  const page = await bench.open(`/terminals/${terminalId}`);
  await page.getByRole('button', { name: /^Disable/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await dialog.getByText('A second person must approve this').waitFor();
  return page;
}

/** Asks for many changes with a key. */
async function askMuch(key: string): Promise<void> {
  const mutations = Array.from(
    { length: QUESTIONS },
    (_, number) =>
      `mutation { createKey(input: { keyId: "many-${String(number)}", role: AUDITOR }) { secret } }`,
  );
  for (const query of mutations) {
    const response = await fetch(`${bench.gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify({ query }),
    });
    expect(await response.text()).toContain('APPROVAL_REQUIRED');
  }
}

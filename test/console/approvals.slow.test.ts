/** Tests four eyes in a real browser: one person asks, another approves, and the first makes the change. */
import type { Page } from 'playwright-core';
import { cardway } from '../cli/command.js';
import { openBench, type ConsoleBench } from './bench.js';

let bench: ConsoleBench;
let benKey: string;

beforeAll(async () => {
  bench = await openBench({ CARDWAY_APPROVALS: 'true' });
  const { out } = await cardway(
    ['keys', 'bootstrap', 'ben', '--reason', 'the second person needs a key', '--json'],
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

/** Asks to disable a terminal, which waits for a second person. The dialog stays open. */
async function askToDisable(terminalId: string): Promise<Page> {
  const page = await bench.open(`/terminals/${terminalId}`);
  await page.getByRole('button', { name: /^Disable/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await dialog.getByText('A second person must approve this').waitFor();
  return page;
}

import type { Page } from 'playwright-core';
import { axeProblems, COLOUR_RULES, loadAxe, RULES } from './axe.js';
import { deduct, type ConsoleBench } from './bench.js';
import { takePicture } from './pictures.js';

const HEAD = 'request_id,amount,currency';

export function reconcileChapter(bench: () => ConsoleBench): void {
  describe('the sums of a day', () => {
    it('are exact beyond the safe integers', async () => {
      // The balance would pass the safe integers, so that each is declined.
      const sent = [1, 2, 3].map((number) => load(bench(), Number.MAX_SAFE_INTEGER, number));
      await Promise.all(sent);
      const page = await bench().open('/reconcile', { width: 1700 });
      const row = page.getByRole('row').filter({ hasText: '0029504320' }).filter({ hasText: 'LoadAuth' });
      await row.getByText('US$270,215,977,642,229.73', { exact: true }).waitFor();
    });

    it('are those of the day that a person corrects by the keyboard', async () => {
      const page = await bench().open('/reconcile?day=2026-10-31');
      const day = page.getByLabel('Day in UTC');
      await day.focus();
      // From the month to the day.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('30');
      await page.waitForURL('**/reconcile?day=2026-10-30');
      await page.keyboard.press('Backspace');
      expect(await day.inputValue()).toBe('');
      await day.blur();
      expect(await day.inputValue()).toBe('2026-10-30');
    });
  });

  describe('a day file', () => {
    it('is compared with the day, and settles the doubts that it proves', async () => {
      const matched = await deduct(bench(), 610);
      const other = await deduct(bench(), 620);
      const missing = await deduct(bench(), 630);
      const doubt = await deduct(bench(), 951);
      const unknown = `5001_${matched.slice(5, 19)}_99999`;
      const page = await bench().open('/reconcile', { width: 1120, height: 1040 });
      await choose(page, [HEAD, `${matched},610,`, `${other},600,`, `${doubt},951,`, `${unknown},1,`]);
      await page.getByRole('button', { name: 'Compare' }).click();
      const differences = page.getByRole('table', { name: 'Differences between the gateway and day.csv' });
      await differences.waitFor();
      await takePicture(page, 'day-file-light');
      await loadAxe(page);
      expect(await axeProblems(page, RULES)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await axeProblems(page, COLOUR_RULES)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      await show(page, 'amount differs', other);
      await show(page, 'missing in file', missing);
      await show(page, 'missing at gateway', unknown);
      await show(page, 'missing at gateway', doubt);
      await page.waitForURL('**/reconcile?*kind=missing_at_gateway*');

      await page.getByRole('button', { name: 'Settle 1 as the file says' }).click();
      const dialog = page.getByRole('dialog', { name: 'Settle as the file says' });
      expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0);
      await dialog.getByLabel(/^Why/).fill('Day file of the wallet service');
      expect(await dialog.getByRole('button', { name: /^Settle/ }).isDisabled()).toBe(true);
      await dialog.getByLabel(`Deduct US$9.51 of wallet 43172792905, ${doubt}`).check();
      await dialog.getByRole('button', { name: 'Settle' }).click();
      await page.getByText('1 settled.').first().waitFor();
    });

    it('stays, with its result, while the person looks at a transaction', async () => {
      const matched = await deduct(bench(), 640);
      const page = await bench().open('/reconcile');
      await choose(page, [HEAD, `${matched},641,`]);
      await page.getByRole('button', { name: 'Compare' }).click();
      await show(page, 'amount differs', matched);
      await page.getByRole('row').filter({ hasText: matched }).getByRole('link').first().click();
      await page.waitForURL(`**/transactions/${matched}`);
      await page.goBack();
      await page.getByRole('row').filter({ hasText: matched }).waitFor();
    });
  });
}

/** Sends a LoadAuth of the second sandbox wallet. */
async function load(bench: ConsoleBench, requestAmount: number, number: number): Promise<void> {
  const input = {
    methodName: 'LoadAuth',
    terminalId: '0029504320',
    reference: '556789731480',
    requestAmount,
    narrative: 'REFUND',
    transactionType: '20',
    transactionId: `L${String(number)}`,
    transactionDate: new Date().toISOString().slice(0, 19).replace(/-/g, ''),
    customerId: 1002,
    cardId: 5002,
  };
  const document = 'mutation ($input: TransactionInput!) { transact(input: $input) { requestId } }';
  await bench.ask('client', document, { input });
}

async function choose(page: Page, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer });
}

/** Shows the differences of a kind, and waits for that of a transaction. */
async function show(page: Page, kind: string, requestId: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${kind}`) }).click();
  await page.getByRole('row').filter({ hasText: requestId }).filter({ hasText: kind }).waitFor();
}

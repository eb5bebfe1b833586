import type { Page } from 'playwright-core';
import { deduct, holds, type ConsoleBench } from './bench.js';

export function keyboardChapter(bench: () => ConsoleBench): void {
  describe('an operator who has only a keyboard', () => {
    it('finds a doubtful payment, and settles it', async () => {
      const requestId = await deduct(bench(), 951);
      const page = await bench().open('/live');
      await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/Request id/).waitFor();
      await page.keyboard.type('transactions');
      await page.getByRole('button', { name: 'Transactions' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
      await tabTo(page, 'In doubt');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/transactions?state=in_doubt');
      await tabTo(page, `transaction ${requestId}`);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/transactions/${requestId}`);

      await tabTo(page, 'Settle');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Settle by hand' });
      await dialog.waitFor();
      expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
      await tabTo(page, 'Approved: the money has moved');
      await page.keyboard.press('Space');
      // Keys that come before the page has drawn the first choice are lost.
      await dialog.getByRole('radio', { name: 'Approved: the money has moved', checked: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await dialog.getByText('nothing has moved for wallet 43172792905').first().waitFor();
      await tabTo(page, 'How you know, for example the wallet service’s ticket');
      await page.keyboard.type('Ticket 12 of the wallet service');
      await tabTo(page, 'Settle');
      await page.keyboard.press('Enter');
      await page.getByText('-9 do not honour').first().waitFor();
      await page.getByText('Ask the wallet service, then settle it.').waitFor({ state: 'detached' });
      await holds(page, `document.activeElement.tagName === 'H1'`);
    });
  });
}

/**
 * Presses Tab until an element whose name begins or ends so has the focus, once the page shows one. Errors: none has it after a round
 * through the page.
 */
async function tabTo(page: Page, name: string): Promise<void> {
  await holds(
    page,
    `[...document.querySelectorAll('*')].some((one) => (${HAS_NAME})(${JSON.stringify(name)}, one))`,
  );
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(`(${HAS_NAME})(${JSON.stringify(name)})`)) return;
  }
  throw new Error(`Nothing that is named ${name} gets the focus.`);
}

const PRESSES_MAX = 150;

const HAS_NAME = `(name, element = document.activeElement) => {
  const names = [element?.getAttribute('aria-label'), element?.labels?.[0]?.textContent, element?.textContent];
  return names.some((each) => each?.trim().startsWith(name) === true || each?.trim().endsWith(name) === true);
}`;

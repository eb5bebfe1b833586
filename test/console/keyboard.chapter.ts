import type { Page } from 'playwright-core';
import { deduct, holds, type ConsoleBench } from './bench.js';

export function keyboardChapter(bench: () => ConsoleBench): void {
  describe('an operator who has only a keyboard', () => {
    it('finds a doubtful payment, and settles it', async () => {
      const requestId = await deduct(bench(), 951);
      const page = await bench().open('/live');
      await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('t');
      await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
      await tabTo(page, 'In doubt');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/transactions?state=in_doubt');
      await page.getByRole('link', { name: `transaction ${requestId}` }).waitFor();
      // The newest doubt is the first row.
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/transactions/${requestId}`);

      await tabTo(page, 'Settle');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Settle by hand' });
      await dialog.waitFor();
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
      await page.getByText('declined -9').first().waitFor();
      await page.getByText('Ask the wallet service, then settle it.').waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    });

    it('moves through a fresh list at once', async () => {
      const first = await deduct(bench());
      await deduct(bench());
      const page = await bench().open('/transactions');
      await page.getByRole('link', { name: `transaction ${first}` }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await holds(page, `document.activeElement?.closest('[data-index]')?.dataset.index === '0'`);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/transactions\/\d+_/);
    });

    it('stays at the page that shows what the pause held back', async () => {
      const page = await bench().open('/live');
      await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Pause' }).press('Enter');
      const show = page.getByRole('button', { name: /^Show \d+ new$/ });
      await deduct(bench());
      await show.press('Enter');
      await show.waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Live');
    });

    it('stays at the filters, although the buttons that change them go', async () => {
      const page = await bench().open('/transactions?state=in_doubt&time=24h');
      await page.getByRole('button', { name: 'More filters' }).press('Enter');
      await page.getByRole('button', { name: 'API key' }).waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Fewer filters');
      for (const name of ['Remove the filter State', 'Clear all']) {
        await page.getByRole('button', { name }).press('Enter');
        await page.getByRole('button', { name }).waitFor({ state: 'detached' });
        expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Filters');
      }
    });

    it('stays at the page whose data comes at the second try', async () => {
      const page = await bench().open('/runbook');
      await page.route('**/graphql', (route) =>
        (route.request().postData() ?? '').includes('query Terminals')
          ? route.fulfill({ json: { errors: [{ message: 'It broke.', extensions: { code: 'INTERNAL' } }] } })
          : route.continue(),
      );
      await page.getByRole('link', { name: 'Terminals', exact: true }).click();
      await page.getByText('It broke.').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await page.getByRole('link', { name: 'terminal 0068766621' }).waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Terminals');
    });

    it('stays at the button of an action that is refused', async () => {
      const page = await bench().open('/events/endpoints');
      await page.getByRole('button', { name: 'Add an endpoint …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add an endpoint' });
      await dialog.getByLabel('URL').fill('ftp://a.example/hooks');
      await dialog.getByLabel(/^Programme/).selectOption('sandbox');
      await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
      await dialog.getByRole('alert').getByText('url must be https.').waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Add');
    });
  });
}

/**
 * Presses Tab until an element whose name begins so has the focus, once the page shows one. Errors: none has it after a round through
 * the page.
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
  return names.some((each) => each?.trim().startsWith(name) === true);
}`;

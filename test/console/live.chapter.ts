import type { Page } from 'playwright-core';
import { choose, deduct, fill, isLive, type ConsoleBench } from './bench.js';

export function liveChapter(bench: () => ConsoleBench): void {
  describe('the page of live transactions', () => {
    const openLive = async (query = ''): Promise<Page> => {
      const page = await bench().open(`/live${query}`);
      await isLive(page);
      return page;
    };
    const rowOf = (page: Page, requestId: string) =>
      page.getByRole('row').filter({ hasText: `transaction ${requestId}` });

    it('shows a Deduct once it is answered, and counts it', async () => {
      const page = await openLive();
      await deduct(bench());
      const requestId = await deduct(bench());
      await rowOf(page, requestId).getByText('1 approved').first().waitFor();
      expect(await rowOf(page, requestId).textContent()).toMatch(
        /US\$14\.39 same wallet, amount and merchant as [\d:]{8}\s*answered\s*1 approved\s*the same\s*Deduct/,
      );
      await page.getByRole('img', { name: /^Results: [1-9]\d* approved/ }).waitFor();
      const route = page.getByRole('list', { name: 'Routes to wallet services' }).getByText('default');
      await route.locator('..').getByText('closed').first().waitFor();
    });

    it('shows transactions that match its filters, which are in the address', async () => {
      const page = await openLive('?terminal=0029504320');
      await page.getByText('None passes these filters.').first().waitFor();
      const requestId = await deduct(bench());
      await fill(page, 'Terminal', '');
      await rowOf(page, requestId).waitFor();
      await choose(page, 'State', 'refused');
      await page.waitForURL('**/live?state=refused');
      await page.getByText('None passes these filters.').first().waitFor();
      await page.getByRole('button', { name: 'Clear all' }).click();
      await fill(page, 'Result code', '1');
      await page.waitForURL('**/live?result=1');
      await rowOf(page, requestId).waitFor();
    });

    it('leads from a chart to the transactions of an interval', async () => {
      const page = await openLive();
      await page.locator('.u-over').first().click();
      await page.waitForURL(/\/transactions\?time=\S+Z\.\.\S+Z$/);
    });

    it('opens the search with a key, and finds an id there', async () => {
      const page = await openLive();
      const requestId = await deduct(bench());
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/Request id/).fill(requestId);
      await page.getByRole('button', { name: requestId }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/transactions/${requestId}`);
    });
  });
}

import { send } from '../support/channels/index.js';
import { choose, fill, type ConsoleBench } from './bench.js';

export function refusedChapter(bench: () => ConsoleBench): void {
  describe('the page of refused calls', () => {
    it('shows the reason for a refusal, which the caller does not get', async () => {
      const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer a-wrong-key' };
      const { status } = await send(`${bench().gateway.url}/v1/proxy`, { headers, body: '{"request":{}}' });
      expect(status).toBe(401);
      // Only rows in sight are in the page, and other refused calls may have come first.
      const page = await bench().open('/refused?code=UNAUTHENTICATED');
      const row = page.getByRole('row', { name: /UNAUTHENTICATED.*The key is not known\./ }).first();
      await row.getByText('127.0.0.1').first().waitFor();
    });

    it('filters by error, address and amount, and keeps that in the address of the page', async () => {
      const page = await bench().open('/refused');
      await choose(page, 'Error', 'FORBIDDEN');
      await fill(page, 'IP address', '192.0.2.1');
      await fill(page, 'Amount', '1439');
      await page.getByText('None passes these filters.').first().waitFor();
      expect(page.url()).toMatch(/\?code=FORBIDDEN&address=192\.0\.2\.1&amount=1439$/);
    });

    it('shows who was refused and why beside the list, with what to do', async () => {
      const page = await bench().open('/refused?code=UNAUTHENTICATED');
      await page
        .getByRole('button', { name: 'Details of UNAUTHENTICATED: The key is not known.' })
        .first()
        .click();
      const drawer = page.getByRole('dialog', { name: 'Refused calls' });
      await drawer
        .getByText('The key is not known. Nothing was processed, and the caller did not get this reason.')
        .waitFor();
      await drawer.getByRole('link', { name: 'What to do' }).waitFor();
      await drawer.getByRole('link', { name: 'Everything refused from this address' }).click();
      await page.waitForURL('**/refused?address=127.0.0.1');
      await drawer.waitFor({ state: 'detached' });
    });
  });
}

import { createHmac } from 'node:crypto';
import type { ConsoleBench } from './bench.js';

export function tryItChapter(bench: () => ConsoleBench): void {
  describe('the page to try it', () => {
    it('composes a Deduct for each interface, hashes it as documented, and sends it', async () => {
      const page = await bench().open('/try-it');
      await page.getByLabel('Amount in minor units').fill('4200');
      const checksum = page.getByRole('region', { name: 'The checksum' });
      await checksum.getByText('4200', { exact: true }).first().waitFor();
      const parts = await checksum.locator('.pieces dd').allTextContents();
      const expected = createHmac('sha256', '1234567890').update(parts.join('')).digest('hex');
      expect(await checksum.locator('.mac').textContent()).toBe(expected);

      const signature = page.getByRole('region', { name: 'The signature' });
      const body = (await signature.locator('.pieces dd').textContent()) ?? '';
      const signed = createHmac('sha256', 'sandbox-signing-key').update(body).digest('hex');
      expect(await signature.locator('.mac').textContent()).toBe(signed);

      expect(await page.getByRole('region', { name: 'The call as XML-RPC' }).textContent()).toContain(
        `<param><value><string>${expected}</string></value></param>`,
      );
      await page.getByRole('tab', { name: 'JSON' }).click();
      const json = await page.getByRole('region', { name: 'The call as JSON' }).textContent();
      expect(JSON.stringify(JSON.parse(json ?? ''))).toBe(body);
      await page.getByRole('tab', { name: 'GraphQL' }).click();
      expect(await page.getByRole('region', { name: 'The call as GraphQL' }).textContent()).toContain(
        'mutation Deduct($input: DeductInput!)',
      );

      await page.getByRole('button', { name: 'Send this Deduct' }).click();
      const sending = page.getByRole('region', { name: 'Sending' });
      await sending.getByText('approved 1').first().waitFor();
      await sending.getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: '4,200 minor units Deduct' }).waitFor();
    });

    it('sends the XML exactly as shown, and it is the same call', async () => {
      const page = await bench().open('/try-it');
      await page.getByLabel('Method').selectOption('Balance');
      const form = page.getByRole('region', { name: 'The call as XML-RPC' });
      await form.getByText('<methodName>Balance</methodName>').first().waitFor();
      const response = await fetch(`${bench().gateway.url}/RPC2`, {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml' },
        body: (await form.textContent()) ?? '',
      });
      expect(await response.text()).toMatch(/<name>resultCode<\/name><value><int>1<\/int>/);
    });

    it('says that calls come too fast, and speaks of no wrong key', async () => {
      const page = await bench().open('/try-it');
      await page.route('**/graphql', (route) => {
        if (!(route.request().postData() ?? '').includes('mutation Deduct')) return route.continue();
        const errors = [{ message: 'Too many calls.', extensions: { code: 'RATE_LIMITED' } }];
        return route.fulfill({
          status: 429,
          contentType: 'application/json',
          body: JSON.stringify({ errors }),
        });
      });
      await page.getByRole('button', { name: 'Send this Deduct' }).click();
      await page.getByRole('region', { name: 'Sending' }).getByText('Too many calls.').waitFor();
      expect(await page.getByText('Too many wrong keys').count()).toBe(0);
      await page.unrouteAll({ behavior: 'wait' });
    });

    it('says which field breaks its limit', async () => {
      const page = await bench().open('/try-it');
      await page.getByLabel('Transaction date (UTC)').fill('yesterday');
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.textContent()).toContain('transactionDate must be');
    });
  });
}

import { choose, type ConsoleBench } from './bench.js';

export function provisioningChapter(bench: () => ConsoleBench): void {
  describe('the pages of provisioning', () => {
    it('show attempts as a funnel, as a list, and one with its history', async () => {
      await provision(bench());
      const page = await bench().open('/provisioning');
      await page.getByRole('region', { name: 'Funnel' }).getByText('100.0 %').first().waitFor();
      const rows = await page
        .getByRole('table', { name: 'Attempts by stage' })
        .getByRole('row')
        .allTextContents();
      expect(rows.slice(1)).toEqual([
        'issued1–',
        'verified1100.0 %',
        'authorized1100.0 %',
        'digitized1100.0 %',
      ]);
      await page
        .getByRole('link', { name: /attempt/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      expect(await page.locator('.mantine-Timeline-itemTitle').allTextContents()).toEqual([
        'issued',
        'verified',
        'authorized',
        'digitized',
      ]);
    });

    it('list digitizations by filters, which lead to their attempts', async () => {
      const page = await bench().open('/digitizations?card=5002&state=active');
      const row = page.getByRole('row', { name: /DTOKEN-1/ });
      await row.getByText('Apple Pay').first().waitFor();
      await choose(page, 'Decision', 'was declined');
      await page.getByText('None passes these filters.').first().waitFor();
      await choose(page, 'Decision', 'any');
      await row.locator('a[href*="/provisioning/"]').click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      await page.getByRole('link', { name: 'DTOKEN-1' }).click();
      await page.waitForURL('**/digitizations?token=DTOKEN-1');
    });
  });
}

/** Takes the card 5002 through all steps into a wallet, under a token. */
export async function provision(bench: ConsoleBench, tokenReference = 'DTOKEN-1'): Promise<void> {
  const { generateProvisioningSecret } = await bench.ask<{
    generateProvisioningSecret: { secret: string };
  }>('integrator', 'mutation { generateProvisioningSecret(cardId: 5002) { secret } }');
  const { secret } = generateProvisioningSecret;
  await bench.ask(
    'network',
    'mutation ($secret: String!) { verifyProvisioningSecret(cardId: 5002, secret: $secret) { valid } }',
    { secret },
  );
  const token = `cardId: 5002, walletId: "103", tokenRequestorId: "50110030273", tokenReference: "${tokenReference}"`;
  await bench.ask(
    'network',
    `mutation { authorizeToken(input: { ${token}, panSource: "card_added_via_application" }) { decision } }`,
  );
  await bench.ask('network', `mutation { reportDigitization(input: { ${token} }) { id } }`);
}

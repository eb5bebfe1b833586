import { deduct, type ConsoleBench } from './bench.js';

export function transactionChapter(bench: () => ConsoleBench): void {
  describe('the page of a transaction', () => {
    it('shows what happened when, and explains the KLV', async () => {
      const requestId = await deduct(bench());
      const page = await bench().open(`/transactions/${requestId}`);
      await page.getByRole('heading', { level: 1, name: 'US$14.39 Deduct' }).waitFor();
      const steps = await page.locator('.mantine-Timeline-itemTitle').allTextContents();
      expect(steps).toEqual(['Received', 'Claimed', 'Sent', 'Answered', 'Settled']);
      expect(await page.getByText('did not happen').count()).toBe(0);
      const row = page.getByRole('row', { name: /^049/ });
      expect(await row.textContent()).toBe('049Original Currency Code840 USDoriginal_currency_code');
      await page.getByText('Original amount').locator('..').getByText('US$14.39').first().waitFor();
      await page.getByRole('tab', { name: 'Answer, raw' }).click();
      expect(
        await page.getByRole('region', { name: 'The wallet service’s own words' }).textContent(),
      ).toContain('resultCode');
    });

    it('settles many with one decision from the list, and shows the result of each', async () => {
      const requestIds = [await deduct(bench(), 951), await deduct(bench(), 951)];
      const page = await bench().open('/transactions?state=in_doubt&wallet=43172792905');
      await page.getByRole('button', { name: 'Choose all of the filter' }).click();
      await page.getByRole('button', { name: /^Settle \d+ …/ }).waitFor();
      await page.getByLabel('Choose all that are shown').uncheck();
      for (const requestId of requestIds) await page.getByLabel(`Choose ${requestId}`).check();
      await page.getByRole('button', { name: 'Settle 2 …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Settle all that are chosen' });
      await dialog.getByLabel('Declined: nothing has moved').check();
      await dialog.getByLabel(/^How you know/).fill('Ticket 4712 of the wallet service');
      await dialog.getByRole('button', { name: 'Settle' }).click();
      await page.getByText('2 of 2 settled').waitFor();
      await page.getByRole('row', { name: `${String(requestIds[1])} settled` }).waitFor();
      await page.getByLabel(`Choose ${String(requestIds[1])}`).waitFor({ state: 'detached' });
    });

    it('links to the reversal of a Deduct, and back', async () => {
      const requestId = await deduct(bench(), 600);
      const { transaction } = await bench().ask<{
        transaction: { transactionId: string; transactionDate: string };
      }>(
        'operator',
        'query ($requestId: String!) { transaction(requestId: $requestId) { transactionId transactionDate } }',
        { requestId },
      );
      const input = {
        methodName: 'DeductReversal',
        terminalId: '0068766621',
        reference: '43172792905',
        requestAmount: 600,
        narrative: 'REVERSED',
        referenceId: transaction.transactionId,
        referenceDate: transaction.transactionDate,
        transactionId: `R${transaction.transactionId}`,
        transactionDate: transaction.transactionDate,
        customerId: 1001,
        cardId: 5001,
      };
      await bench().ask(
        'client',
        'mutation ($input: TransactionInput!) { transact(input: $input) { requestId } }',
        { input },
      );
      const page = await bench().open(`/transactions/${requestId}`);
      const related = page.getByRole('region', { name: 'Related transactions' });
      await related
        .getByRole('row', { name: /DeductReversal/ })
        .getByRole('link')
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: /DeductReversal$/ }).waitFor();
      await related.getByRole('link', { name: requestId }).click();
      await page.waitForURL(`**/transactions/${requestId}`);
    });
  });
}

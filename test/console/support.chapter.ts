import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { deduct, type ConsoleBench } from './bench.js';
import { show } from './loaded.js';

const MAIN = resolve(__dirname, '../../dist/main.js');

export function supportChapter(bench: () => ConsoleBench): void {
  describe('a support person', () => {
    it('reads the states of what the search finds as on every page', async () => {
      const requestId = await deduct(bench(), 951);
      const page = await bench().open('/live');
      await search(page, requestId);
      await page.getByRole('button', { name: 'Deduct 951 minor units, in doubt' }).waitFor();
    });

    it('comes from an id that was never saved to the refused calls', async () => {
      const page = await bench().open('/live');
      await search(page, '5001_20200101000000_404');
      await page.getByRole('dialog').getByRole('link', { name: 'refused calls' }).click();
      await page.getByRole('heading', { level: 1, name: 'Refused calls' }).waitFor();
      await page.goto(`${bench().gateway.url}/console/transactions/5001_20200101000000_404`);
      await page.getByRole('link', { name: 'refused calls' }).click();
      await page.getByRole('heading', { level: 1, name: 'Refused calls' }).waitFor();
    });

    it('comes from a terminal that the directory does not have to its refused calls', async () => {
      const page = await bench().open('/live');
      await search(page, '7777777777');
      const note = page.getByRole('dialog').getByText(/An X-Request-Id is in the log only\./);
      await note.getByRole('link', { name: 'refused calls' }).click();
      await page.waitForURL('**/refused?terminal=7777777777');
    });

    it('reads what a result code means', async () => {
      const requestId = await deduct(bench(), 5_000_000);
      const page = await bench().open(`/transactions/${requestId}`);
      await page.getByText('-17: Not sufficient funds', { exact: true }).waitFor();
    });

    it('reads what the caller got, and not what came true later', async () => {
      const requestIds = [await doubtOfTerminal(bench()), await deduct(bench(), 951)];
      for (const requestId of requestIds) await settle(bench(), requestId);
      const page = await bench().open(`/transactions/${String(requestIds[0])}`);
      await page.getByText(/^Money moved although the terminal got a decline, an operator/).waitFor();
      await page.getByText('-9: Do not honour, from the gateway', { exact: true }).waitFor();
      expect(await page.getByText('Asked again, it gets').count()).toBe(0);
      await show(page, `/transactions/${String(requestIds[1])}`);
      await page.getByText('-9: Do not honour, from the gateway', { exact: true }).waitFor();
      await page.getByText('1: Approved', { exact: true }).waitFor();
    });

    it('closes a contradiction once its reversal is answered, and not by a decision about the doubt that it was', async () => {
      const requestId = await doubtOfTerminal(bench());
      const page = await bench().open(`/transactions/${requestId}`);
      await page.getByRole('button', { name: 'Settle' }).click();
      const doubt = page.getByRole('dialog', { name: 'Settle by hand' });
      await doubt.getByLabel('Approved: the money has moved').check();
      await doubt.getByLabel(/^How you know/).fill('the wallet service has booked it');
      await settle(bench(), requestId);
      await doubt.getByRole('alert').getByText('contradicted').waitFor();
      expect(await doubt.getByRole('button', { name: 'Settle' }).isDisabled()).toBe(true);
      await doubt.getByRole('button', { name: 'Cancel' }).click();
      await doubt.waitFor({ state: 'detached' });

      const related = page.getByRole('table', { name: 'Reversals and adjustments' });
      await related.getByRole('row', { name: /answered.*DeductReversal/ }).waitFor();
      await page.getByRole('button', { name: 'Settle', exact: true }).click();
      const closing = page.getByRole('dialog', { name: 'Settle as made good' });
      await closing.getByText('DeductReversal answered').waitFor();
      expect(await closing.getByRole('radio').count()).toBe(0);
      await closing.getByLabel(/^How you know/).fill('the reversal was answered');
      await closing.getByRole('button', { name: 'Settle' }).click();
      await page.getByText('made good by operator').waitFor();
      await page.getByRole('table', { name: 'Settled by' }).getByText('the reversal was answered').waitFor();
      await page.getByText('-9: Do not honour, from the gateway', { exact: true }).waitFor();
    });

    it('reads that an event for operators goes to no endpoint, and finds no button that sends it', async () => {
      const requestId = await deduct(bench(), 951);
      const page = await bench().open(`/transactions/${requestId}`);
      const events = page.getByRole('table', { name: 'Events about this transaction' });
      await events.getByRole('link', { name: /^evt_/ }).click();
      await page.getByText('It is for operators: no endpoint gets it.').waitFor();
      expect(await page.getByRole('button', { name: /Resend/ }).count()).toBe(0);
    });

    it('reads why an event waits: its endpoint is disabled', async () => {
      const { addEndpoint } = await bench().ask<{ addEndpoint: { endpoint: { id: string } } }>(
        'operator',
        `mutation { addEndpoint(input: { programme: "sandbox", url: "http://127.0.0.1:1/nobody" }) { endpoint { id } } }`,
      );
      const { id } = addEndpoint.endpoint;
      run(bench(), 'trigger', 'provisioning', '--card', '5001');
      const page = await bench().open('/live');
      await search(page, '5001');
      await page.getByRole('button', { name: 'Card 5001' }).click();
      await page.getByRole('link', { name: 'Events of this card' }).click();
      await page
        .getByRole('link', { name: /event evt_/ })
        .first()
        .click();
      const delivery = page.getByRole('article').filter({ hasText: id });
      await delivery.getByText('http://127.0.0.1:1/nobody').waitFor();
      await delivery.getByText('next try').waitFor();
      await bench().ask(
        'operator',
        `mutation { disableEndpoint(input: { endpointId: "${id}" }) { endpoint { id } } }`,
      );
      await delivery.getByText('Its endpoint is disabled: nothing is sent.').waitFor();
      expect(await delivery.getByText('next try').count()).toBe(0);
      await delivery.getByRole('link', { name: 'What to do' }).waitFor();
    });
  });
}

/** Sends a Deduct of a terminal that becomes in doubt. Resolves with its request id. */
async function doubtOfTerminal(bench: ConsoleBench): Promise<string> {
  run(bench, 'send', 'Deduct', 'request_amount=951', '--channel', 'xmlrpc');
  const { transactions } = await bench.ask<{ transactions: { edges: { node: { requestId: string } }[] } }>(
    'operator',
    '{ transactions(filter: { channel: XMLRPC }, first: 1) { edges { node { requestId } } } }',
  );
  return String(transactions.edges[0]?.node.requestId);
}

/** Settles a transaction as approved, beside the console. */
async function settle(bench: ConsoleBench, requestId: string): Promise<void> {
  const input = { requestId, resultCode: 1, reason: 'the wallet service has booked it' };
  await bench.ask(
    'operator',
    'mutation ($input: SettleTransactionInput!) { settleTransaction(input: $input) { transaction { state } } }',
    { input },
  );
}

/** Types a text into the search of a page that stands. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(text);
}

/** Runs a command against the gateway. A declined call ends with another status than 0. */
function run({ gateway }: ConsoleBench, ...command: readonly string[]): void {
  spawnSync(process.execPath, [MAIN, ...command, '--url', gateway.url], { stdio: 'ignore' });
}

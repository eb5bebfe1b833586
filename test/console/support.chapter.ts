import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { deduct, type ConsoleBench } from './bench.js';
import { show } from './loaded.js';

const MAIN = resolve(__dirname, '../../dist/main.js');

export function supportChapter(bench: () => ConsoleBench): void {
  describe('a support person', () => {
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
      await page.getByText('contradicted', { exact: true }).first().waitFor();
      await doubt.getByRole('button', { name: 'Settle' }).click();
      await doubt.getByRole('alert').getByText('a transaction that is contradicted by now').waitFor();
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
      await page.getByText('made good by operator').first().waitFor();
      await page.getByRole('table', { name: 'Settled by' }).getByText('the reversal was answered').waitFor();
      await page.getByText('-9: Do not honour, from the gateway', { exact: true }).waitFor();
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

/** Runs a command against the gateway. A declined call ends with another status than 0. */
function run({ gateway }: ConsoleBench, ...command: readonly string[]): void {
  spawnSync(process.execPath, [MAIN, ...command, '--url', gateway.url], { stdio: 'ignore' });
}

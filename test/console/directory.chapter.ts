import type { Locator, Page } from 'playwright-core';
import { type ConsoleBench, deduct } from './bench.js';

export function directoryChapter(bench: () => ConsoleBench): void {
  describe('the pages of directory and keys', () => {
    it('show a terminal with its newest transactions and changes, and disable it after asking', async () => {
      const requestId = await deduct(bench());
      const page = await bench().open('/terminals/0068766621');
      const newest = page.getByRole('table', { name: 'Newest transactions' });
      await newest.getByRole('link', { name: requestId }).waitFor();
      await confirm(page, 'Disable terminal 0068766621', 'Disable');
      await confirm(page, 'Enable terminal 0068766621', 'Enable');
      await page.getByRole('button', { name: 'Disable terminal 0068766621', exact: true }).waitFor();
      const changes = page.getByRole('table', { name: 'Changes' });
      await changes.getByText('enable terminal').first().waitFor();
      await page.getByRole('link', { name: 'All its transactions' }).click();
      await page.waitForURL('**/transactions?terminal=0068766621');
    });

    it('add a terminal, with the refusal at its field, change it and rotate its password', async () => {
      const page = await bench().open('/directory/terminals');
      const form = await openForm(page, 'Add a terminal …');
      await form.getByLabel('Terminal id').fill('77');
      await form.getByLabel('Programme').selectOption('sandbox');
      await form.getByLabel(/^Password/).fill('a long password');
      await form.getByRole('button', { name: 'Add' }).click();
      await form
        .getByText(/must have 10 characters/)
        .first()
        .waitFor();
      await form.getByLabel('Terminal id').fill('7700000001');
      await form.getByRole('button', { name: 'Add' }).click();
      await page.waitForURL('**/terminals/7700000001');

      const edit = await openForm(page, 'Edit …');
      await edit.getByLabel('Checksum').selectOption('sha1');
      await edit.getByLabel('Calls from').fill('192.0.2.0/24');
      await submit(edit, 'Save');
      await page.getByText('HMAC-SHA1').first().waitFor();
      await page.getByText('192.0.2.0/24').first().waitFor();

      const rotate = await openForm(page, 'Rotate the password …');
      await rotate.getByLabel('New password').fill('another password');
      await submit(rotate, 'Rotate');
      await page
        .getByRole('table', { name: 'Changes' })
        .getByText('rotate terminal password')
        .first()
        .waitFor();
    });

    it('add a wallet with its cards, and change it', async () => {
      const page = await bench().open('/directory/wallets');
      const form = await openForm(page, 'Add a wallet …');
      await form.getByLabel('Reference').fill('77001');
      await form.getByLabel('Programme').selectOption('sandbox');
      await form.getByLabel('Customer').fill('7700');
      await form.getByLabel('Cards').fill('7701\n7701');
      await form.getByRole('button', { name: 'Add' }).click();
      await form.getByText('cards names a card twice.').first().waitFor();
      await form.getByLabel('Cards').fill('7701 0123456789\n7702');
      await form.getByRole('button', { name: 'Add' }).click();
      await page.waitForURL('**/wallets/77001');
      const cards = page.getByRole('table', { name: 'Cards' });
      await cards.getByRole('row', { name: /7701.*default.*0123456789/ }).waitFor();

      const edit = await openForm(page, 'Edit …');
      await edit.getByLabel('Customer').fill('7711');
      await submit(edit, 'Save');
      await page.getByRole('link', { name: '7711' }).waitFor();
    });

    it('create a key, show it once, set its end, and revoke it', async () => {
      const page = await bench().open('/directory/keys');
      const form = await openForm(page, 'Create a key …');
      await form.getByLabel('Name').fill('till 7');
      await form.getByLabel('Role').selectOption('client');
      await form.getByLabel('Programme').selectOption('sandbox');
      await form.getByLabel('Terminals').fill('0068766621');
      await form.getByRole('button', { name: 'Create' }).click();
      await form
        .getByText(/key_?id/i)
        .first()
        .waitFor();
      await form.getByLabel('Name').fill('till-7');
      await form.getByRole('button', { name: 'Create' }).click();
      await page.waitForURL('**/keys/till-7');
      const shown = page.getByRole('alert').getByRole('region', { name: 'Key till-7' });
      expect(await shown.textContent()).toMatch(/^\S{20,}$/);

      const end = await openForm(page, 'Set its end …');
      await end.getByLabel('Expires').fill('2090-01-31T10:00');
      await submit(end, 'Save');
      await page.getByText('2090').first().waitFor();
      await confirm(page, 'Revoke key till-7', 'Revoke');
      await page.getByText('revoked', { exact: true }).first().waitFor();
      // The button that had the focus has gone.
      await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
    });

    it('add a programme, and change its currency', async () => {
      const page = await bench().open('/directory/programmes');
      const form = await openForm(page, 'Add a programme …');
      await form.getByLabel('Short name').fill('club');
      await form.getByLabel('Currency').fill('nothing');
      await form.getByRole('button', { name: 'Add' }).click();
      await form
        .getByText(/currency/)
        .first()
        .waitFor();
      await form.getByLabel('Currency').fill('EUR');
      await form.getByRole('button', { name: 'Add' }).click();
      await page.waitForURL('**/programmes/club');
      const edit = await openForm(page, 'Edit …');
      await edit.getByLabel('Currency').fill('usd');
      await submit(edit, 'Save');
      await page.getByRole('definition').getByText('USD', { exact: true }).first().waitFor();
    });
  });
}

/** Opens the form of a button. */
async function openForm(page: Page, button: string): Promise<Locator> {
  await page.getByRole('button', { name: button }).click();
  return page.getByRole('dialog');
}

/** Sends a form, and waits until it has closed: while it closes, its texts are in the page a second time. */
async function submit(form: Locator, verb: string): Promise<void> {
  await form.getByRole('button', { name: verb, exact: true }).click();
  await form.waitFor({ state: 'detached' });
}

/** Presses a button, and confirms what it asks. */
async function confirm(page: Page, button: string, verb: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await submit(page.getByRole('dialog'), verb);
}

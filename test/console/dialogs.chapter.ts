import type { Page } from 'playwright-core';
import { axeProblems, COLOUR_RULES, loadAxe, RULES } from './axe.js';
import { deduct, type ConsoleBench } from './bench.js';

const DIALOGS: readonly (readonly [path: string, button: string])[] = [
  ['/directory/programmes', 'Add a programme …'],
  ['/directory/terminals', 'Add a terminal …'],
  ['/directory/wallets', 'Add a wallet …'],
  ['/directory/keys', 'Create a key …'],
  ['/programmes/sandbox', 'Edit …'],
  ['/terminals/0068766621', 'Edit …'],
  ['/terminals/0068766621', 'Rotate the password …'],
  ['/terminals/0068766621', 'Disable terminal 0068766621'],
  ['/wallets/43172792905', 'Block wallet 43172792905'],
  ['/cards/5001', 'Move …'],
  ['/keys/sandbox-client', 'Set its end …'],
  ['/keys/sandbox-client', 'Revoke key sandbox-client'],
  ['/events/deliveries', 'Resend a range …'],
  ['/events/endpoints', 'Add an endpoint …'],
  ['/transactions', 'You: sandbox-operator'],
];

export function dialogsChapter(bench: () => ConsoleBench): void {
  describe('every dialog is accessible, in light and dark:', () => {
    it.each(DIALOGS)('%s, %s', async (path, button) => {
      const page = await bench().open(path);
      await page.getByRole('button', { name: button, exact: true }).first().click();
      await expectAccessible(page);
    });

    it('settling a transaction', async () => {
      const requestId = await deduct(bench(), 951);
      const page = await bench().open(`/transactions/${requestId}`);
      await page.getByRole('button', { name: 'Settle' }).click();
      await expectAccessible(page);
    });

    it('the search', async () => {
      const page = await bench().open('/transactions');
      await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
      await page.keyboard.press('Control+k');
      await expectAccessible(page);
    });
  });
}

/** Expects that the open dialog or menu breaks no rule. */
async function expectAccessible(page: Page): Promise<void> {
  await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
  await loadAxe(page);
  await page.evaluate(STILL);
  expect(await axeProblems(page, RULES)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(STILL);
  expect(await axeProblems(page, COLOUR_RULES)).toEqual([]);
}

/** Script that waits until nothing moves or fades: contrast counts once a dialog has opened. */
const STILL = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  .then(() => undefined)`;

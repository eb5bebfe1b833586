import type { Page } from 'playwright-core';
import { send } from '../support/channels/http.js';
import { axeProblems, COLOUR_RULES, loadAxe, RULES } from './axe.js';
import { deduct, holds, type ConsoleBench } from './bench.js';

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
  ['/transactions', 'Terminal'],
  ['/transactions', 'Received'],
  ['/transactions', 'State'],
];

/** Whether dialogs and notes have nothing that is wider than they are. */
const WITHIN = `[...document.querySelectorAll('[role=dialog], [role=alert]')].every((box) => box.scrollWidth <= box.clientWidth)`;

export function dialogsChapter(bench: () => ConsoleBench): void {
  describe('every dialog is accessible, in light and dark:', () => {
    it.each(DIALOGS)('%s, %s', async (path, button) => {
      const page = await bench().open(path);
      await page.getByRole('button', { name: button, exact: true }).first().click();
      await expectAccessible(page);
    });

    it('a menu on a phone stays in sight', async () => {
      const page = await bench().open('/transactions', { width: 360, height: 640 });
      await page.getByRole('button', { name: 'Method', exact: true }).click();
      const box = await page.getByRole('menuitemradio', { name: 'Balance' }).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
      await page.getByRole('menuitemradio', { name: 'Balance' }).click();
      await page.waitForURL('**/transactions?method=Balance');
    });

    it('the end of a form is reached in a low window, and its sides on a phone', async () => {
      const page = await bench().open('/transactions?time=24h', { width: 320, height: 256 });
      await page.getByRole('button', { name: 'Received last 24 hours' }).click();
      const form = page.getByRole('dialog', { name: 'Received' });
      const apply = form.getByRole('button', { name: 'Apply (local time)' });
      await apply.scrollIntoViewIfNeeded();
      const box = await form.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
      expect(await apply.isVisible()).toBe(true);
    });

    it.each([
      ['Block', 'Block wallet'],
      ['Edit …', 'Edit wallet'],
    ])(
      '%s: the longest wallet reference stays within the dialog and the note of its end',
      async (button, name) => {
        const reference = 'W'.repeat(255);
        await bench().ask(
          'operator',
          'mutation ($input: PutWalletInput!) { putWallet(input: $input) { wallet { id } } }',
          { input: { reference, programme: 'sandbox', customerId: 1098, cards: [{ cardId: 5098 }] } },
        );
        const page = await bench().open(`/wallets/${reference}`, { width: 320, height: 568 });
        await page.getByRole('button', { name: button }).first().click();
        const dialog = page.getByRole('dialog', { name });
        await dialog.waitFor();
        await holds(page, WITHIN);
        await dialog.getByRole('button', { name: button === 'Block' ? 'Block' : 'Save' }).click();
        await page.getByRole('alert').waitFor();
        await holds(page, WITHIN);
      },
    );

    it('settling a transaction', async () => {
      const requestId = await deduct(bench(), 951);
      const page = await bench().open(`/transactions/${requestId}`);
      await page.getByRole('button', { name: 'Settle' }).click();
      await expectAccessible(page);
    });

    it('what is chosen is seen in the colours of the system, too', async () => {
      const requestId = await deduct(bench(), 951);
      const page = await bench().open('/transactions?state=in_doubt');
      await page.emulateMedia({ forcedColors: 'active' });
      await page.getByRole('link', { name: `transaction ${requestId}` }).waitFor();
      expect(
        await page.evaluate(`${STYLES}('.preset', 'outlineStyle').filter((style) => style !== 'none')`),
      ).toEqual(['solid']);
      await page.getByRole('link', { name: `transaction ${requestId}` }).click();
      await page.getByRole('button', { name: 'Settle' }).click();
      await page.getByRole('radio', { name: /^Declined/ }).check();
      const [approved, declined] = await page.evaluate<string[]>(
        `${STYLES}('[type=radio]', 'backgroundColor')`,
      );
      expect(declined).not.toBe(approved);
    });

    it.each([
      ['the search', '/'],
      ['the keys', '?'],
    ])('%s', async (_name, key) => {
      const page = await bench().open('/transactions');
      await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
      await page.keyboard.press(key);
      await expectAccessible(page);
    });

    it('the details of a refused call', async () => {
      const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer a-wrong-key' };
      await send(`${bench().gateway.url}/v1/proxy`, { headers, body: '{"request":{}}' });
      const page = await bench().open('/refused?code=UNAUTHENTICATED');
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
      await expectAccessible(page);
    });
  });
}

/** Function that returns a part of the style of each element of a selector. */
const STYLES = `((selector, part) => [...document.querySelectorAll(selector)].map((each) => getComputedStyle(each)[part]))`;

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

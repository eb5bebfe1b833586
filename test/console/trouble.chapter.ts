import type { Page, Request } from 'playwright-core';
import { deduct, type ConsoleBench } from './bench.js';
import { LOADED } from './loaded.js';

export function troubleChapter(bench: () => ConsoleBench): void {
  describe('an operator on a bad day', () => {
    it('sees that somebody else settled the transaction', async () => {
      const { page, requestId } = await openSettle(bench());
      const input = { requestId, resultCode: -9, reason: 'Ticket 1 of somebody else' };
      await bench().ask(
        'operator',
        'mutation ($input: SettleTransactionInput!) { settleTransaction(input: $input) { transaction { state } } }',
        { input },
      );
      await page.getByText('-9 do not honour').waitFor();
      await page.getByRole('dialog', { name: 'Settle by hand' }).waitFor({ state: 'detached' });
    });

    it('sends a settlement once with a double click, and learns of it while the figures are slow', async () => {
      const { page } = await openSettle(bench());
      let sent = 0;
      let release = (): void => undefined;
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/graphql', async (route) => {
        const text = route.request().postData() ?? '';
        if (text.includes('mutation SettleTransaction')) sent += 1;
        if (text.includes('query Stats')) await isReleased;
        await route.continue();
      });
      await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).dblclick();
      await page.getByText('is settled.').first().waitFor();
      expect(sent).toBe(1);
      release();
      await page.unrouteAll({ behavior: 'wait' });
    });

    it('learns that a change without an answer may have been made', async () => {
      const { page } = await openSettle(bench());
      await page.route('**/graphql', async (route) => {
        if (!(route.request().postData() ?? '').includes('mutation')) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
      await page.getByText('No answer came. The change may have been made.').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    });

    it.each([
      ['a list that is not there yet', '/runbook', 'Refused', /^The gateway does not answer\..*retries\.$/],
      ['newer figures', '/live', 'Live', /^The gateway does not answer\..*You see the state of /],
    ])('learns soon that the gateway does not answer, and waits for %s', async (_what, path, name, text) => {
      const page = await bench().open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(LOADED);
      const goOn = await holdBack(page, 'query', 'continue');
      await page.getByRole('link', { name, exact: true }).click();
      const notice = page.getByRole('status').getByText(text);
      await notice.waitFor();
      expect(await page.getByText('The gateway cannot be reached.').count()).toBe(0);
      await goOn();
      await notice.waitFor({ state: 'detached' });
      await page.evaluate(LOADED);
    });
  });
}

function isOf(request: Request, text: string): boolean {
  return request.postData()?.includes(text) === true;
}

/** Holds back the requests with a text until the returned function cuts them off or lets them go on. */
async function holdBack(
  page: Page,
  text: string,
  end: 'abort' | 'continue' = 'abort',
): Promise<() => Promise<void>> {
  let cut = (): void => undefined;
  const isCut = new Promise<void>((resolve) => (cut = resolve));
  let hold = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (hold = resolve));
  await page.route('**/graphql', async (route) => {
    if (!isOf(route.request(), text)) return route.continue();
    hold();
    await isCut;
    return route[end]();
  });
  return async () => {
    await isHeld;
    cut();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Opens the dialog that settles a transaction in doubt, and fills it. */
async function openSettle(bench: ConsoleBench): Promise<{ page: Page; requestId: string }> {
  const requestId = await deduct(bench, 951);
  const page = await bench.open(`/transactions/${requestId}`);
  await page.getByRole('button', { name: 'Settle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settle by hand' });
  await dialog.getByLabel('Declined: nothing has moved').check();
  await dialog.getByLabel(/^How you know/).fill('Ticket 12 of the wallet service');
  return { page, requestId };
}

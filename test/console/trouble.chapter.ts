import type { Page, Request, Route } from 'playwright-core';
import { deduct, holds, type ConsoleBench } from './bench.js';
import { LOADED } from './loaded.js';

export function troubleChapter(bench: () => ConsoleBench): void {
  describe('an operator on a bad day', () => {
    it('reads in the dialog that somebody else settled the transaction', async () => {
      const { page, requestId } = await openSettle(bench());
      const input = { requestId, resultCode: -9, reason: 'Ticket 1 of somebody else' };
      await bench().ask(
        'operator',
        'mutation ($input: SettleTransactionInput!) { settleTransaction(input: $input) { transaction { state } } }',
        { input },
      );
      const dialog = page.getByRole('dialog', { name: 'Settle by hand' });
      await dialog.getByRole('alert').getByText('declined -9').waitFor();
      expect(await dialog.getByRole('button', { name: 'Settle' }).isDisabled()).toBe(true);
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

    it('learns that a change may have been made whose commit the database did not confirm', async () => {
      const { page } = await openSettle(bench());
      await page.route('**/graphql', (route) => replyUnavailable(route, 'mutation'));
      await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
      const sentence = page.getByText(
        'The gateway cannot reach its database at the moment. The change may have been made.',
      );
      await sentence.waitFor();
      expect(await sentence.textContent()).not.toContain('retries');
      await page.unrouteAll({ behavior: 'wait' });
    });

    it('is asked for no key while the gateway cannot say who is signed in', async () => {
      const page = await bench().open('/runbook');
      await page.getByRole('heading', { level: 1, name: 'Runbook' }).waitFor();
      await page.route('**/graphql', (route) => replyUnavailable(route, 'OperatorSession'));
      await page.reload();
      await page
        .getByText('The gateway cannot reach its database at the moment. The page retries.')
        .waitFor();
      expect(await page.getByLabel('Operator key').count()).toBe(0);
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByRole('heading', { level: 1, name: 'Runbook' }).waitFor();
    });

    it.each(['dialog was closed', 'page was left'])(
      'reads that a change failed after the %s',
      async (what) => {
        const { page } = await openSettle(bench());
        const fail = await holdBack(page, 'mutation SettleTransaction');
        await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        if (what === 'page was left') {
          await page.getByRole('link', { name: 'Refused', exact: true }).click();
          await page.getByRole('heading', { level: 1, name: 'Refused calls' }).waitFor();
        }
        await fail();
        await page.getByRole('alert').getByText('No answer came. The change may have been made.').waitFor();
      },
    );

    it('gets the secret of an endpoint that arrives after the dialog was closed', async () => {
      const page = await bench().open('/events/endpoints');
      await page.getByRole('button', { name: 'Add an endpoint …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add an endpoint' });
      await dialog.getByLabel('URL').fill('http://127.0.0.1:9/late');
      const arrive = await holdBack(page, 'mutation AddEndpoint', 'continue');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await arrive();
      const secret = page.getByRole('dialog', { name: 'The endpoint’s secret' });
      expect(await secret.getByRole('region', { name: 'Secret' }).textContent()).toMatch(/^whsec_/);
    });

    it.each([
      ['/events/endpoints', 'Add an endpoint', 'URL', 'https://a.example/hooks'],
      ['/events/deliveries', 'Resend a range', 'Recorded from', '2026-01-31T10:00'],
    ])(
      'on %s, finds the form to %s again after Escape, and empty after Cancel',
      async (path, name, label, text) => {
        const page = await bench().open(path);
        const dialog = page.getByRole('dialog', { name });
        const open = (): Promise<void> => page.getByRole('button', { name: `${name} …` }).click();
        await open();
        await dialog.getByLabel(label).fill(text);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await open();
        expect(await dialog.getByLabel(label).inputValue()).toBe(text);
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await dialog.waitFor({ state: 'detached' });
        await open();
        expect(await dialog.getByLabel(label).inputValue()).toBe('');
      },
    );

    it('gets the key that arrives after the page was left, and loses it to no click beside it', async () => {
      const page = await bench().open('/directory/keys');
      await page.getByRole('button', { name: 'Create a key …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create a key' });
      await dialog.getByLabel(/^Name/).fill('late-key');
      await dialog.getByLabel(/^Role/).selectOption('auditor');
      const arrive = await holdBack(page, 'mutation CreateKey', 'continue');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Refused', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Refused calls' }).waitFor();
      await arrive();
      const shown = page.getByRole('dialog', { name: 'Key late-key' });
      expect(await shown.getByRole('region', { name: 'Key' }).textContent()).toMatch(/^\S{20,}$/);
      await page.mouse.click(5, 5);
      await shown.getByRole('button', { name: 'I have it' }).click();
      await shown.waitFor({ state: 'detached' });
      expect(page.url()).toMatch(/\/refused$/);
    });

    it('reads that a change was made after the page was left, stays there, and finds the form empty', async () => {
      const page = await bench().open('/directory/wallets');
      const dialog = page.getByRole('dialog', { name: 'Add a wallet' });
      await page.getByRole('button', { name: 'Add a wallet …' }).click();
      await dialog.getByLabel(/^Reference/).fill('late-wallet');
      await dialog.getByLabel(/^Programme/).selectOption('sandbox');
      await dialog.getByLabel(/^Customer/).fill('77');
      const arrive = await holdBack(page, 'mutation PutWallet', 'continue');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Refused', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Refused calls' }).waitFor();
      await arrive();
      await page.getByRole('alert').getByText('Wallet late-wallet is saved.').waitFor();
      expect(page.url()).toMatch(/\/refused$/);
      await page.getByRole('link', { name: 'Wallets', exact: true }).click();
      await page.getByRole('button', { name: 'Add a wallet …' }).click();
      expect(await dialog.getByLabel(/^Reference/).inputValue()).toBe('');
    });

    it('reads that no endpoint can be chosen, where only "every endpoint" is left', async () => {
      const page = await bench().open('/runbook');
      await page.route('**/graphql', (route) => replyUnavailable(route, 'query Endpoints('));
      await page.goto(`${bench().gateway.url}/console/events/deliveries`);
      await page.getByRole('button', { name: 'Resend a range …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Resend a range' });
      await dialog.getByRole('alert').getByText('The page retries.').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await dialog.getByRole('alert').waitFor({ state: 'detached' });
    });

    it('is not led to the opposite where somebody else blocks the card first', async () => {
      const page = await bench().open('/cards/5002');
      await page.getByRole('button', { name: 'Block card 5002' }).click();
      const change = (verb: string): Promise<unknown> =>
        bench().ask(
          'operator',
          `mutation { ${verb}Wallet(input: { reference: "556789731480", cardId: 5002 }) { wallet { reference } } }`,
        );
      await change('block');
      const dialog = page.getByRole('dialog', { name: 'Block card 5002?' });
      await dialog.getByRole('alert').getByText('Somebody else did this meanwhile.').waitFor();
      expect(await dialog.getByRole('button', { name: 'Block', exact: true }).isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Unblock card 5002' }).waitFor();
      await change('unblock');
      await page.getByRole('button', { name: 'Block card 5002' }).waitFor();
    });

    it('keeps the focus in the page where somebody else revokes the key first, and the dialog goes', async () => {
      await bench().ask(
        'operator',
        'mutation { createKey(input: { keyId: "gone", role: AUDITOR }) { secret } }',
      );
      const page = await bench().open('/keys/gone');
      await page.getByRole('button', { name: 'Revoke key gone' }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke key gone?' });
      await dialog.getByRole('button', { name: 'Revoke' }).focus();
      await bench().ask('operator', 'mutation { revokeKey(input: { keyId: "gone" }) { key { revoked } } }');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
    });

    it('finds no old refusal in a dialog that was cancelled', async () => {
      const page = await bench().open('/directory/keys');
      const dialog = page.getByRole('dialog', { name: 'Create a key' });
      const refusal = dialog.getByText('keyId names a key that is there already.');
      await page.getByRole('button', { name: 'Create a key …' }).click();
      await dialog.getByLabel(/^Name/).fill('sandbox-client');
      await dialog.getByLabel(/^Role/).selectOption('auditor');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await refusal.waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Create a key …' }).click();
      await dialog.getByLabel(/^Name/).waitFor();
      expect(await refusal.count()).toBe(0);
    });

    it('reads that somebody else changed what the form would take back', async () => {
      const put = (cards: string): Promise<unknown> =>
        bench().ask(
          'operator',
          `mutation { putWallet(input: { reference: "two-editors", programme: "sandbox", customerId: 88, cards: [${cards}] }) { wallet { reference } } }`,
        );
      await put('{ cardId: 8801 }');
      const page = await bench().open('/wallets/two-editors');
      await page.getByRole('button', { name: 'Edit …' }).click();
      const form = page.getByRole('dialog', { name: 'Edit wallet two-editors' });
      await form.getByLabel('Cards').fill('8801 0123456789');
      await put('{ cardId: 8801 }, { cardId: 8802 }');
      await form.getByRole('alert').getByText('Somebody changed Cards meanwhile.').waitFor();
      expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await form.getByRole('button', { name: 'Cancel' }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Edit …' }).click();
      expect(await form.getByLabel('Cards').inputValue()).toBe('8801\n8802');
      await form.getByLabel('Customer').fill('89');
      await put('{ cardId: 8801 }, { cardId: 8802 }, { cardId: 8803 }');
      await holds(page, `document.querySelector('textarea').value.endsWith('8803')`);
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('definition').getByRole('link', { name: '89' }).waitFor();
      await page.getByRole('link', { name: 'card 8803' }).waitFor();
    });

    it('finds the reason again where the session ended in the middle of it, and another person does not', async () => {
      const { page } = await openSettle(bench());
      const { createKey } = await bench().ask<{ createKey: { secret: string } }>(
        'operator',
        'mutation { createKey(input: { keyId: "other-person", role: SETTLER }) { secret } }',
      );
      const other = await page.context().newPage();
      const reason = page.getByRole('dialog').getByLabel(/^How you know/);
      for (const [key, found] of [
        ['cardway_sandbox_operator', 'Ticket 12 of the wallet service'],
        [createKey.secret, ''],
      ] as const) {
        await other.goto(`${bench().gateway.url}/console/runbook`);
        await other.getByRole('button', { name: /^You:/ }).click();
        await other.getByRole('menuitem', { name: 'Sign out' }).click();
        await page.getByLabel('Operator key').fill(key);
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Settle', exact: true }).click();
        expect(await reason.inputValue()).toBe(found);
      }
    });

    it('finds a form again where the session ended in the middle of it, without its password', async () => {
      const page = await bench().open('/directory/terminals');
      const form = page.getByRole('dialog', { name: 'Add a terminal' });
      const values = (): Promise<readonly string[]> =>
        Promise.all(
          [/^Terminal id/, /^Password/].map((label) => form.getByLabel(label).first().inputValue()),
        );
      await page.getByRole('button', { name: 'Add a terminal …' }).click();
      await form.getByLabel(/^Terminal id/).fill('1231231231');
      await form
        .getByLabel(/^Password/)
        .first()
        .fill('not-to-be-kept');
      expect(await values()).toEqual(['1231231231', 'not-to-be-kept']);
      const other = await page.context().newPage();
      await other.goto(`${bench().gateway.url}/console/runbook`);
      await other.getByRole('button', { name: /^You:/ }).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Operator key').fill('cardway_sandbox_operator');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Add a terminal …' }).click();
      expect(await values()).toEqual(['1231231231', '']);
    });

    it.each(['50%41', 'Mary 100%', 'a/b?c#d', 'ü'])('reads the id %s in an address as it is', async (id) => {
      const page = await bench().open(`/transactions/${encodeURIComponent(id)}`);
      await page.getByText(id, { exact: true }).first().waitFor();
      await page.goto(page.url().replace(/transactions.*/, `transactions?id=${encodeURIComponent(id)}`));
      await page.getByRole('group', { name: 'Filters' }).getByText(id, { exact: true }).waitFor();
    });

    it('waits for the page that was opened while the gateway was away', async () => {
      const page = await bench().open('/transactions');
      await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Refused', exact: true }).click();
      await page.getByText('The gateway cannot be reached.').first().waitFor();
      await page.context().setOffline(false);
      await page.getByRole('heading', { level: 1, name: 'Refused calls' }).waitFor();
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

    it('learns at the sign-in that the gateway does not answer', async () => {
      const page = await bench().open('/runbook');
      const title = page.getByRole('heading', { level: 1, name: 'Runbook' });
      await title.waitFor();
      const goOn = await holdBack(page, 'query', 'continue');
      await page.reload();
      await page.getByRole('alert').getByText('The gateway does not answer.').waitFor();
      await goOn();
      await title.waitFor();
    });

    it.each([
      ['/directory/terminals', 'Add a terminal'],
      ['/directory/keys', 'Create a key'],
    ])('on %s, reads in the form to %s that the programmes cannot be read', async (path, name) => {
      const page = await bench().open('/runbook');
      await page.route('**/graphql', (route) => replyUnavailable(route, 'query Programmes('));
      await page.goto(`${bench().gateway.url}/console${path}`);
      await page.getByRole('button', { name: `${name} …` }).click();
      const form = page.getByRole('dialog', { name });
      const sentence = form.getByText('The gateway cannot reach its database at the moment.');
      await sentence.waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await sentence.waitFor({ state: 'detached' });
      await form.getByLabel('Programme').selectOption('sandbox');
    });

    it('filters by no amount whose unit is not known, and reads why', async () => {
      const page = await bench().open('/runbook');
      await page.route('**/graphql', (route) => replyUnavailable(route, 'query Programmes('));
      await page.goto(`${bench().gateway.url}/console/transactions?amount=3..`);
      await page.getByRole('button', { name: /^Amount/ }).click();
      const form = page.getByRole('dialog', { name: /^Amount/ });
      await form.getByText('The gateway cannot reach its database at the moment.').waitFor();
      expect(await form.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
      await page.unrouteAll({ behavior: 'wait' });
      await form.getByRole('alert').waitFor({ state: 'detached' });
      await form.getByRole('button', { name: 'Apply' }).click();
    });

    it('reads that the events about a transaction cannot be read', async () => {
      const requestId = await deduct(bench(), 951);
      const page = await bench().open('/runbook');
      await page.route('**/graphql', (route) => replyUnavailable(route, 'query TransactionEvents'));
      await page.goto(`${bench().gateway.url}/console/transactions/${requestId}`);
      const events = page.getByRole('region', { name: 'Events about it' });
      await events.getByRole('alert').getByText('The gateway cannot reach its database').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await events.getByRole('link', { name: /^evt_/ }).waitFor();
    });

    it('learns that the database is away before the page has given up a list', async () => {
      const page = await bench().open('/runbook');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.route('**/graphql', (route) => replyUnavailable(route, 'query RefusedCalls'));
      await page.getByRole('link', { name: 'Refused', exact: true }).click();
      await page.getByRole('status').getByText('The gateway cannot reach its database').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await page
        .getByText(/^\d+ calls? in|^No refused calls/)
        .first()
        .waitFor();
    });

    it('reads an address that was cut in the middle of a character', async () => {
      const page = await bench().open('/transactions/caf%C3');
      await page.getByText('No transaction has this request id.').waitFor();
    });

    it('can load the page again where a file is of another release', async () => {
      const page = await bench().open('/transactions');
      await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
      await page.route('**/console/assets/keyboard-help*', (route) => route.fulfill({ status: 404 }));
      await page.keyboard.press('?');
      await page.getByRole('button', { name: 'Load again' }).click();
      await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    });
  });
}

/** Replies to operations with a text as a gateway does whose database is away. */
async function replyUnavailable(route: Route, text: string): Promise<void> {
  if (!(route.request().postData() ?? '').includes(text)) return route.continue();
  const errors = [{ message: 'The gateway cannot accept calls.', extensions: { code: 'UNAVAILABLE' } }];
  return route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify({ errors }) });
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

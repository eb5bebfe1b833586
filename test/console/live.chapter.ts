import type { Page, Route, WebSocketRoute } from 'playwright-core';
import { choose, deduct, fill, holds, type ConsoleBench } from './bench.js';
import { until } from '../life/until.js';
import { gate } from '../support/wallet/index.js';

export function liveChapter(bench: () => ConsoleBench): void {
  describe('the page of live transactions', () => {
    const openLive = async (query = ''): Promise<Page> => {
      const page = await bench().open(`/live${query}`);
      await page.locator('.live-state.live').waitFor();
      return page;
    };
    const rowOf = (page: Page, requestId: string) =>
      page.getByRole('row').filter({ hasText: `transaction ${requestId}` });

    it('shows a Deduct once it is answered, and counts it', async () => {
      const page = await openLive();
      const requestId = await deduct(bench());
      await rowOf(page, requestId).getByText('approved 1').first().waitFor();
      expect(await rowOf(page, requestId).textContent()).toMatch(
        /1,439 minor unitsanswered\s*approved 1\s*Deduct/,
      );
      await page.getByRole('img', { name: /^Results: [1-9]\d* approved/ }).waitFor();
      const route = page.getByRole('list', { name: 'Routes to wallet services' }).getByText('default');
      await route.locator('..').getByText('closed').first().waitFor();
    });

    it('shows transactions that match its filters, which are in the address', async () => {
      const page = await openLive('?terminal=0029504320');
      await page.getByText('None passes these filters.').first().waitFor();
      const requestId = await deduct(bench());
      await page.getByRole('button', { name: 'Remove the filter Terminal' }).click();
      await rowOf(page, requestId).waitFor();
      await choose(page, 'State', 'refused');
      await page.waitForURL('**/live?state=refused');
      await page.getByText('None passes these filters.').first().waitFor();
      await page.getByRole('button', { name: 'Clear all' }).click();
      await fill(page, 'Result code', '1');
      await page.waitForURL('**/live?result=1');
      await rowOf(page, requestId).waitFor();
    });

    it('holds new transactions while it is paused', async () => {
      const page = await openLive();
      await page.keyboard.press('x');
      await page.getByText('Paused', { exact: true }).first().waitFor();
      const requestId = await deduct(bench());
      await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
      expect(await rowOf(page, requestId).count()).toBe(0);
      await page.keyboard.press('x');
      await rowOf(page, requestId).waitFor();
    });

    it('shows nothing of a read that was on its way when it was paused', async () => {
      const known = await deduct(bench());
      const page = await bench().open('/live');
      const sockets = await routeSockets(page);
      await page.reload();
      await rowOf(page, known).waitFor();
      const hold = gate();
      let reads = 0;
      await page.route('**/graphql', async (route) => {
        if (isRead(route)) {
          reads += 1;
          await hold.opened;
        }
        // A read that was given up has nobody to continue for.
        await route.continue().catch(() => undefined);
      });
      await page.locator('.live-state.live').waitFor();
      await sockets[0]?.close({ code: 1013, reason: 'too slow' });
      await until('it has connected again', () => sockets.length === 2);
      await page.locator('.live-state.live').waitFor();
      await until('the list is read again', () => reads > 0);
      await page.keyboard.press('x');
      await page.getByText('Paused', { exact: true }).first().waitFor();
      const requestId = await deduct(bench());
      await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
      hold.open();
      await page.waitForLoadState('networkidle');
      expect(await rowOf(page, requestId).count()).toBe(0);
      await page.keyboard.press('x');
      await rowOf(page, requestId).waitFor();
    });

    it('shows what was saved before it followed, although its first read is slow', async () => {
      const page = await openLive();
      const hold = gate();
      let reads = 0;
      await page.route('**/graphql', async (route) => {
        if (isRead(route) && (reads += 1) === 1) await hold.opened;
        await route.continue().catch(() => undefined);
      });
      const requestId = await deduct(bench());
      await page.reload();
      await rowOf(page, requestId).waitFor();
      expect(reads).toBeGreaterThan(1);
      hold.open();
    });

    it.each([
      ['a lost connection', 1013],
      ['a change of its key', 4403],
    ])('continues after %s, with the transactions saved meanwhile', async (_what, code) => {
      const page = await bench().open('/live');
      const sockets = await routeSockets(page);
      await page.reload();
      await page.locator('.live-state.live').waitFor();
      await sockets[0]?.close({ code, reason: 'the reason' });
      const requestId = await deduct(bench());
      await rowOf(page, requestId).waitFor();
      await until('it has connected again', () => sockets.length === 2);
      await page.locator('.live-state.live').waitFor();
    });

    it('connects again when nothing comes any more', async () => {
      const page = await bench().open('/live');
      await page.clock.install();
      let isSilent = false;
      let opened = 0;
      await page.routeWebSocket('**/graphql', (socket) => {
        const isFirst = (opened += 1) === 1;
        socket.connectToServer().onMessage((message) => {
          if (!isSilent || !isFirst) socket.send(message);
        });
      });
      await page.reload();
      await page.locator('.live-state.live').waitFor();
      isSilent = true;
      const requestId = await deduct(bench());
      await until('it has connected again', async () => {
        await page.clock.runFor(5000);
        return opened === 2;
      });
      await rowOf(page, requestId).waitFor();
      await page.locator('.live-state.live').waitFor();
    });

    it('is navigated by keyboard, from a fresh page on', async () => {
      const page = await openLive();
      await rowOf(page, await deduct(bench())).waitFor();
      await page.keyboard.press('x');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('k');
      await page.keyboard.press('k');
      await focused(page, '[data-index="0"] .row-link');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/transactions/**');
      await page.keyboard.press('g');
      await page.keyboard.press('e');
      await page.getByRole('heading', { level: 1, name: 'Event log' }).waitFor();
      await focused(page, 'h1');
      await page.keyboard.press('2');
      await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });

    it('opens the search with a key, and finds pages and ids there', async () => {
      const page = await openLive();
      await page.keyboard.press('/');
      await page.getByPlaceholder(/Request id/).fill('audit');
      await page.getByRole('button', { name: /Audit log/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
      const requestId = await deduct(bench());
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/Request id/).fill(requestId);
      await page.getByRole('button', { name: requestId }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/transactions/${requestId}`);
    });

    it.each([
      ['43172792905', 'Wallet 43172792905', '/wallets/43172792905'],
      ['5002', 'Card 5002', '/cards/5002'],
      ['1002', 'Transactions of customer 1002', '/transactions?customer=1002'],
      ['00687', 'Terminal 0068766621', '/terminals/0068766621'],
      ['sandbox-cl', 'Key sandbox-client', '/keys/sandbox-client'],
      ['sandbox', 'Programme sandbox', '/programmes/sandbox'],
    ])('finds %s at the gateway, typed at once after the key', async (text, name, path) => {
      const page = await openLive();
      await page.keyboard.press('/');
      await page.keyboard.type(text);
      await page.getByRole('button', { name }).click();
      await page.waitForURL(`**/console${path}`);
    });

    it('says that nothing has an id', async () => {
      const page = await openLive();
      await page.keyboard.press('/');
      await page.keyboard.type('404404404');
      await page
        .getByText(/^Nothing has this name or id\./)
        .first()
        .waitFor();
    });
  });
}

/** Waits until the element of a selector has the focus. */
async function focused(page: Page, selector: string): Promise<void> {
  await holds(page, `document.activeElement?.matches(${JSON.stringify(selector)})`);
}

/** Returns the WebSockets of the page, in the order in which they open. */
async function routeSockets(page: Page): Promise<readonly WebSocketRoute[]> {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket('**/graphql', (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  return sockets;
}

/** Returns whether a request reads the list. */
function isRead(route: Route): boolean {
  return route.request().postData()?.includes('query TransactionsPage') === true;
}

import type { Page, WebSocketRoute } from 'playwright-core';
import { deduct, type ConsoleBench } from './bench.js';
import { until } from '../life/until.js';

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
      await rowOf(page, requestId).getByText('approved 1').waitFor();
      expect(await rowOf(page, requestId).textContent()).toMatch(/1,439answeredapproved 1Deduct/);
      await page.getByRole('img', { name: /^Results: [1-9]\d* approved/ }).waitFor();
      expect(await page.getByRole('row', { name: /^default/ }).textContent()).toContain('closed');
    });

    it('shows transactions that match its filters, which are in the address', async () => {
      const page = await openLive('?terminal=0029504320');
      await page.getByText('None passes the filters above').waitFor();
      const requestId = await deduct(bench());
      await page.getByLabel('Terminal', { exact: true }).fill('');
      await rowOf(page, requestId).waitFor();
      await page.getByLabel('State', { exact: true }).selectOption('refused');
      await page.waitForURL('**/live?state=refused');
      await page.getByText('None passes the filters above').waitFor();
      await page.getByLabel('State', { exact: true }).selectOption('');
      await page.getByLabel('Result code').fill('1');
      await page.waitForURL('**/live?result=1');
      await rowOf(page, requestId).waitFor();
    });

    it('holds new transactions while it is paused', async () => {
      const page = await openLive();
      await page.keyboard.press('p');
      await page.getByText('Paused', { exact: true }).waitFor();
      const requestId = await deduct(bench());
      await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
      expect(await rowOf(page, requestId).count()).toBe(0);
      await page.keyboard.press('p');
      await rowOf(page, requestId).waitFor();
    });

    it('continues after a lost connection, with the transactions saved meanwhile', async () => {
      const page = await bench().open('/live');
      const sockets: WebSocketRoute[] = [];
      await page.routeWebSocket('**/graphql', (socket) => {
        sockets.push(socket);
        socket.connectToServer();
      });
      await page.reload();
      await page.locator('.live-state.live').waitFor();
      await sockets[0]?.close({ code: 1013, reason: 'too slow' });
      const requestId = await deduct(bench());
      await rowOf(page, requestId).waitFor();
      await until('it has connected again', () => sockets.length === 2);
      await page.locator('.live-state.live').waitFor();
    });

    it('is navigated by keyboard', async () => {
      const page = await openLive();
      await deduct(bench());
      await page.getByRole('region', { name: 'Transactions, newest first' }).focus();
      await page.keyboard.press('j');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('k');
      const second = page.locator('tr[aria-rowindex="2"] a');
      await second.evaluate(
        '(link) => new Promise((done) => { const look = () => document.activeElement === link ? done() : requestAnimationFrame(look); look(); })',
      );
      await page.keyboard.press('Enter');
      await page.waitForURL('**/transactions/**');
      await page.keyboard.press('3');
      await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('main');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });
}

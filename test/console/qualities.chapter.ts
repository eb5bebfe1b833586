import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { axeProblems, COLOUR_RULES, loadAxe, RULES } from './axe.js';
import { deduct, holds, type ConsoleBench } from './bench.js';
import { find, type Found } from './found.js';
import { LOADED, show } from './loaded.js';
import { takePicture } from './pictures.js';

const FIRST_LOAD_BYTES_MAX = 250_000;

const PAGES: readonly (readonly [name: string, path: (found: Found) => string])[] = [
  ['live', () => '/live'],
  ['transactions', () => '/transactions'],
  ['transaction', ({ requestId }) => `/transactions/${requestId}`],
  ['provisioning', () => '/provisioning'],
  ['attempt', ({ attemptId }) => `/provisioning/${attemptId}`],
  ['events', () => '/events/log'],
  ['event', ({ eventId }) => `/events/log/${eventId}`],
  ['deliveries', () => '/events/deliveries'],
  ['endpoints', () => '/events/endpoints'],
  ['refused', () => '/refused'],
  ['reconcile', () => '/reconcile'],
  ['terminals', () => '/directory/terminals'],
  ['wallets', () => '/directory/wallets'],
  ['programmes', () => '/directory/programmes'],
  ['keys', () => '/directory/keys'],
  ['audit', () => '/directory/audit'],
  ['approvals', () => '/approvals'],
  ['programme', () => '/programmes/sandbox'],
  ['terminal', () => '/terminals/0068766621'],
  ['wallet', () => '/wallets/43172792905'],
  ['card', () => '/cards/5002'],
  ['key', () => '/keys/sandbox-client'],
  ['digitizations', () => '/digitizations'],
  ['runbook', () => '/runbook/transactions-in-doubt'],
  ['try-it', () => '/try-it'],
];

export function qualitiesChapter(bench: () => ConsoleBench): void {
  describe('every page is accessible and free of complaints, in light and dark, from 360 px to 4K:', () => {
    let page: Page;
    let found: Found;
    /** Errors and warnings of the browser's console since the last test. */
    const complaints: string[] = [];

    beforeAll(async () => {
      await deduct(bench(), 951);
      found = await find(bench());
      page = await bench().open('/live', { theme: 'light', isKept: true, ...DESK });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.reload();
      await loadAxe(page);
    });

    it.each(PAGES)('%s', async (name, path) => {
      await show(page, path(found));
      expect(await axeProblems(page, RULES)).toEqual([]);
      await takePicture(page, `${name}-light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.evaluate(LOADED);
      expect(await axeProblems(page, COLOUR_RULES)).toEqual([]);
      await takePicture(page, `${name}-dark`);
      await page.emulateMedia({ colorScheme: 'light' });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.evaluate(LOADED);
        // A table draws its cards once its observer has seen the new width. On a busy machine that takes several frames.
        await holds(page, 'document.documentElement.scrollWidth === innerWidth');
      }
      expect(complaints.splice(0)).toEqual([]);
    });

    it('the page that asks for the key', async () => {
      const first = await bench().open('/live', { isSignedIn: false });
      await first.getByLabel('Operator key').waitFor();
      await loadAxe(first);
      expect(await axeProblems(first, RULES)).toEqual([]);
    });
  });

  describe('the first load', () => {
    it('has at most 250 KB of scripts and styles, compressed', () => {
      const folder = resolve(__dirname, '../../dist/console');
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      const files = [...page.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.(?:js|css))"/g)];
      const sizes = files.map(
        ([, name = '']) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeGreaterThan(100_000);
      expect(bytes).toBeLessThan(FIRST_LOAD_BYTES_MAX);
    });

    it('describes its charts in words when the browser names no language', async () => {
      const context = await bench().browser.newContext();
      const page = await context.newPage();
      await signInFromInstructions(page, bench());
      await page
        .getByText(/^\d+ approved, \d+ declined/)
        .first()
        .waitFor();
      await context.close();
    });
  });

  describe('a list', () => {
    it('shows a filter whose value nobody can read as not set, and not beside the whole list', async () => {
      const page = await bench().open(
        '/transactions?state=nope&card=99999999999999999999&time=99y&method=Own',
      );
      await page.getByText('No transaction passes these filters.').first().waitFor();
      for (const label of ['State', 'Card', 'Received'])
        expect(await page.getByRole('button', { name: `Remove the filter ${label}` }).count()).toBe(0);
      await page.getByRole('button', { name: 'Remove the filter Method' }).waitFor();
    });

    it('draws only the visible rows, and requests the next pages as it is scrolled', async () => {
      addTransactions(bench().databasePath, 250);
      const page = await bench().open('/transactions?method=Deduct');
      await page.locator('.row.leads').first().waitFor();
      const { length, most } = await page.evaluate<{ length: number; most: number }>(SCROLL);
      expect(length).toBeGreaterThan(250);
      expect(most).toBeLessThan(60);
    });
  });
}

const DESK = { width: 1120, height: 760 };
/** A phone, the most common laptop, and 4K. */
const SIZES = [
  { width: 360, height: 640 },
  { width: 1366, height: 768 },
  { width: 3840, height: 2160 },
  DESK,
];

/** Script that scrolls until the list stops growing. Returns its number of rows, and the greatest number of drawn rows. */
const SCROLL = `(async () => {
  const table = document.querySelector('[role=table]');
  const frame = () => new Promise(requestAnimationFrame);
  let most = 0;
  const isMore = () => table.getAttribute('aria-rowcount') === '-1';
  while (isMore() || scrollY + innerHeight < document.documentElement.scrollHeight - 2) {
    scrollBy(0, 900);
    await frame();
    most = Math.max(most, table.querySelectorAll('.row.leads').length);
  }
  await frame();
  const rows = [...table.querySelectorAll('.row.leads')];
  return { length: Number(rows.at(-1).getAttribute('aria-rowindex')) - 1, most };
})()`;

/** Adds copies of the last transaction, beside the gateway: sending as many would take longer than all other tests. */
function addTransactions(path: string, count: number): void {
  const database = new Database(path, { timeout: 5000 });
  const columns = (database.pragma('table_info(transactions)') as { name: string }[]).map(({ name }) => name);
  const other: Readonly<Record<string, string>> = {
    sequence: 'last.sequence + n',
    request_id: `'5001_20200101000000_' || n`,
    request_key: `'20200101000000_5001_' || n`,
    checksum: `printf('%064x', n)`,
    transaction_id: `'copy-' || n`,
  };
  const values = columns.map((name) => other[name] ?? `last.${name}`);
  database.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${String(count)}),
      last as (select * from transactions where method_name = 'Deduct' order by sequence desc limit 1)
    insert into transactions (${columns.join(', ')}) select ${values.join(', ')} from numbers, last`);
  database.exec(`
    insert into transaction_texts (transaction_sequence, received_at_ms, attempt, request, raw_answer, answer)
      select t.sequence, t.received_at_ms, x.attempt, x.request, x.raw_answer, x.answer from transactions as t
      join transaction_texts as x on x.transaction_sequence = (
        select max(sequence) from transactions where method_name = 'Deduct' and transaction_id not like 'copy-%')
      where t.transaction_id like 'copy-%'`);
  database.close();
}

async function signInFromInstructions(page: Page, { gateway }: ConsoleBench): Promise<void> {
  await page.goto(`${gateway.url}/console`);
  await page.getByRole('button', { name: 'Use it' }).click();
}

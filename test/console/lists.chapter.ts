import Database from 'better-sqlite3';
import { deduct, holds, type ConsoleBench } from './bench.js';

export function listsChapter(bench: () => ConsoleBench): void {
  describe('a list', () => {
    beforeAll(() => deduct(bench()));

    it('draws only the visible rows, and requests the next pages as it is scrolled', async () => {
      addTransactions(bench().databasePath, 1, 250);
      const page = await bench().open('/transactions?method=Deduct');
      await page.locator('.row.leads').first().waitFor();
      const { length, most } = await page.evaluate<{ length: number; most: number }>(SCROLL);
      expect(length).toBeGreaterThan(250);
      expect(most).toBeLessThan(60);
    });

    it('is where the person left it, after a look at one of its transactions', async () => {
      for (let count = 0; count < 40; count += 1) await deduct(bench(), 778);
      const page = await bench().open('/transactions?amount=778..778', { height: 500 });
      await page.locator('.row.leads').first().waitFor();
      await page.evaluate('scrollTo(0, 700)');
      await holds(page, `scrollY === 700 && (${SEEN}) !== null`);
      const href = await page.evaluate<string>(SEEN);
      await page.locator(`.row-link[href="${href}"]`).click();
      await page.getByRole('heading', { level: 1, name: 'Deduct' }).waitFor();
      expect(await page.evaluate('scrollY')).toBe(0);
      await deduct(bench(), 778);
      await page.goBack();
      await holds(page, `document.activeElement?.getAttribute('href') === ${JSON.stringify(href)}`);
      expect(await page.evaluate(SEEN)).toBe(href);
    });

    it('says that it is old while the gateway cannot be reached, and goes on by itself', async () => {
      const page = await bench().open('/transactions');
      await page.locator('.row.leads').first().waitFor();
      await page.context().setOffline(true);
      await page.getByText(/^The gateway cannot be reached\..* You see the state of /).waitFor();
      const requestId = await deduct(bench());
      await page.context().setOffline(false);
      await page.getByRole('link', { name: `transaction ${requestId}` }).waitFor();
      await page.getByText('You see the state of').waitFor({ state: 'detached' });
    });
  });
}

/** Expression for the address of the row in the middle of the window; null for none. */
const SEEN = `(document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('.row')
  ?.querySelector('.row-link')?.getAttribute('href') ?? null)`;

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

/** Adds copies of the last Deduct under these numbers, beside the gateway: sending as many would take longer than all other tests. */
function addTransactions(path: string, first: number, count: number): void {
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
    with recursive numbers (n) as (select ${String(first)} union all select n + 1 from numbers where n < ${String(first + count - 1)}),
      last as (select * from transactions where method_name = 'Deduct' order by sequence desc limit 1)
    insert into transactions (${columns.join(', ')}) select ${values.join(', ')} from numbers, last`);
  database.close();
}

import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { deduct, type ConsoleBench } from './bench.js';

export function listsChapter(bench: () => ConsoleBench): void {
  describe('a list', () => {
    beforeAll(() => deduct(bench()));

    it('loads page after page', async () => {
      addTransactions(bench().databasePath, 1, 60);
      const page = await bench().open('/transactions?method=Deduct');
      const rows = page.locator('tbody tr');
      await rows.nth(49).waitFor();
      expect(await rows.count()).toBe(50);
      await page.getByRole('button', { name: 'Show more' }).click();
      await rows.nth(60).waitFor();
    });

    it('is saved for a spreadsheet: ids as texts, amounts in major units, results in words', async () => {
      await deduct(bench());
      const page = await bench().open('/transactions?time=1h&method=Deduct');
      await page.getByRole('button', { name: 'Export' }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'CSV for a spreadsheet' }).click();
      expect((await saved).suggestedFilename()).toMatch(/^cardway-transactions-\d{4}-\d\d-\d\d\.csv$/);
      const [head, ...lines] = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
      expect(head).toMatch(/^\uFEFFReceived,Merchant,Amount,Currency,Result,/);
      expect(lines.at(-2)).toMatch(
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,CUR ESPERAMOS .*,14\.39,USD,approved \(1\),.*,="sandbox",="43172792905",="5001",/,
      );
    });

    it('says that it is old while the gateway cannot be reached, and goes on by itself', async () => {
      const page = await bench().open('/transactions');
      await page.locator('tbody tr').first().waitFor();
      await page.context().setOffline(true);
      await page.getByText(/^The gateway cannot be reached\..* You see the state of /).waitFor();
      const requestId = await deduct(bench());
      await page.context().setOffline(false);
      await page.getByRole('link', { name: `transaction ${requestId}` }).waitFor();
      await page.getByText('You see the state of').waitFor({ state: 'detached' });
    });
  });
}

/** Adds copies of the last Deduct under these numbers, beside the gateway: sending as many would take longer than all other tests. */
function addTransactions(path: string, first: number, count: number): void {
  const database = new Database(path, { timeout: 5000 });
  const columns = (database.pragma('table_info(transactions)') as { name: string }[]).map(({ name }) => name);
  const other: Readonly<Record<string, string>> = {
    sequence: 'last.sequence + n',
    request_id: `'5001_20200101000000_' || n`,
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

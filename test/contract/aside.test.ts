/** Tests reads beside payments: they give what other reads give, and hold nobody up. */
import type { StoreConnection } from '../../src/store/engine/dialect.js';
import type { Operation, Result } from '../../src/store/engine/operation.js';
import { sqliteTests, type TestDatabase } from '../support/databases.js';
import { deduct } from './samples.js';
import { directoryOf } from '../support/directory.js';

function* rowsOf(sql: string, values: unknown[] = []): Operation<readonly unknown[]> {
  return ((yield { sql, values }) as Result<unknown>).rows;
}

/** Counts row by row. */
const counting = (to: number): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to}) select count(*) as total from n`;
const LONG = counting(500_000);

sqliteTests((name, create) => {
  describe(`a read beside payments on ${name}`, () => {
    let database: TestDatabase;
    let connection: StoreConnection;

    beforeEach(async () => {
      database = await create();
      await database.open();
      connection = await database.dialect().open();
    });

    afterEach(async () => {
      await connection.close();
      await database.close();
    });

    const commit = (sql: string, values: unknown[] = []) =>
      connection.commit({ start: () => rowsOf(sql, values) });

    it('gives the rows of other reads: texts, whole numbers, fractions, bytes and null', async () => {
      await commit('create table kinds (name text, whole bigint, fraction real, bytes blob, missing text)');
      const insert = 'insert into kinds values (?, ?, ?, ?, ?)';
      const bytes = Buffer.from([0, 1, 254, 255]);
      await commit(insert, ['Zürich "☃" \n', Number.MAX_SAFE_INTEGER, 0.5, bytes, null]);
      await commit(insert, ['', -1, -2.25, Buffer.alloc(0), null]);
      const select = 'select * from kinds order by whole';
      const rows = await connection.readAside(rowsOf(select));
      expect(rows).toEqual(await connection.read(rowsOf(select)));
      expect(rows).toMatchObject([{ whole: -1 }, { whole: Number.MAX_SAFE_INTEGER, bytes, missing: null }]);
      const found = 'select name from kinds where bytes = ?';
      expect(await connection.readAside(rowsOf(found, [bytes]))).toHaveLength(1);
      expect(await connection.readAside(rowsOf('select 1 as n from kinds where whole = 7'))).toEqual([]);
      await commit('drop table kinds');
    });

    it('sees every commit that came before it', async () => {
      const store = await database.open();
      for (let number = 1; number <= 50; number += 1) {
        await store.ledger.claim(
          deduct({ requestId: `5001_20260101220405_${number}`, transactionId: `T-${number}` }),
        );
        expect(await store.ledger.count({})).toBe(number);
      }
    });

    it('shows an operator the terminal that was just added', async () => {
      const store = await database.open();
      const { administration } = store;
      const directoryAdmin = directoryOf(store);
      await directoryAdmin.putProgramme({ programme: 'alpha' });
      for (const terminalId of ['1', '2', '3']) {
        await administration.terminals.add({
          actor: 'ops',
          terminalId,
          programme: 'alpha',
          checksumAlgorithm: 'sha1',
          allowedAddresses: null,
          password: 'a password of this test',
        });
        const { rows } = await administration.terminals.list({ filter: { programme: null }, last: 1 });
        expect(rows.map((row) => row.terminalId)).toEqual([terminalId]);
      }
    });

    it('holds up neither a commit nor another read', async () => {
      const store = await database.open();
      const order: string[] = [];
      const note = (what: string) => () => void order.push(what);
      const scan = connection.readAside(rowsOf(counting(5_000_000))).then(note('scan'));
      await store.ledger.claim(deduct()).then(note('commit'));
      await store.ledger.find(deduct().requestId).then(note('read'));
      await scan;
      expect(order).toEqual(['commit', 'read', 'scan']);
    });

    it('that fails does not affect the next one', async () => {
      const failed = connection.readAside(rowsOf('select n from nowhere'));
      await expect(failed).rejects.toThrow('nowhere');
      expect(await connection.readAside(rowsOf('select 1 as n'))).toEqual([{ n: 1 }]);
    });

    it.each([
      ['an object', { text: 'no text' }],
      ['a function', () => 'no text'],
    ])('refuses %s as a value, as a mistake of the program', async (_kind, wrong) => {
      const { ledger } = await database.open({ settings: { busyGiveUpMs: 60_000 } });
      await ledger.claim(deduct());
      const filter = { reference: wrong as unknown as string };
      await expect(ledger.list({ filter })).rejects.toMatchObject({ code: 'INTERNAL' });
      expect((await ledger.list({ filter: {} })).rows).toHaveLength(1);
    });

    it('that is under way ends with its connection, and none begins afterwards', async () => {
      const closed = await database.dialect().open();
      const reads = Promise.allSettled([1, 2, 3].map(() => closed.readAside(rowsOf(LONG))));
      await closed.close();
      await reads;
      await expect(closed.readAside(rowsOf(LONG))).rejects.toThrow();
    });
  });
});

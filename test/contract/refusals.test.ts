import type { Store } from '../../src/store/store.js';
import type { RefusalCount, RefusalFilter } from '../../src/use-cases/access/refusal-port.js';
import { sqliteTests } from '../support/databases.js';
import { keptFor } from './kept.js';

const KEPT = 10_000;

const NOTHING_SAID = { method: null, reference: null, amount: null, requestId: null, httpRequestId: null };

const count = (foldKey: string, more: Partial<RefusalCount> = {}): RefusalCount => ({
  foldKey,
  channel: 'json',
  code: 'BAD_REQUEST',
  field: 'narrative',
  reason: 'narrative is too long.',
  terminalId: '0068766621',
  programme: 'sandbox',
  keyId: 'client',
  address: '192.0.2.1',
  ...NOTHING_SAID,
  firstAtMs: 1000,
  lastAtMs: 1000,
  count: 1,
  ...more,
});

sqliteTests((name, create) => {
  describe(`refused calls on ${name}`, () => {
    let here: Store;
    let there: Store;
    const kept = keptFor(create, async (database) => ({
      here: await database.open({ settings: { pageScanMs: 60_000 } }),
      there: await database.open({ settings: { pageScanMs: 60_000 } }),
    }));

    beforeEach(async () => {
      ({ here, there } = await kept());
    });

    const listed = async (filter: RefusalFilter = {}, store = there) =>
      (await store.refusals.list({ filter, first: 200 })).rows;

    it('are seen on every node as they were added, newest first', async () => {
      const anonymous = { terminalId: null, programme: null, keyId: null, address: null, field: null };
      await here.refusals.add([count('a'), count('b', anonymous)]);
      const [{ foldKey: _a, ...first }, { foldKey: _b, ...second }] = [count('a'), count('b', anonymous)];
      const rows = await listed();
      expect(rows.map(({ sequence: _sequence, ...row }) => row)).toEqual([second, first]);
    });

    it('of one key are one entry, whose count grows', async () => {
      await here.refusals.add([count('a', { count: 3 })]);
      const said = { method: 'Deduct', reference: '1', amount: 5, requestId: '1_2_3', httpRequestId: 'r' };
      await here.refusals.add([
        count('b'),
        count('a', { count: 4, firstAtMs: 2000, lastAtMs: 9000, ...said }),
      ]);
      const rows = await listed();
      expect(rows[1]).toMatchObject(said);
      expect(rows.map((row) => [row.count, row.firstAtMs, row.lastAtMs])).toEqual([
        [1, 1000, 1000],
        [7, 1000, 9000],
      ]);
    });

    it.each<[string, RefusalFilter]>([
      ['code', { code: 'UNAUTHENTICATED' }],
      ['channel', { channel: 'xmlrpc' }],
      ['terminal', { terminalId: 'T2' }],
      ['programme', { programme: 'other' }],
      ['key', { keyId: 'k2' }],
      ['address', { address: '198.51.100.7' }],
      ['method', { method: 'Deduct' }],
      ['reference', { reference: '43172792905' }],
      ['amount', { amount: 1439 }],
      ['request id', { requestId: '5001_20200817175857_1' }],
      ['X-Request-Id', { httpRequestId: 'r2' }],
      ['time', { fromMs: 5000, toMs: 5001 }],
    ])('are found by %s', async (_name, filter) => {
      const { fromMs: at, toMs: _to, ...members } = filter;
      await here.refusals.add([
        count('a'),
        count('wanted', { ...members, firstAtMs: at ?? 1000, lastAtMs: at ?? 1000 }),
        count('c'),
      ]);
      const rows = await listed(filter);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject(members);
    });

    it('are found by every time between the first and the last call of their entry', async () => {
      await here.refusals.add([count('a', { firstAtMs: 1000, lastAtMs: 9000 })]);
      const ranges: readonly RefusalFilter[] = [
        { fromMs: 500, toMs: 1001 },
        { fromMs: 4000, toMs: 5000 },
        { fromMs: 9000, toMs: 9001 },
        { fromMs: 500, toMs: 1000 },
        { fromMs: 9001, toMs: 9500 },
      ];
      const found = await Promise.all(ranges.map(async (range) => (await listed(range)).length));
      expect(found).toEqual([1, 1, 1, 0, 0]);
    });

    it('are stored by the hundred, and listed in pages', async () => {
      await here.refusals.add(Array.from({ length: 320 }, (_, index) => count(String(index))));
      const page = await there.refusals.list({ filter: {}, first: 50 });
      expect([page.rows.length, page.hasNextPage]).toEqual([50, true]);
      const next = await there.refusals.list({ filter: {}, first: 200, after: page.rows.at(-1)!.sequence });
      expect([next.rows.length, next.rows[0]!.sequence < page.rows.at(-1)!.sequence]).toEqual([200, true]);
    });

    it('are deleted when there are too many, the oldest first', async () => {
      const all = Array.from({ length: KEPT + 60 }, (_, index) =>
        count(String(index), { firstAtMs: index, lastAtMs: index }),
      );
      await here.refusals.add(all);
      const [newest] = await listed({ fromMs: KEPT + 59 });
      expect(newest?.lastAtMs).toBe(KEPT + 59);
      expect(await listed({ toMs: 60 })).toEqual([]);
      expect((await listed({ fromMs: 60, toMs: 61 })).length).toBe(1);
    });
  });
});

/** Tests readers of tables whose numbers have the gap that a restore leaves (docs/operations.md#backups): they pass it at once. */
import type { Store } from '../../src/store/store.js';
import { appenderWith, type Appender, digitized } from '../stream/appender.js';
import { sqliteTests, type TestDatabase } from '../support/databases.js';
import { deduct } from './samples.js';
import { directoryOf } from '../support/directory.js';

const GAP = 1_000_000_000;
const FILTER = { types: ['digitization.complete' as const], programme: null, cardId: null };

sqliteTests((name, create) => {
  describe(`a gap in the numbers on ${name}`, () => {
    let database: TestDatabase;
    let store: Store;
    let appender: Appender;

    beforeAll(async () => {
      database = await create();
      // Each page of a list ends after one window.
      store = await database.open({ settings: { pageScanMs: 0 } });
      appender = await appenderWith(database.dialect());
      await directoryOf(store).putProgramme({ programme: 'sandbox' });
      await claim('1');
      await appender.append(digitized(1));
      await store.prepareRestored();
      await claim('2');
      await appender.append(digitized(2));
    });

    afterAll(async () => {
      await appender.close();
      await database.close();
    });

    const claim = (number: string) =>
      store.ledger.claim(
        deduct({ requestId: `5001_20260101220405_${number}`, transactionId: `T-${number}` }),
      );

    it('is no page of a list, in either direction', async () => {
      const newest = await store.ledger.list({ filter: {}, first: 5 });
      expect(newest.rows.map(({ transactionId }) => transactionId)).toEqual(['T-2']);
      const older = await store.ledger.list({ filter: {}, first: 5, after: newest.nextAfter ?? 0 });
      expect(older.rows.map(({ transactionId }) => transactionId)).toEqual(['T-1']);
      const oldest = await store.events.list({ filter: {}, last: 5 });
      const newer = await store.events.list({ filter: {}, last: 5, before: oldest.previousBefore ?? 0 });
      expect([oldest, newer].map(({ rows }) => rows.length)).toEqual([1, 1]);
      expect(oldest.rows[0]?.sequence).toBeLessThan(newer.rows[0]?.sequence ?? 0);
    });

    it('costs a subscriber that continues one read', async () => {
      const [first] = (await store.events.list({ filter: {}, last: 1 })).rows;
      const past = await store.eventLog.read({ after: first?.sequence ?? 0, filter: FILTER, limit: 5 });
      if (past.kind !== 'page') throw new Error('The events are there.');
      const next = await store.eventLog.read({ after: past.through, filter: FILTER, limit: 5 });
      expect([past, next]).toMatchObject([
        { items: [], isEnd: false },
        { items: [{ data: expect.stringContaining('DNITHE2') as string }], isEnd: true },
      ]);
    });

    it('refuses no subscriber whose last event a restore lost', async () => {
      const latest = await store.eventLog.latest();
      await store.prepareRestored();
      expect((await store.eventLog.bounds()).latest).toBeGreaterThanOrEqual(latest + GAP);
      expect(await store.eventLog.latest()).toBe(latest);
    });

    it('is also in tables without rows, and costs a resend one step', async () => {
      const { endpoint } = await store.endpoints.add({
        endpointId: 'ep_1',
        programme: 'sandbox',
        url: 'https://example.com/',
        choice: {},
        actor: 'op',
      });
      // The table was empty at the restore.
      const [row] = await database.query<{ sequence: number }>('select sequence from endpoints');
      expect(row?.sequence).toBeGreaterThan(GAP);
      const range = { fromMs: null, toMs: null, isUndeliveredOnly: true, limit: 500, note: null };
      const to = { endpointId: endpoint.endpointId, ...range };
      const first = await store.deliveries.resendRange({ ...to, afterEvent: 0 });
      const last = await store.deliveries.resendRange({ ...to, afterEvent: first.lastEvent ?? 0 });
      expect([first.count, last]).toEqual([1, { count: 1, lastEvent: null }]);
    });
  });
});

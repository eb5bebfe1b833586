/** Tests a purge with rows that were received under a wrong clock. */
import type { Store } from '../../../src/store/store.js';
import { purgeTransactions, startPurges } from '../../../src/use-cases/transactions/history/purge.js';
import { answered, deduct } from '../../contract/samples.js';
import { eachDatabase, type TestDatabase } from '../../support/databases.js';
import { until } from '../../life/until.js';
import { testClock, type TestClock } from './temporary-store.js';

const DAY_MS = 86_400_000;
const NOW_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const idOf = (index: number): string => `5001_20260101220405_${String(index)}`;

eachDatabase((name, create) => {
  describe(`a purge on ${name}`, () => {
    let database: TestDatabase;

    beforeEach(async () => {
      database = await create();
    });

    afterEach(() => database.close());

    it('skips rows that a clock ahead received, and gaps without rows', async () => {
      const clock = testClock(NOW_MS);
      const store = await database.open({ clock });
      const add = async (index: number, receivedAtMs: number): Promise<void> => {
        const own = { requestId: idOf(index), transactionId: `T-${String(index)}`, receivedAtMs };
        await store.ledger.claim(deduct({ ...own, checksum: String(index).padStart(64, 'a') }));
        await store.ledger.apply(answered(idOf(index)));
      };
      for (let index = 0; index < 5; index += 1) await add(index, NOW_MS + 400 * DAY_MS);
      for (let index = 5; index < 8; index += 1) await add(index, NOW_MS - 100 * DAY_MS);
      // Long after the others, as if millions between them had been purged.
      await database.query(
        `update transactions set sequence = sequence + 3000000 where request_id = '${idOf(7)}' returning sequence`,
      );
      const purge = () =>
        purgeTransactions(
          {
            history: store.history,
            clock,
            timer: { wait: () => ({ done: Promise.resolve(), cancel: () => undefined }) },
            batchRows: 2,
            pauseMs: 0,
          },
          { actor: 'a', reason: 'r', receivedBeforeMs: NOW_MS - 40 * DAY_MS },
        );
      expect([await purge(), await purge()]).toEqual([3, 0]);
    });

    it('knows the newest trusted time from the database, and adds the time that really passed', async () => {
      const wall = testClock(NOW_MS);
      const monotonic = testClock(0);
      const start = async () => (await database.open({ clock: monotonic, databaseClock: wall })).history;
      const first = await start();
      expect(await first.trustedNowMs()).toBe(NOW_MS);
      wall.set(NOW_MS + 400 * DAY_MS);
      expect(await first.trustedNowMs()).toBe(NOW_MS);
      monotonic.set(3 * DAY_MS);
      const beside = await start();
      expect(await beside.trustedNowMs()).toBe(NOW_MS);
      expect(await first.trustedNowMs()).toBe(NOW_MS + 3 * DAY_MS);
      expect(await beside.trustedNowMs()).toBe(NOW_MS + 3 * DAY_MS);
      monotonic.set(4 * DAY_MS);
      expect(await beside.trustedNowMs()).toBe(NOW_MS + 4 * DAY_MS);
      expect(await (await start()).trustedNowMs()).toBe(NOW_MS + 4 * DAY_MS);
      // A clock that is set right, and one that is behind, are believed.
      wall.set(NOW_MS + 2 * DAY_MS);
      expect(await first.trustedNowMs()).toBe(NOW_MS + 2 * DAY_MS);
      wall.set(NOW_MS + 5 * DAY_MS);
      expect(await first.trustedNowMs()).toBe(NOW_MS + 4 * DAY_MS);
    });

    it('of the retention and by an order does not follow a clock that jumps ahead, however early and however long', async () => {
      const wall = testClock(NOW_MS);
      const monotonic = testClock(0);
      const store = await database.open({ clock: monotonic, databaseClock: wall });
      await store.ledger.claim(deduct({ receivedAtMs: NOW_MS - DAY_MS }));
      await store.ledger.apply(answered(deduct().requestId));
      await purgesOf(store, monotonic);
      const order = { receivedBeforeMs: NOW_MS, actor: 'ann', reason: 'old' };
      const audit = { action: 'order_purge', subject: 'transactions', before: 'null', after: '{}' };
      wall.set(NOW_MS + 400 * DAY_MS);
      const isKept = async () => (await store.ledger.find(deduct().requestId)) !== null;
      for (const day of [0, 8, 30]) {
        monotonic.set(day * DAY_MS);
        await store.history.order(order, { ...order, ...audit });
        await purgesOf(store, monotonic);
        const restarted = await database.open({ clock: monotonic, databaseClock: wall });
        await purgesOf(restarted, monotonic);
        expect([day, await isKept()]).toEqual([day, true]);
      }
      // Parts of PostgreSQL, which retention keeps whole, are at most 31 days long.
      monotonic.set(64 * DAY_MS);
      await purgesOf(store, monotonic);
      expect(await isKept()).toBe(false);
    });

    /** Runs a whole round, at least, of the purges that a gateway runs. */
    async function purgesOf({ history }: Store, clock: TestClock): Promise<void> {
      let begun = 0;
      const endOfRound = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
      const purges = startPurges({
        history: { ...history, trustedNowMs: () => ((begun += 1), history.trustedNowMs()) },
        ...{ clock, batchRows: 2, pauseMs: 0, everyMs: 1, retentionEveryMs: 0 },
        ...{ retentionMs: 32 * DAY_MS, keptAtLeastMs: 32 * DAY_MS },
        timer: { wait: () => ({ done: endOfRound(), cancel: () => undefined }) },
        onFailure(error: unknown) {
          throw error;
        },
      });
      await until('a round has ended', () => begun > 1);
      await purges.stop();
    }
  });
});

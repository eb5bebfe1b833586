/** Tests a purge with rows that were received under a wrong clock. */
import { purgeTransactions, startTransactionRetention } from '../../../src/use-cases/transactions/purge.js';
import { answered, deduct } from '../../contract/samples.js';
import { eachDatabase, type TestDatabase } from '../../support/databases.js';
import { until } from '../../life/until.js';
import { testClock } from './temporary-store.js';

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
        await store.ledger.settle(answered(idOf(index)));
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
          { isDryRun: false, actor: 'a', reason: 'r', receivedBeforeMs: NOW_MS - 40 * DAY_MS },
        );
      expect([(await purge()).deleted, (await purge()).deleted]).toEqual([3, 0]);
    });

    it('of the retention does not follow a clock that jumps ahead, unless it stays there for a week', async () => {
      const databaseClock = testClock(NOW_MS);
      const store = await database.open({ databaseClock });
      await store.ledger.claim(deduct({ receivedAtMs: NOW_MS - DAY_MS }));
      await store.ledger.settle(answered(deduct().requestId));
      let elapsedMs = 0;
      const rounds: number[] = [];
      const retention = startTransactionRetention({
        history: store.history,
        // Its owner's clock jumps with that of the database. Nothing sets the other one.
        clock: { nowMs: () => databaseClock.nowMs(), monotonicMs: () => elapsedMs },
        timer: {
          wait: () => ({ done: new Promise((resolve) => setImmediate(resolve)), cancel: () => undefined }),
        },
        batchRows: 2,
        pauseMs: 0,
        databaseNowMs: async () => {
          // Each round comes a day after the one before. The clock jumps before the third one.
          elapsedMs += DAY_MS;
          databaseClock.set(NOW_MS + elapsedMs + (rounds.length < 2 ? 0 : 400 * DAY_MS));
          rounds.push((await store.ledger.find(deduct().requestId)) === null ? 0 : 1);
          return databaseClock.nowMs();
        },
        retentionMs: 32 * DAY_MS,
        everyMs: 1,
        onFailure: (error) => {
          throw error;
        },
      });
      await until('a week has passed', () => rounds.length >= 12);
      await retention.stop();
      expect(rounds.slice(0, 12)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0]);
    });
  });
});

import type { Effect } from '../../src/core/transactions/methods.js';
import type { ErrorCode } from '../../src/platform/errors.js';
import type { LedgerHistory, LedgerStats } from '../../src/use-cases/transactions/history/history-port.js';
import type { Ledger } from '../../src/use-cases/transactions/ledger-port.js';
import { createReadStats, type ReadStats } from '../../src/use-cases/transactions/history/read-stats.js';
import type { TestClock } from '../unit/store/temporary-store.js';
import { again, answered, deduct, doubted, refused, withheld } from './samples.js';

export interface StatsUnderTest {
  readonly ledger: Ledger;
  readonly stats: LedgerStats;
  readonly history: LedgerHistory;
  /** The same database, as another process sees it. */
  readonly other: { readonly stats: LedgerStats };
  /** The database's clock. */
  readonly clock: TestClock;
  query<Row>(sql: string): Promise<Row[]>;
}

/** Time at a border of buckets of every length. */
const NOW_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Tests the statistics of a ledger. */
export function statsContract(name: string, open: () => Promise<StatsUnderTest>): void {
  describe(`statistics on ${name}`, () => {
    let subject: StatsUnderTest;
    let made: number;

    beforeEach(async () => {
      subject = await open();
      subject.clock.set(NOW_MS);
      made = 0;
    });

    const read: ReadStats = (span) => createReadStats(subject)(span);

    async function claim(agoMs: number, effect: Effect = 'money'): Promise<string> {
      made += 1;
      const requestId = `5001_20260101220405_${String(made)}`;
      const own = { requestId, transactionId: `T-${String(made)}`, receivedAtMs: NOW_MS - agoMs, effect };
      await subject.ledger.claim(deduct(own));
      return requestId;
    }

    /** Adds a Deduct that was received so long ago, and that took so long to be answered. */
    async function add(
      agoMs: number,
      change: Parameters<typeof answered>[1] = {},
      tookMs = 40,
    ): Promise<string> {
      const requestId = await claim(agoMs);
      await subject.ledger.apply(answered(requestId, { answeredAtMs: NOW_MS - agoMs + tookMs, ...change }));
      return requestId;
    }

    async function addDoubt(agoMs: number): Promise<string> {
      const requestId = await claim(agoMs);
      await subject.ledger.apply(doubted(requestId));
      return requestId;
    }

    /** Saves all quarter hours that are final, as two processes at once. */
    async function saveFinal(): Promise<void> {
      const save = async (stats: LedgerStats): Promise<void> => {
        while (await stats.saveFinal());
      };
      await Promise.all([save(subject.stats), save(subject.other.stats)]);
    }

    /** Returns how long ago each saved quarter hour began, and its count. */
    async function saved(): Promise<(readonly [agoMs: number, count: number])[]> {
      const rows = await subject.query<{ from_ms: number; count: number }>(
        'select from_ms, count from quarter_hours order by from_ms',
      );
      return rows.map((row) => [NOW_MS - row.from_ms, row.count] as const);
    }

    it('are all zero where nothing happened', async () => {
      const stats = await read('MINUTES_15');
      expect(stats).toMatchObject({ count: 0, latencyP50Ms: null, latencyP99Ms: null });
      expect(stats.buckets).toHaveLength(15);
      expect(stats.openNow).toEqual({ pending: 0, in_doubt: 0, queued: 0, unmatched: 0, contradicted: 0 });
      expect(await subject.stats.saveFinal()).toBe(false);
    });

    it('count each transaction in its bucket of time, by its result', async () => {
      await add(16 * MINUTE_MS); // before the span
      await add(3 * MINUTE_MS);
      await add(3 * MINUTE_MS - 1, { resultCode: -17 });
      await add(3 * MINUTE_MS - 2, { resultCode: 3 }); // no approval
      await addDoubt(2 * MINUTE_MS);
      await subject.ledger.apply(refused(await claim(MINUTE_MS)));
      const stats = await read('MINUTES_15');
      expect(stats).toMatchObject({ count: 5, approved: 1, declined: 2, inDoubt: 1, refused: 1, open: 0 });
      expect(stats.openNow).toMatchObject({ in_doubt: 1, pending: 0 });
      const busy = stats.buckets.filter(({ count }) => count > 0);
      expect(busy.map(({ fromMs, count }) => [NOW_MS - fromMs, count])).toEqual([
        [3 * MINUTE_MS, 3],
        [2 * MINUTE_MS, 1],
        [MINUTE_MS, 1],
      ]);
      expect((await read('HOURS_24')).count).toBe(6);
    });

    it('count a reversal that was not sent as refused', async () => {
      for (const as of ['original_not_processed', 'reversed_by_gateway'] as const)
        await subject.ledger.apply(withheld(await claim(MINUTE_MS, 'advice'), as));
      expect(await read('MINUTES_15')).toMatchObject({ count: 2, approved: 0, refused: 2 });
    });

    it('tell latencies from receipt to answer, to 2%', async () => {
      for (let index = 0; index < 98; index += 1) await add(MINUTE_MS - index, {}, 20);
      await add(MINUTE_MS - 98, {}, 1000);
      await add(MINUTE_MS - 99, {}, 1000);
      const { latencyP50Ms, latencyP99Ms } = await read('MINUTES_15');
      expect(latencyP50Ms).toBe(20);
      expect(latencyP99Ms).toBeGreaterThanOrEqual(980);
      expect(latencyP99Ms).toBeLessThanOrEqual(1000);
    });

    it('tell what callers got in place of the answer, and how long they waited', async () => {
      const replyOf = (resultCode: number, errorCode: ErrorCode) => ({
        reply: { resultCode, errorCode, isToTerminal: true },
      });
      const settledAtMs = NOW_MS - MINUTE_MS + 3_500;
      const timedOut = { ...replyOf(-7, 'DOWNSTREAM_TIMEOUT'), atMs: settledAtMs };
      const late = await claim(MINUTE_MS, 'state');
      await subject.ledger.apply(doubted(late, timedOut));
      await subject.ledger.apply(doubted(await claim(MINUTE_MS), timedOut));
      await subject.ledger.apply(refused(await claim(MINUTE_MS), replyOf(-9, 'DOWNSTREAM_REFUSED')));
      const counted = { timedOut: 2, ownReplies: 1, unheard: 0, approved: 0, inDoubt: 2 };
      const waited = await read('MINUTES_15');
      expect(waited).toMatchObject(counted);
      expect(waited.latencyP50Ms).toBeGreaterThan(3_430);
      await subject.ledger.apply(answered(late, { answeredAtMs: settledAtMs }));
      expect(await read('MINUTES_15')).toMatchObject({ ...counted, unheard: 1, approved: 1, inDoubt: 1 });
    });

    it('measure no latency of a call that was sent again long after its receipt', async () => {
      const requestId = await add(10 * MINUTE_MS);
      expect(await read('MINUTES_15')).toMatchObject({ approved: 1, latencyP99Ms: 40 });
      await subject.ledger.reclaim(again(requestId, { fromState: 'answered' }));
      expect(await read('MINUTES_15')).toMatchObject({ count: 1, open: 1, latencyP99Ms: null });
      await subject.ledger.apply(answered(requestId, { attempt: 2, answeredAtMs: NOW_MS }));
      expect(await read('MINUTES_15')).toMatchObject({ count: 1, approved: 1, latencyP99Ms: null });
    });

    it('save each quarter hour once, an hour after its end, and add the younger ones', async () => {
      await add(DAY_MS);
      await add(DAY_MS - 1, { resultCode: -17 });
      await add(2 * HOUR_MS, {}, 90);
      await add(HOUR_MS + QUARTER_HOUR_MS);
      await add(HOUR_MS + 1);
      await add(MINUTE_MS);
      const before = [await read('HOURS_24'), await read('DAYS_7')];
      await saveFinal();
      expect(await saved()).toEqual([
        [DAY_MS, 2],
        [2 * HOUR_MS, 1],
        [HOUR_MS + QUARTER_HOUR_MS, 2],
      ]);
      expect([await read('HOURS_24'), await read('DAYS_7')]).toEqual(before);
      expect(before).toMatchObject([{ count: 4 }, { count: 6, approved: 5, declined: 1 }]);
    });

    it('change with a settlement for an hour, and not after that', async () => {
      const late = await addDoubt(2 * HOUR_MS);
      const young = await addDoubt(HOUR_MS - 1);
      await saveFinal();
      for (const requestId of [late, young]) {
        await subject.ledger.apply(answered(requestId));
      }
      const stats = await read('HOURS_24');
      expect(stats).toMatchObject({ count: 2, inDoubt: 1, approved: 1 });
      expect(stats.openNow).toMatchObject({ in_doubt: 0 });
    });

    it('stay when their transactions are purged', async () => {
      await add(2 * HOUR_MS);
      await saveFinal();
      await subject.history.purge({ receivedBeforeMs: NOW_MS, after: 0, limit: 10 }, null);
      expect(await read('HOURS_24')).toMatchObject({ count: 1, approved: 1, latencyP50Ms: 40 });
    });

    it('are kept for the longest span', async () => {
      await add(7 * DAY_MS + 1);
      await add(7 * DAY_MS);
      await saveFinal();
      expect(await saved()).toEqual([[7 * DAY_MS, 1]]);
      await add(6 * DAY_MS);
      subject.clock.set(NOW_MS + QUARTER_HOUR_MS);
      await saveFinal();
      expect(await saved()).toEqual([[6 * DAY_MS, 1]]);
    });

    it('are read again after the clock was set back, however far', async () => {
      let aheadMs = HOUR_MS;
      let passedMs = 0;
      const clock = { nowMs: () => NOW_MS + aheadMs + passedMs, monotonicMs: () => passedMs };
      const many = createReadStats({ stats: subject.stats, clock });
      expect(await many('MINUTES_15')).toMatchObject({ count: 0 });
      await add(0);
      aheadMs = 0;
      passedMs = 1_000;
      expect(await many('MINUTES_15')).toMatchObject({ atMs: NOW_MS + passedMs, count: 1 });
    });

    it('are counted again after the clock was far ahead', async () => {
      await add(2 * HOUR_MS);
      await add(-30 * DAY_MS);
      await saveFinal();
      subject.clock.set(NOW_MS + 31 * DAY_MS);
      await saveFinal();
      expect(await saved()).toEqual([[-30 * DAY_MS, 1]]);
      subject.clock.set(NOW_MS);
      expect(await read('HOURS_24')).toMatchObject({ count: 1 });
      await saveFinal();
      expect(await saved()).toEqual([[2 * HOUR_MS, 1]]);
    });
  });
}

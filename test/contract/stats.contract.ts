import type { Ledger, SettleInput } from '../../src/usecase/ports.js';
import { createReadStats, type ReadStats } from '../../src/usecase/transactions/read-stats.js';
import type { Replays } from '../../src/usecase/transactions/replay-port.js';
import type { LedgerStats } from '../../src/usecase/transactions/stats-port.js';
import { answered, deduct, refused } from './samples.js';

export interface StatsUnderTest {
  readonly replays: Replays;
  readonly ledger: Ledger;
  readonly stats: LedgerStats;
  close(): Promise<void>;
}

const NOW_MS = 1_800_000_000_000;
const BUCKET_MS = 15_000;

/** What every ledger counts. */
export function statsContract(name: string, open: () => Promise<StatsUnderTest>): void {
  describe(`statistics on ${name}`, () => {
    let subject: StatsUnderTest;
    let nowMs: number;
    let made: number;

    beforeEach(async () => {
      subject = await open();
      nowMs = NOW_MS;
      made = 0;
    });

    afterEach(() => subject.close());

    const reader = (change: { sampleRows?: number; stats?: LedgerStats } = {}): ReadStats =>
      createReadStats({
        stats: subject.stats,
        clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
        sampleRows: 2000,
        keepMs: 600_000,
        ...change,
      });

    /** A Deduct that was received so long ago, and took so long to be answered. */
    async function add(agoMs: number, change: Partial<SettleInput> = {}, tookMs = 40): Promise<string> {
      made += 1;
      const requestId = `5001_20260101220405_${String(made)}`;
      const receivedAtMs = NOW_MS - agoMs;
      await subject.ledger.claim(deduct({ requestId, transactionId: `T-${String(made)}`, receivedAtMs }));
      const times = { sentAtMs: receivedAtMs + 1, answeredAtMs: receivedAtMs + tookMs };
      await subject.ledger.settle(answered(requestId, { ...times, ...change }));
      return requestId;
    }

    it('are all zero where nothing happened', async () => {
      const stats = await reader()('MINUTES_15');
      expect(stats).toMatchObject({ count: 0, latencyP50Ms: null, latencyP99Ms: null, isSampled: false });
      expect(stats.buckets).toHaveLength(60);
      expect(stats.openNow).toEqual({ pending: 0, in_doubt: 0, queued: 0, unmatched: 0, contradicted: 0 });
    });

    it('count each transaction in its stretch of time, by its result', async () => {
      await add(16 * 60_000); // before the span
      await add(3 * BUCKET_MS);
      await add(3 * BUCKET_MS - 1, { resultCode: -17 });
      await add(2 * BUCKET_MS, { state: 'in_doubt', resultCode: null, answeredAtMs: null });
      made += 1;
      const requestId = `5001_20260101220405_${String(made)}`;
      await subject.ledger.claim(
        deduct({ requestId, transactionId: 'refused', receivedAtMs: NOW_MS - BUCKET_MS }),
      );
      await subject.ledger.settle(refused(requestId));
      const stats = await reader()('MINUTES_15');
      expect(stats).toMatchObject({ count: 4, approved: 1, declined: 1, inDoubt: 1, refused: 1, open: 0 });
      expect(stats.openNow).toMatchObject({ in_doubt: 1, pending: 0 });
      const busy = stats.buckets.filter(({ count }) => count > 0);
      expect(busy.map(({ fromMs, count }) => [NOW_MS - fromMs, count])).toEqual([
        [3 * BUCKET_MS, 2],
        [2 * BUCKET_MS, 1],
        [BUCKET_MS, 1],
      ]);
      expect((await reader()('HOURS_24')).count).toBe(5);
    });

    it('tell latencies from receipt to answer, to 2%', async () => {
      for (let index = 0; index < 98; index += 1) await add(BUCKET_MS - index, {}, 20);
      await add(BUCKET_MS - 98, {}, 1000);
      await add(BUCKET_MS - 99, {}, 1000);
      const { latencyP50Ms, latencyP99Ms } = await reader()('MINUTES_15');
      expect(latencyP50Ms).toBe(20);
      expect(latencyP99Ms).toBeGreaterThanOrEqual(980);
      expect(latencyP99Ms).toBeLessThanOrEqual(1000);
    });

    it('estimate a stretch with too many transactions from a sample, and say so', async () => {
      for (let index = 0; index < 200; index += 1) {
        await add(10 * BUCKET_MS - index, index % 2 === 0 ? {} : { resultCode: -17 });
      }
      const stats = await reader({ sampleRows: 40 })('MINUTES_15');
      expect(stats.isSampled).toBe(true);
      expect(stats.count).toBe(200);
      expect(stats.approved).toBeGreaterThanOrEqual(80);
      expect(stats.approved).toBeLessThanOrEqual(120);
    });

    it('read what is over once, and what goes on again', async () => {
      await add(10 * BUCKET_MS);
      let rows = 0;
      const counting: LedgerStats = {
        ...subject.stats,
        async rowsIn(from, to) {
          rows += to - from;
          return subject.stats.rowsIn(from, to);
        },
      };
      const read = reader({ stats: counting });
      await read('MINUTES_15');
      const id = await add(0);
      nowMs += 1000;
      expect((await read('MINUTES_15')).count).toBe(2);
      expect([rows, id]).toEqual([2, id]);
    });

    it('add up what several processes counted of replays', async () => {
      const { replays } = subject;
      expect(await replays.of('a')).toBeNull();
      await replays.add([
        { requestId: 'b', replays: 1, lastAtMs: 5 },
        { requestId: 'a', replays: 2, lastAtMs: 7 },
      ]);
      await replays.add([{ requestId: 'a', replays: 3, lastAtMs: 9 }]);
      expect(await replays.of('a')).toEqual({ requestId: 'a', replays: 5, lastAtMs: 9 });
      expect(await replays.of('b')).toEqual({ requestId: 'b', replays: 1, lastAtMs: 5 });
    });

    it('are read once for many who ask at the same time', async () => {
      let reads = 0;
      const counting: LedgerStats = {
        ...subject.stats,
        borders(times) {
          reads += 1;
          return subject.stats.borders(times);
        },
      };
      const read = reader({ stats: counting });
      await Promise.all(Array.from({ length: 20 }, () => read('DAYS_7')));
      expect(reads).toBe(1);
    });
  });
}

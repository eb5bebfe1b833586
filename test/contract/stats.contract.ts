import * as fc from 'fast-check';
import type { LedgerHistory, LedgerStats } from '../../src/use-cases/transactions/history-port.js';
import type { Ledger, SettleInput } from '../../src/use-cases/transactions/ledger-port.js';
import { createReadStats, type ReadStats } from '../../src/use-cases/transactions/read-stats.js';
import { countAll, countsOf } from '../support/counts.js';
import { again, answered, deduct, refused } from './samples.js';

export interface StatsUnderTest {
  readonly ledger: Ledger;
  readonly stats: LedgerStats;
  readonly history: LedgerHistory;
  /** The same database, as another process sees it. */
  readonly other: { readonly ledger: Ledger; readonly stats: LedgerStats };
  query<Row>(sql: string): Promise<Row[]>;
}

/** Time at a border of buckets of every length. */
const NOW_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;

/** Tests the statistics of a ledger. */
export function statsContract(name: string, open: () => Promise<StatsUnderTest>): void {
  describe(`statistics on ${name}`, () => {
    let subject: StatsUnderTest;
    let made: number;

    beforeEach(async () => {
      subject = await open();
      made = 0;
    });

    const read: ReadStats = async (span) => {
      await countAll(subject.stats);
      const clock = { nowMs: () => NOW_MS, monotonicMs: () => NOW_MS };
      return createReadStats({ stats: subject.stats, clock })(span);
    };

    async function claim(agoMs: number): Promise<string> {
      made += 1;
      const requestId = `5001_20260101220405_${String(made)}`;
      const own = { requestId, transactionId: `T-${String(made)}`, receivedAtMs: NOW_MS - agoMs };
      await subject.ledger.claim(deduct(own));
      return requestId;
    }

    /** Adds a Deduct that was received so long ago, and that took so long to be answered. */
    async function add(agoMs: number, change: Partial<SettleInput> = {}, tookMs = 40): Promise<string> {
      const requestId = await claim(agoMs);
      await subject.ledger.settle(answered(requestId, { answeredAtMs: NOW_MS - agoMs + tookMs, ...change }));
      return requestId;
    }

    async function expectCounted(): Promise<void> {
      const { counted, inTable } = await countsOf(subject.query);
      expect(counted).toEqual(inTable);
    }

    const kept = (): Promise<unknown[]> => subject.query('select sequence, attempt from counted_rows');

    it('are all zero where nothing happened', async () => {
      const stats = await read('MINUTES_15');
      expect(stats).toMatchObject({ count: 0, latencyP50Ms: null, latencyP99Ms: null });
      expect(stats.buckets).toHaveLength(15);
      expect(stats.openNow).toEqual({ pending: 0, in_doubt: 0, queued: 0, unmatched: 0, contradicted: 0 });
    });

    it('count each transaction in its stretch of time, by its result', async () => {
      await add(16 * MINUTE_MS); // before the span
      await add(3 * MINUTE_MS);
      await add(3 * MINUTE_MS - 1, { resultCode: -17 });
      await add(3 * MINUTE_MS - 2, { resultCode: 3 }); // no approval
      await add(2 * MINUTE_MS, { state: 'in_doubt', resultCode: null, answeredAtMs: null });
      await subject.ledger.settle(refused(await claim(MINUTE_MS)));
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
      await add(MINUTE_MS, { replyReason: 'original_not_processed' });
      await add(MINUTE_MS, { replyReason: 'reversed_by_gateway' });
      expect(await read('MINUTES_15')).toMatchObject({ count: 2, approved: 0, refused: 2 });
      await expectCounted();
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

    it('measure no latency of a call that was sent again long after its receipt', async () => {
      const requestId = await add(10 * MINUTE_MS);
      expect(await read('MINUTES_15')).toMatchObject({ approved: 1, latencyP99Ms: 40 });
      await subject.ledger.reclaim(again(requestId, { fromState: 'answered' }));
      const second = answered(requestId, { attempt: 2, answeredAtMs: NOW_MS });
      for (const [from, state] of [
        ['pending', 'contradicted'] as const,
        ['contradicted', 'answered'] as const,
      ]) {
        await subject.ledger.settle({ ...second, state, fromStates: [from] });
        expect(await read('MINUTES_15')).toMatchObject({ count: 1, latencyP99Ms: null });
        await expectCounted();
      }
    });

    it('are read once for many who ask at the same time', async () => {
      let reads = 0;
      const counting: LedgerStats = {
        ...subject.stats,
        buckets(wanted) {
          reads += 1;
          return subject.stats.buckets(wanted);
        },
      };
      const many = createReadStats({
        stats: counting,
        clock: { nowMs: () => NOW_MS, monotonicMs: () => NOW_MS },
      });
      await Promise.all(Array.from({ length: 20 }, () => many('DAYS_7')));
      expect(reads).toBe(1);
    });

    it('are read again after the clock was set back, however far', async () => {
      let aheadMs = 60 * MINUTE_MS;
      let passedMs = 0;
      const many = createReadStats({
        stats: subject.stats,
        clock: { nowMs: () => NOW_MS + aheadMs + passedMs, monotonicMs: () => passedMs },
      });
      expect(await many('MINUTES_15')).toMatchObject({ count: 0 });
      await add(0);
      await countAll(subject.stats);
      aheadMs = 0;
      passedMs = 1_000;
      expect(await many('MINUTES_15')).toMatchObject({ atMs: NOW_MS + passedMs, count: 1 });
    });

    it('correct the minute of a transaction that is settled days later, and then forget it', async () => {
      const requestId = await claim(5 * 24 * 60 * MINUTE_MS);
      expect(await read('DAYS_7')).toMatchObject({ count: 1, open: 1 });
      await subject.ledger.settle(answered(requestId, { state: 'in_doubt', answeredAtMs: null }));
      expect(await read('DAYS_7')).toMatchObject({ count: 1, open: 0, inDoubt: 1, latencyP50Ms: null });
      expect(await kept()).toHaveLength(1);
      await subject.ledger.settle(answered(requestId, { answeredAtMs: NOW_MS }));
      const stats = await read('DAYS_7');
      expect(stats).toMatchObject({ count: 1, inDoubt: 0, approved: 1 });
      expect(stats.latencyP50Ms).toBeGreaterThan(0);
      expect(await kept()).toEqual([]);
      await expectCounted();
    });

    it.each([true, false])('follow one that is taken again, counted before: %s', async (isCounted) => {
      const requestId = await add(MINUTE_MS, { state: 'refused', resultCode: null, answeredAtMs: null });
      if (isCounted) await countAll(subject.stats);
      await subject.ledger.reclaim(again(requestId));
      await subject.ledger.settle(refused(requestId, { attempt: 2 }));
      await subject.ledger.reclaim(again(requestId, { fromAttempt: 2 }));
      await countAll(subject.stats);
      await expectCounted();
      await subject.ledger.settle(answered(requestId, { attempt: 3, answeredAtMs: NOW_MS }));
      expect(await read('MINUTES_15')).toMatchObject({ count: 1, refused: 0, approved: 1 });
      expect(await kept()).toEqual([]);
      await expectCounted();
    });

    it('count one as contradicted that an operator had settled before', async () => {
      const requestId = await add(MINUTE_MS, { resultCode: -17 });
      await countAll(subject.stats);
      expect(await read('MINUTES_15')).toMatchObject({ count: 1, declined: 1, contradicted: 0 });
      await subject.ledger.settle(
        answered(requestId, { state: 'contradicted', resultCode: 1, fromStates: ['answered'] }),
      );
      await countAll(subject.stats);
      expect(await read('MINUTES_15')).toMatchObject({ count: 1, declined: 0, contradicted: 1 });
      await expectCounted();
    });

    it('do not look any more at one that is gone, whose count stays', async () => {
      const requestId = await claim(MINUTE_MS);
      await countAll(subject.stats);
      await subject.ledger.settle(answered(requestId));
      await subject.history.purge({ receivedBeforeMs: NOW_MS, after: 0, limit: 10 }, null);
      expect(await read('MINUTES_15')).toMatchObject({ count: 1, open: 1 });
      expect(await kept()).toEqual([]);
    });

    it('keep as many stretches as the longest span has, whatever a clock says', async () => {
      const requestId = await claim(0);
      await countAll(subject.stats);
      const kept = 7 * 24 * 60 + 1;
      await subject.query(
        `insert into transaction_counts with recursive n as (select 1 as i union all select i + 1 from n where i < ${String(kept)})
          select 60000, ${String(NOW_MS)} + i * 60000, 1, 1, 0, 0, 0, 0, 0, '' from n`,
      );
      await add(-(kept + 1) * MINUTE_MS);
      await countAll(subject.stats);
      const minutes = await subject.query<{ first: number; rows: number }>(
        'select min(from_ms) as first, count(*) as rows from transaction_counts where bucket_ms = 60000',
      );
      expect(minutes).toEqual([{ first: NOW_MS + 2 * MINUTE_MS, rows: kept }]);
      // A corrected count has no minute buckets any longer.
      await subject.ledger.settle(answered(requestId, { answeredAtMs: NOW_MS }));
      await countAll(subject.stats);
      expect(
        await subject.query(
          `select bucket_ms, "open" from transaction_counts where from_ms = ${String(NOW_MS)} order by bucket_ms`,
        ),
      ).toEqual([
        { bucket_ms: 900_000, open: 0 },
        { bucket_ms: 7_200_000, open: 0 },
      ]);
    });

    it('are those of the whole table, however it changes while two processes count', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(ROUND, { minLength: 1, maxLength: 12 }), async (rounds) => {
          subject = await open();
          for (const round of rounds) await Promise.all(round.map((act) => run(subject, act)));
          await countAll(subject.stats);
          await expectCounted();
        }),
        { numRuns: 12 },
      );
    }, 120_000);
  });
}

/** Acts of one moment. */
const ROUND = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...(['claim', 'claim', 'settle', 'settle', 'settle', 'reclaim', 'expire', 'count', 'correct'] as const),
    ),
    process: fc.constantFrom('this', 'other'),
    row: fc.integer({ min: 0, max: 7 }),
    attempt: fc.integer({ min: 1, max: 3 }),
    effect: fc.constantFrom('money', 'advice', 'none'),
    state: fc.constantFrom('answered', 'answered', 'refused', 'failed', 'in_doubt', 'queued', 'contradicted'),
    resultCode: fc.constantFrom(1, -17),
  }),
  { minLength: 1, maxLength: 8 },
);

type Act = typeof ROUND extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

/** Runs one act. An act that does not fit the rows changes nothing. */
async function run(subject: StatsUnderTest, act: Act): Promise<void> {
  const { ledger, stats } = act.process === 'this' ? subject : subject.other;
  const { kind, row, attempt, state, effect } = act;
  const requestId = `5001_20260101220405_${String(row)}`;
  // Two rows per minute
  const receivedAtMs = NOW_MS - Math.floor(row / 2) * MINUTE_MS;
  const [isOpen, isMoved] = [state === 'queued', state === 'refused' || state === 'failed'];
  switch (kind) {
    case 'claim': {
      const own = { requestId, transactionId: `T-${String(row)}`, receivedAtMs, effect, reversedBy: [] };
      await ledger.claim(deduct({ ...own, leaseMs: row % 2 === 0 ? -10 : 9_000 }));
      return;
    }
    case 'settle':
      await ledger.settle(
        answered(requestId, {
          ...{ attempt, state, fromStates: ['pending', 'in_doubt', 'queued', 'contradicted', 'unmatched'] },
          resultCode: isOpen || isMoved ? null : act.resultCode,
          answeredAtMs: isOpen || isMoved || state === 'in_doubt' ? null : receivedAtMs + 10 * attempt,
          nextAttemptInMs: isOpen ? 1 : null,
        }),
      );
      return;
    case 'reclaim': {
      const found = await ledger.find(requestId);
      // No process takes a pending row again.
      if (found === null || found.state === 'pending') return;
      const from = { fromState: found.state, fromAttempt: found.attempt, reversedBy: [] };
      await ledger.reclaim(again(requestId, from));
      return;
    }
    case 'expire':
      await ledger.expireLeases({ owner: 'nobody', running: () => [], limit: 10 });
      return;
    case 'count':
      await stats.count();
      return;
    case 'correct':
      await stats.correct(0);
  }
}

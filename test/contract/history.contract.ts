import type { LedgerHistory } from '../../src/use-cases/transactions/history/history-port.js';
import type { ClaimInput, Ledger } from '../../src/use-cases/transactions/ledger-port.js';
import { again, answered, deduct, doubted, refused, reversal, toTerminal } from './samples.js';

export interface HistoryUnderTest {
  readonly ledger: Ledger;
  readonly history: LedgerHistory;
  /** Returns the actions of the audit log, oldest first. */
  audited(): Promise<readonly { readonly action: string; readonly actor: string }[]>;
  query(sql: string): Promise<unknown>;
}

const AUDIT = {
  actor: 'somebody',
  action: 'purge_begins',
  subject: 'transactions',
  reason: 'test',
  before: '{}',
  after: '{}',
};

/** Tests what a ledger does with old rows. */
export function historyContract(name: string, open: () => Promise<HistoryUnderTest>): void {
  describe(`history on ${name}`, () => {
    let subject: HistoryUnderTest;

    beforeEach(async () => {
      subject = await open();
    });

    const idOf = (index: number): string => `5001_20260101220405_${String(index)}`;

    /** Claims transactions that were received one second apart. */
    async function claimed(count: number, change: Partial<ClaimInput> = {}): Promise<void> {
      for (let index = 1; index <= count; index += 1) await claim(index, change);
    }

    async function claim(index: number, change: Partial<ClaimInput> = {}): Promise<void> {
      const requestId = idOf(index);
      const own = { requestId, transactionId: `T-${String(index)}`, receivedAtMs: index * 1000 };
      await subject.ledger.claim(deduct({ ...own, ...change }));
    }

    async function settled(...indexes: readonly number[]): Promise<void> {
      for (const index of indexes) await subject.ledger.apply(answered(idOf(index)));
    }

    async function readIds(fromMs: number, toMs: number): Promise<readonly string[]> {
      const ids: string[] = [];
      const filter = { receivedFromMs: fromMs, receivedToMs: toMs };
      for await (const piece of subject.history.exportText({ filter, format: 'ndjson' })) {
        const lines = piece.toString('utf8').trimEnd().split('\n');
        ids.push(...lines.map((line) => (JSON.parse(line) as { requestId: string }).requestId));
      }
      return ids;
    }

    const piece = { receivedBeforeMs: 5_000, after: 0, limit: 100 };
    const left = (): Promise<readonly string[]> => readIds(0, Number.MAX_SAFE_INTEGER);

    it('reads a range oldest first, its begin included and its end not', async () => {
      await claimed(6);
      expect(await readIds(2_000, 5_000)).toEqual([idOf(2), idOf(3), idOf(4)]);
      expect(await readIds(9_000, 10_000)).toEqual([]);
    });

    it('reads a range that is longer than one piece, each row once', async () => {
      // A range begins at the row with the smallest sequence: the one received first.
      await claim(1);
      await Promise.all(Array.from({ length: 1_099 }, (_, index) => claim(index + 2)));
      const ids = await readIds(0, 2_000_000);
      expect([ids.length, new Set(ids).size]).toEqual([1_100, 1_100]);
    });

    async function exported(wanted: Parameters<LedgerHistory['exportText']>[0]): Promise<string[]> {
      let text = '';
      for await (const piece of subject.history.exportText(wanted)) text += piece.toString('utf8');
      return text.split(/\r?\n/).filter((line) => line !== '');
    }

    it('exports what passes a filter, each row once, over several pieces', async () => {
      await claim(1);
      const ofCard = (index: number) => ({ cardId: index % 2 === 0 ? 6000 : 5001 });
      await Promise.all(Array.from({ length: 1_199 }, (_, index) => claim(index + 2, ofCard(index))));
      const lines = await exported({ filter: { cardId: 6000 }, format: 'ndjson' });
      const found = lines.map((line) => JSON.parse(line) as { requestId: string; cardId: number });
      expect([found.length, new Set(found.map(({ requestId }) => requestId)).size]).toEqual([600, 600]);
      expect(found.every(({ cardId }) => cardId === 6000)).toBe(true);
      expect(await exported({ filter: { cardId: 7000 }, format: 'ndjson' })).toEqual([]);
      expect(await exported({ filter: { state: 'pending' }, format: 'ndjson' })).toHaveLength(1_200);
    });

    it('exports a table with a line of names, also without rows; texts only where they are wanted', async () => {
      const head = await exported({ filter: {}, format: 'csv' });
      expect(head).toEqual([expect.stringMatching(/^requestId,receivedAt,state,.*,settledAt$/)]);
      const request = '{"request":{"checksum":"c0ffee","narrative":"Zürich"}}';
      await claim(1, { request });
      await settled(1);
      const [, row] = await exported({ filter: {}, format: 'csv' });
      expect(row).toMatch(/^5001_20260101220405_1,1970-01-01T00:00:01.000Z,answered,/);
      expect(row).not.toContain('Zürich');
      const [names, full] = await exported({ filter: {}, format: 'csv', withTexts: true });
      expect(names).toMatch(/,request,answer,rawAnswer$/);
      expect(full).toContain(
        '"{""request"":{""narrative"":""Zürich""}}","{""response"":{""resultCode"":1}}"',
      );
      expect(full).not.toContain('c0ffee');
    });

    it('exports the approved amount of a partial approval', async () => {
      await claim(1);
      const answer = '{"response":{"resultCode":2,"approvalAmount":150}}';
      await subject.ledger.apply(answered(idOf(1), { resultCode: 2, answer }));
      const [line = ''] = await exported({ filter: {}, format: 'ndjson' });
      expect(JSON.parse(line)).toMatchObject({ resultCode: 2, approvalAmount: 150, currency: 'EUR' });
    });

    it('purges what is old and closed, and keeps the rest', async () => {
      await claimed(6);
      await settled(1, 3, 4, 5, 6);
      const done = { deleted: 3, through: null };
      expect(await subject.history.purgeable(piece)).toEqual(done);
      expect(await left()).toHaveLength(6);
      expect(await subject.history.purge(piece, AUDIT)).toEqual(done);
      expect(await left()).toEqual([idOf(2), idOf(5), idOf(6)]);
    });

    it.each([
      ['in_doubt', 'money', doubted(idOf(1))],
      ['contradicted', 'money', answered(idOf(1), { reply: toTerminal(-7) })],
      ['queued', 'advice', doubted(idOf(1), { dedupes: true, nextAttemptInMs: 1 })],
    ] as const)('never purges one that is %s', async (_state, effect, input) => {
      await claimed(1, { effect });
      await subject.ledger.apply(input);
      expect(await subject.history.purge(piece, null)).toMatchObject({ deleted: 0 });
    });

    it('never purges an advice that is unmatched', async () => {
      await subject.ledger.claim(reversal({ state: 'unmatched', receivedAtMs: 1_000 }));
      expect(await subject.history.purge(piece, null)).toMatchObject({ deleted: 0 });
    });

    it('keeps an original while its reversal is open, and a reversal while its original is', async () => {
      await subject.ledger.claim(deduct());
      await subject.ledger.claim(reversal());
      const [original, advice] = [deduct().requestId, reversal().requestId];
      await subject.ledger.apply(answered(original));
      expect(await subject.history.purge(piece, null)).toMatchObject({ deleted: 0 });
      await subject.ledger.apply(answered(advice));
      expect(await subject.history.purge(piece, null)).toMatchObject({ deleted: 2 });

      await subject.ledger.claim(deduct({ requestId: idOf(7), transactionId: 'T-1' }));
      await subject.ledger.claim(reversal({ requestId: idOf(8) }));
      await subject.ledger.apply(answered(idOf(8)));
      expect(await subject.history.purge(piece, null)).toMatchObject({ deleted: 0 });
    });

    it('keeps one that was refused and has been taken again', async () => {
      await claimed(1);
      await subject.ledger.apply(refused(idOf(1)));
      await subject.ledger.reclaim(again(idOf(1)));
      expect(await subject.history.purge(piece, null)).toMatchObject({ deleted: 0 });
    });

    it('goes piece by piece, and says where it stands', async () => {
      await claimed(4);
      await settled(1, 2, 3, 4);
      const one = await subject.history.purge({ ...piece, limit: 3 }, null);
      expect([one.deleted, one.through]).toEqual([3, expect.any(Number)]);
      const two = await subject.history.purge({ ...piece, limit: 3, after: one.through ?? 0 }, null);
      expect(two).toEqual({ deleted: 1, through: null });
    });

    it('keeps who purged in the commit that deletes, and nothing when nothing was deleted', async () => {
      await subject.history.purge(piece, AUDIT);
      expect(await subject.audited()).toEqual([]);
      await claimed(1);
      await settled(1);
      await subject.history.purge(piece, AUDIT);
      await subject.history.record({ ...AUDIT, action: 'purge_ends' });
      expect(await subject.audited()).toMatchObject([
        { action: 'purge_begins', actor: 'somebody' },
        { action: 'purge_ends' },
      ]);
    });

    it('keeps the order of a purge with its audit entry, until it is carried out', async () => {
      const order = { receivedBeforeMs: 2_000, actor: 'somebody', reason: 'test' };
      const audit = { ...AUDIT, action: 'order_purge' };
      const further = { ...order, receivedBeforeMs: 3_000 };
      expect(await subject.history.ordered()).toBeNull();
      for (const each of [order, further, order]) await subject.history.order(each, audit);
      expect(await subject.history.ordered()).toEqual(further);
      expect(await subject.audited()).toMatchObject([audit, audit, audit].map(({ action }) => ({ action })));
      await subject.history.endOrder(order);
      expect(await subject.history.ordered()).toEqual(further);
      await subject.history.endOrder(further);
      expect(await subject.history.ordered()).toBeNull();
    });

    it('lets a purged request id be claimed as if it had never been seen', async () => {
      await claimed(1);
      await settled(1);
      await subject.history.purge(piece, null);
      expect(await subject.ledger.find(idOf(1))).toBeNull();
      expect(await subject.ledger.claim(deduct({ requestId: idOf(1) }))).toMatchObject({ kind: 'claimed' });
    });
  });
}

import { deduct } from '../../contract/samples.js';
import { eachDatabase, type TestDatabase } from '../../support/databases.js';

eachDatabase((name, create) => {
  describe(`a value on ${name} that no statement accepts`, () => {
    let database: TestDatabase;

    beforeEach(async () => {
      database = await create();
    });

    afterEach(async () => {
      await database.close();
    });

    const wrong = { text: 'no text' } as unknown as string;

    it('fails its own operation, at once and as an internal error; its neighbours are committed', async () => {
      const { ledger } = await database.open({ settings: { busyGiveUpMs: 60_000 } });
      const [first, failed, last] = await Promise.allSettled([
        ledger.claim(deduct({ requestId: '5001_20260101220405_1' })),
        ledger.claim(deduct({ requestId: '5001_20260101220405_2', reference: wrong, transactionId: 'T-2' })),
        ledger.claim(deduct({ requestId: '5001_20260101220405_3', transactionId: 'T-3' })),
      ]);
      expect([first.status, last.status]).toEqual(['fulfilled', 'fulfilled']);
      expect(failed).toMatchObject({
        status: 'rejected',
        reason: expect.not.objectContaining({ code: 'UNAVAILABLE' }) as unknown,
      });
      expect((await ledger.list({ filter: {} })).rows).toHaveLength(2);
    });

    it('leaves nothing of an operation that has written, alone or in a batch', async () => {
      const { ledger } = await database.open({ settings: { busyGiveUpMs: 60_000 } });
      const half = { requestId: '5001_20260101220405_2', request: wrong, transactionId: 'T-2' };
      await expect(ledger.claim(deduct(half))).rejects.toThrow();
      const outcomes = await Promise.allSettled([
        ledger.claim(deduct({ requestId: '5001_20260101220405_1' })),
        ledger.claim(deduct(half)),
        ledger.claim(deduct({ requestId: '5001_20260101220405_3', transactionId: 'T-3' })),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      const { rows } = await ledger.list({ filter: {} });
      expect(rows.map(({ requestId }) => requestId.at(-1)).sort()).toEqual(['1', '3']);
    });

    it('in a read is INTERNAL', async () => {
      const { ledger } = await database.open({ settings: { busyGiveUpMs: 60_000 } });
      await expect(ledger.linked(wrong)).rejects.toMatchObject({ code: 'INTERNAL' });
    });
  });
});

import type { Ledger } from '../../src/use-cases/transactions/ledger-port.js';
import { type LedgerUnderTest, rowOf } from './ledger-under-test.js';
import { deduct, doubted, refused, reversal } from './samples.js';

const ID = deduct().requestId;

/** Tests advices that waited for a wallet or their next attempt, and are due now. */
export function requeueContract(opened: () => LedgerUnderTest): void {
  let subject: LedgerUnderTest;
  let ledger: Ledger;

  beforeEach(() => {
    subject = opened();
    ledger = subject.ledger;
  });

  const row = (requestId: string) => rowOf(ledger, requestId);

  describe('requeue', () => {
    const advice = reversal({
      requestId: '0_20260101220500_2',
      state: 'unmatched',
      customerId: null,
      cardId: null,
    });
    const wallet = {
      customerId: 1001,
      cardId: 5001,
      sealedBody: Buffer.from('sealed anew'),
      request: '{"request":{"customer_id":1001}}',
      reverses: ['Deduct'],
    };
    const matched = { requestId: advice.requestId, attempt: 1, atMs: 3_000, wallet };
    const lease = { owner: 'owner-2', leaseMs: 37_000, limit: 10 };

    beforeEach(() => subject.setNowMs(3_000));

    it('gives an unmatched advice its wallet and what goes with it, under its request id', async () => {
      await ledger.claim(advice);
      expect(await ledger.sealedBody(advice.requestId)).toEqual(advice.sealedBody);
      expect(await ledger.requeue(matched)).toEqual({ kind: 'queued' });
      const { reverses, sealedBody, ...shown } = wallet;
      expect(reverses).toEqual(['Deduct']);
      expect(await row(advice.requestId)).toMatchObject({
        ...shown,
        state: 'queued',
        attempt: 1,
        replyReason: 'advice_accepted',
        nextAttemptAtMs: 3_000,
      });
      const [leased] = await ledger.leaseQueued(lease);
      expect(leased?.sealedBody).toEqual(sealedBody);
      expect((await ledger.list({ filter: { customerId: 1001 }, first: 5 })).rows).toHaveLength(1);
    });

    it('links it to an original that came meanwhile, after which it stops no others', async () => {
      await ledger.claim(deduct({ transactionDate: '20260104T00:00:00' }));
      await ledger.claim({ ...advice, referenceDate: '20260106T00:00:00' });
      await ledger.requeue(matched);
      expect((await row(advice.requestId)).originalRequestId).toBeNull();
      const other = { ...advice, requestId: '0_20260101220500_3', referenceDate: '20260104T00:00:09' };
      await ledger.claim({ ...other, checksum: 'f'.repeat(64), digest: 'others', reverses: [] });
      await ledger.requeue({ ...matched, requestId: other.requestId });
      expect((await row(other.requestId)).originalRequestId).toBe(ID);
      const near = deduct({ requestId: '5001_20260103220406_7', transactionDate: '20260103T22:04:06' });
      expect((await ledger.claim(near)).kind).toBe('claimed');
    });

    it('is done once', async () => {
      await ledger.claim(advice);
      const outcomes = await Promise.all([ledger.requeue(matched), subject.other.requeue(matched)]);
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['lost', 'queued']);
    });

    it('is lost for another attempt or state', async () => {
      await ledger.claim(advice);
      expect((await ledger.requeue({ ...matched, attempt: 2 })).kind).toBe('lost');
      expect((await ledger.requeue({ ...matched, wallet: null })).kind).toBe('lost');
      expect(await ledger.requeue({ ...matched, requestId: 'none' })).toEqual({ kind: 'lost', row: null });
      expect(await ledger.sealedBody('none')).toBeNull();
    });

    it('is lost for a call in doubt that waits for its next inquiry', async () => {
      await ledger.claim(deduct());
      await ledger.apply(doubted(ID));
      const inquiries = { routes: [deduct().route], pauseMinMs: 1_000, pauseMaxMs: 60_000, limit: 10 };
      expect(await ledger.leaseDoubts(inquiries)).toHaveLength(1);
      const now = { requestId: ID, attempt: 1, atMs: 3_000, wallet: null };
      expect((await ledger.requeue(now)).kind).toBe('lost');
    });

    it('makes a queued one due now, unless it is being sent', async () => {
      await ledger.claim(reversal());
      const { requestId } = reversal();
      await ledger.apply(refused(requestId, { nextAttemptInMs: 900_000 }));
      const now = { requestId, attempt: 1, atMs: 3_000, wallet: null };
      expect(await ledger.requeue(now)).toEqual({ kind: 'queued' });
      expect((await row(requestId)).nextAttemptAtMs).toBe(3_000);
      await ledger.leaseQueued(lease);
      expect((await ledger.requeue({ ...now, attempt: 2 })).kind).toBe('lost');
    });
  });
}

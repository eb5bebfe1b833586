import type { Ledger } from '../../src/use-cases/transactions/ledger-port.js';
import { type LedgerUnderTest, rowOf } from './ledger-under-test.js';
import { answered, deduct, doubted, refused, reversal } from './samples.js';

const ID = deduct().requestId;

/** Tests leases: the owner of a row, and the end of its ownership by the ledger's clock. */
export function leasesContract(name: string, open: () => Promise<LedgerUnderTest>): void {
  describe(`leases of the ledger on ${name}`, () => {
    let subject: LedgerUnderTest;
    let ledger: Ledger;

    beforeEach(async () => {
      subject = await open();
      ledger = subject.ledger;
    });

    const row = (requestId: string) => rowOf(ledger, requestId);

    /** Expires leases as a process that runs none of the calls. */
    function expireAt(
      nowMs: number,
      change: Partial<Parameters<Ledger['expireLeases']>[0]> = {},
    ): ReturnType<Ledger['expireLeases']> {
      subject.setNowMs(nowMs);
      return ledger.expireLeases({
        ...{ owner: 'owner-9', leaseMs: 9_000, running: () => [], limit: 10 },
        ...change,
      });
    }

    describe('leases', () => {
      it('turn a pending row whose lease ended into what is safe for its effect', async () => {
        const none = deduct({ requestId: '5001_20260101220405_2', effect: 'none', methodName: 'Balance' });
        const state = deduct({ requestId: '5001_20260101220405_3', effect: 'state' });
        for (const input of [deduct(), none, state, reversal()]) await ledger.claim(input);
        const expired = await expireAt(10_001);
        const states = Object.fromEntries(
          expired.map(({ requestId, state: reached }) => [requestId, reached]),
        );
        expect(states).toEqual({
          [ID]: 'in_doubt',
          [none.requestId]: 'refused',
          [state.requestId]: 'in_doubt',
          [reversal().requestId]: 'queued',
        });
        expect(await row(reversal().requestId)).toMatchObject({ state: 'queued', nextAttemptAtMs: 10_001 });
      });

      it('count what their owner left as perhaps sent', async () => {
        subject.setNowMs(1_050);
        await ledger.claim(deduct());
        const [expired] = await expireAt(10_051);
        expect(expired).toMatchObject({
          sentAtMs: 1_050,
          settledAtMs: 10_051,
          errorCode: 'IN_DOUBT',
          failure: 'lease_ended',
        });
      });

      it('do not end for what their owner is still carrying', async () => {
        const left = deduct({ requestId: '5001_20260101220405_2' });
        for (const input of [deduct(), left]) await ledger.claim(input);
        const carrying = { owner: 'owner-1', running: () => [ID] };
        expect((await expireAt(10_001, carrying)).map(({ requestId }) => requestId)).toEqual([
          left.requestId,
        ]);
        expect((await row(ID)).state).toBe('pending');
        expect(await expireAt(10_001, { owner: 'owner-2', running: () => [ID] })).toHaveLength(1);
      });

      it('do not end for what their owner takes up while it is asked', async () => {
        await ledger.claim(deduct());
        const claimedMeanwhile = (): readonly string[] => {
          subject.setNowMs(10_001);
          return [];
        };
        expect(await expireAt(10_000, { owner: 'owner-1', running: claimedMeanwhile })).toEqual([]);
        expect((await row(ID)).state).toBe('pending');
      });

      it('hold until they end, and are taken a few at a time', async () => {
        await ledger.claim(deduct());
        await ledger.claim(deduct({ requestId: '5001_20260101220405_2' }));
        expect(await expireAt(10_000)).toEqual([]);
        expect(await expireAt(10_001, { limit: 1 })).toHaveLength(1);
        expect(await expireAt(10_001)).toHaveLength(1);
      });

      it('leave a settlement of a late owner possible', async () => {
        await ledger.claim(deduct());
        await expireAt(10_001);
        expect(await ledger.apply(answered(ID))).toMatchObject({ kind: 'moved', state: 'answered' });
      });
    });

    describe('queued advices', () => {
      const advice = reversal();
      const lease = { owner: 'owner-2', leaseMs: 38_000, limit: 10 };

      /** Queues an advice that is due at this time. */
      async function queue(dueMs: number, brought: Parameters<typeof refused>[1] = {}): Promise<void> {
        await ledger.claim(advice);
        await ledger.apply(refused(advice.requestId, { ...brought, nextAttemptInMs: dueMs - 1_000 }));
      }

      function leaseAt(nowMs: number, limit = 10): ReturnType<Ledger['leaseQueued']> {
        subject.setNowMs(nowMs);
        return ledger.leaseQueued({ ...lease, limit });
      }

      it('are leased with their body when they are due', async () => {
        await queue(2_000);
        expect(await leaseAt(1_999)).toEqual([]);
        const [leased, ...others] = await leaseAt(2_000);
        expect(others).toEqual([]);
        expect(leased?.sealedBody).toEqual(advice.sealedBody);
        expect(leased?.row).toMatchObject({
          requestId: advice.requestId,
          state: 'queued',
          attempt: 2,
          owner: 'owner-2',
          nextAttemptAtMs: null,
        });
      });

      it('stay where their route must wait', async () => {
        await queue(1_500);
        subject.setNowMs(2_000);
        expect(await ledger.leaseQueued({ ...lease, exceptRoutes: ['other', advice.route] })).toEqual([]);
        expect(await ledger.leaseQueued({ ...lease, exceptRoutes: ['other'] })).toHaveLength(1);
      });

      it('are leased to one', async () => {
        await queue(1_500);
        subject.setNowMs(2_000);
        const leased = await Promise.all([ledger.leaseQueued(lease), subject.other.leaseQueued(lease)]);
        expect(leased.flat()).toHaveLength(1);
      });

      it('are due again when the lease ends, and count as perhaps sent', async () => {
        await queue(1_500, { refusedSentAtMs: 1_400, failure: 'status' });
        const [first] = await leaseAt(2_000);
        expect(first?.row).toMatchObject({ sentAtMs: null, refusedSentAtMs: 1_400, failure: 'status' });
        expect(await leaseAt(39_999)).toEqual([]);
        const [second] = await leaseAt(40_000);
        expect(second?.row).toMatchObject({
          attempt: 3,
          sentAtMs: 2_000,
          refusedSentAtMs: null,
          failure: 'lease_ended',
        });
      });

      it('stay with the process that still sends them, or saves their outcome', async () => {
        await queue(1_500);
        await leaseAt(2_000);
        subject.setNowMs(40_000);
        const running = () => [advice.requestId];
        expect(await ledger.leaseQueued({ ...lease, running })).toEqual([]);
        expect(await ledger.leaseQueued({ ...lease, running, owner: 'owner-3' })).toHaveLength(1);
      });

      it('take from an attempt that lost its lease an answer, and nothing else', async () => {
        await queue(1_500);
        await leaseAt(2_000);
        await leaseAt(40_000);
        const leased = await row(advice.requestId);
        const late = doubted(advice.requestId, { attempt: 2, dedupes: true });
        expect(await ledger.apply(late)).toEqual({ kind: 'unmoved', row: leased });
        const answer = answered(advice.requestId, { attempt: 2 });
        expect(await ledger.apply(answer)).toMatchObject({ kind: 'moved', state: 'answered' });
      });

      it('lose their body with the answer', async () => {
        await queue(1_500);
        expect(await ledger.sealedBody(advice.requestId)).toEqual(advice.sealedBody);
        await ledger.apply(answered(advice.requestId));
        expect(await ledger.sealedBody(advice.requestId)).toBeNull();
        expect(await leaseAt(2_000)).toEqual([]);
      });

      it('come in the order in which they are due, no more than asked for', async () => {
        for (const [number, dueMs] of [
          [1, 1_700],
          [2, 1_500],
          [3, 1_600],
        ] as const) {
          const requestId = `5001_20260101220500_${number}`;
          await ledger.claim(reversal({ requestId }));
          await ledger.apply(refused(requestId, { nextAttemptInMs: dueMs - 1_000 }));
        }
        const leased = await leaseAt(2_000, 2);
        expect(leased.map(({ row: { requestId } }) => requestId).sort()).toEqual([
          '5001_20260101220500_2',
          '5001_20260101220500_3',
        ]);
      });
    });

    describe('transactions in doubt', () => {
      async function doubt(change: Parameters<typeof deduct>[0] = {}): Promise<void> {
        const { requestId } = deduct(change);
        await ledger.claim(deduct(change));
        await ledger.apply(doubted(requestId));
      }

      /** Leases them for an inquiry. Returns their ids and the time of the next inquiry. */
      async function leaseAt(nowMs: number, change: Partial<Parameters<Ledger['leaseDoubts']>[0]> = {}) {
        subject.setNowMs(nowMs);
        const lease = {
          routes: [deduct().route],
          pauseMinMs: 1_000,
          pauseMaxMs: 60_000,
          limit: 10,
          ...change,
        };
        return (await ledger.leaseDoubts(lease)).map((leased) => [leased.requestId, leased.nextAttemptAtMs]);
      }

      it('are due for an inquiry at once, then after pauses as long as their age, within limits', async () => {
        subject.setNowMs(1_000);
        await doubt();
        for (const [nowMs, nextMs] of [
          [1_500, 2_500],
          [2_500, 4_000],
          [4_000, 7_000],
          [100_000, 160_000],
        ] as const) {
          expect(await leaseAt(nowMs)).toEqual([[ID, nextMs]]);
          expect(await leaseAt(nextMs - 1)).toEqual([]);
        }
      });

      it('are leased for the given routes, the oldest first, no more than asked for', async () => {
        const [other, second, running] = ['2', '3', '4'].map((number) => `5001_20260101220405_${number}`);
        await doubt();
        await doubt({ requestId: other!, route: 'other' });
        await doubt({ requestId: second! });
        await ledger.claim(deduct({ requestId: running! }));
        const ids = async (...args: Parameters<typeof leaseAt>) => (await leaseAt(...args)).map(([id]) => id);
        expect(await ids(2_000, { limit: 1 })).toEqual([ID]);
        expect(await ids(2_000)).toEqual([second]);
        expect(await ids(2_000, { routes: [deduct().route, 'other'] })).toEqual([other]);
      });
    });
  });
}

import type { Ledger } from '../../src/use-cases/transactions/ledger-port.js';
import { type LedgerUnderTest, rowOf } from './ledger-under-test.js';
import { answered, deduct, reversal } from './samples.js';

const ID = deduct().requestId;

/** Tests the start of a process that is alone on its database, on every ledger. */
export function takeOverContract(name: string, open: () => Promise<LedgerUnderTest>): void {
  describe(`what a previous process left in the ledger on ${name}`, () => {
    let subject: LedgerUnderTest;
    let ledger: Ledger;

    beforeEach(async () => {
      subject = await open();
      ledger = subject.ledger;
    });

    const row = (requestId: string) => rowOf(ledger, requestId);

    const next = { owner: 'owner-2', limit: 10 };

    it('is taken over at once, each row as its effect wants it, and leases of the new owner hold', async () => {
      const none = deduct({ requestId: '5001_20260101220405_2', effect: 'none', methodName: 'Balance' });
      const state = deduct({ requestId: '5001_20260101220405_3', effect: 'state' });
      const own = deduct({ requestId: '5001_20260101220405_4', owner: 'owner-2' });
      subject.setNowMs(1_050);
      for (const input of [deduct(), none, state, own, reversal()]) await ledger.claim(input);
      subject.setNowMs(2_000);
      const taken = await ledger.takeOver(next);
      expect(Object.fromEntries(taken.map((each) => [each.requestId, each.state]))).toEqual({
        [ID]: 'in_doubt',
        [none.requestId]: 'refused',
        [state.requestId]: 'in_doubt',
        [reversal().requestId]: 'queued',
      });
      expect(await row(ID)).toMatchObject({
        sentAtMs: 1_050,
        settledAtMs: 2_000,
        errorCode: 'IN_DOUBT',
      });
      expect(await row(reversal().requestId)).toMatchObject({ state: 'queued', nextAttemptAtMs: 2_000 });
      expect((await row(own.requestId)).state).toBe('pending');
      expect(await ledger.takeOver(next)).toEqual([]);
      expect(await ledger.apply(answered(ID))).toMatchObject({ kind: 'moved', state: 'answered' });
    });

    it('is named before the commit', async () => {
      await ledger.claim(deduct());
      const ending: string[] = [];
      await ledger.takeOver({
        ...next,
        ending: (rows) => ending.push(...rows.map(({ requestId, state }) => `${requestId} ${state}`)),
      });
      expect(ending).toEqual([`${ID} in_doubt`]);
    });

    it('is taken a few at a time', async () => {
      await ledger.claim(deduct());
      await ledger.claim(deduct({ requestId: '5001_20260101220405_2' }));
      expect(await ledger.takeOver({ ...next, limit: 1 })).toHaveLength(1);
      expect(await ledger.takeOver({ ...next, limit: 1 })).toHaveLength(1);
      expect(await ledger.takeOver({ ...next, limit: 1 })).toEqual([]);
    });

    it('an advice that was being sent again is due, and counts as perhaps sent', async () => {
      await ledger.claim(reversal());
      subject.setNowMs(100_000);
      await ledger.expireLeases({ owner: 'owner-9', leaseMs: 9_000, running: () => [], limit: 10 });
      const lease = { leaseMs: 50_000, limit: 10 };
      expect(await ledger.leaseQueued({ ...lease, owner: 'owner-1' })).toHaveLength(1);
      expect(await ledger.leaseQueued({ ...lease, owner: 'owner-2' })).toEqual([]);
      expect(await ledger.takeOver(next)).toEqual([]);
      const [due] = await ledger.leaseQueued({ ...lease, owner: 'owner-2' });
      expect(due?.row.requestId).toBe(reversal().requestId);
      expect(due?.row.sentAtMs).not.toBeNull();
      // A process does not take over its own leases.
      await ledger.takeOver(next);
      expect(await ledger.leaseQueued({ ...lease, owner: 'owner-2' })).toEqual([]);
    });
  });
}

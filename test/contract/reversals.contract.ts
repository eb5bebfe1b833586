import type { ClaimInput, Ledger } from '../../src/use-cases/transactions/ledger-port.js';
import { type LedgerUnderTest, rowOf } from './ledger-under-test.js';
import {
  adjustment,
  again,
  answered,
  decided,
  deduct,
  refused,
  reversal,
  toTerminal,
  withheld,
} from './samples.js';

const ID = deduct().requestId;
const NEW = { kind: 'claimed', attempt: 1 };
/**
 * Tests which call reverses which, and which calls are held back for it (docs/reference/transactions.md#originals,
 * docs/reference/transactions.md#blocked-originals).
 */
export function reversalsContract(opened: () => LedgerUnderTest): void {
  let subject: LedgerUnderTest;
  let ledger: Ledger;

  beforeEach(() => {
    subject = opened();
    ledger = subject.ledger;
  });

  const row = (requestId: string) => rowOf(ledger, requestId);

  /** Expires leases as a process that runs none of the calls. */
  async function expire(limit: number): Promise<void> {
    subject.setNowMs(100_000);
    await ledger.expireLeases({ owner: 'owner-9', leaseMs: 9_000, running: () => [], limit });
  }

  describe('claim of a reversal', () => {
    /** Claims an advice, and returns the request id of its original. */
    async function claimed(advice: ReturnType<typeof reversal>): Promise<string | null> {
      expect(await ledger.claim(advice)).toEqual(NEW);
      return (await row(advice.requestId)).originalRequestId;
    }

    it('finds and links its original', async () => {
      await ledger.claim(deduct());
      await ledger.apply(answered(ID));
      const outcome = await ledger.claim(reversal());
      expect(outcome).toEqual(NEW);
      expect((await row(reversal().requestId)).originalRequestId).toBe(ID);
      expect((await ledger.linked(ID)).map(({ requestId }) => requestId)).toEqual([reversal().requestId]);
    });

    it.each([
      ['terminal', { terminalId: '0029504320' }],
      ['reference', { reference: '556789731480' }],
      ['referenceID', { referenceId: 'T-9' }],
      ['referenceDate', { referenceDate: '20260102T22:04:06' }],
      ['method', { reverses: ['LoadAuth'] }],
    ])('has no original of another %s', async (_, change) => {
      await ledger.claim(deduct());
      expect(await ledger.claim(reversal(change))).toEqual(NEW);
      expect((await row(reversal().requestId)).originalRequestId).toBeNull();
    });

    it('takes the original that may have moved money before one that was refused', async () => {
      const [approved, declined] = ['5001_20260101220405_1', '5001_20260101220405_2'] as const;
      await ledger.claim(deduct({ requestId: approved }));
      await ledger.apply(answered(approved));
      await ledger.claim(deduct({ requestId: declined }));
      await ledger.apply(refused(declined));
      expect(await claimed(reversal())).toBe(approved);
    });

    it.each(['20260101T22:04:06', '20260101T22:04:04', '20260102T22:04:05', '20251231T22:04:05'])(
      'finds the only one near the date that it names: %s',
      async (referenceDate) => {
        await ledger.claim(deduct());
        expect(await claimed(reversal({ referenceDate }))).toBe(ID);
      },
    );

    const later = deduct({ requestId: '5001_20260101230405_7', transactionDate: '20260101T23:04:05' });

    it('finds the one of its very date among several', async () => {
      await ledger.claim(deduct());
      await ledger.claim(later);
      expect(await claimed(reversal())).toBe(ID);
    });

    it('has no original where several are near', async () => {
      await ledger.claim(deduct());
      await ledger.claim(later);
      expect(await claimed(reversal({ referenceDate: '20260101T22:04:06' }))).toBeNull();
    });

    it('takes the one that may have moved money of several with one date near its own', async () => {
      const [approved, declined] = ['5001_20260101220405_1', '5001_20260101220405_2'] as const;
      await ledger.claim(deduct({ requestId: approved }));
      await ledger.apply(answered(approved));
      await ledger.claim(deduct({ requestId: declined }));
      await ledger.apply(refused(declined));
      expect(await claimed(reversal({ referenceDate: '20260101T22:04:06' }))).toBe(approved);
    });

    it('has no original where too many are near', async () => {
      for (let index = 0; index < 101; index += 1) {
        const requestId = `5001_20260101220405_${String(index + 100)}`;
        await ledger.claim(deduct({ requestId, reference: index === 0 ? '43172792905' : 'R' }));
      }
      expect(await claimed(reversal({ referenceDate: '20260101T22:04:06' }))).toBeNull();
    });

    it('keeps the state it is given', async () => {
      await ledger.claim(reversal({ state: 'unmatched' }));
      expect((await row(reversal().requestId)).state).toBe('unmatched');
    });

    it('links an adjustment to what it adjusts, whatever its method', async () => {
      await ledger.claim(deduct());
      await ledger.claim(reversal());
      await ledger.claim(adjustment());
      expect((await ledger.linked(ID)).map(({ methodName }) => methodName)).toEqual([
        'DeductReversal',
        'DeductAdjustment',
      ]);
    });
  });

  describe('a reversal that was accepted first', () => {
    it.each(['pending', 'unmatched'] as const)('stops its original for good while %s', async (state) => {
      await ledger.claim(reversal({ state }));
      const backends = deduct({ keyId: 'key-1' });
      expect(await ledger.claim(backends)).toEqual({ kind: 'reversed', by: reversal().requestId });
      expect(await ledger.find(ID)).toBeNull();
      expect(await ledger.claim(deduct())).toEqual({ kind: 'reversed', by: reversal().requestId });
      expect(await row(ID)).toMatchObject({ state: 'refused', repliedResultCode: -3, sentAtMs: null });
    });

    it('stops it in the same commit', async () => {
      const [, outcome] = await Promise.all([ledger.claim(reversal()), ledger.claim(deduct())]);
      expect(outcome.kind).toBe('reversed');
    });

    it('stops one near the date that it names', async () => {
      await ledger.claim(reversal({ referenceDate: '20260102T22:04:05' }));
      expect((await ledger.claim(deduct())).kind).toBe('reversed');
    });

    it('does not stop a reused transactionID further away', async () => {
      await ledger.claim(reversal({ referenceDate: '20260102T22:04:06' }));
      expect((await ledger.claim(deduct())).kind).toBe('claimed');
    });

    it('does not stop one near the date that it names where it found its original', async () => {
      await ledger.claim(deduct());
      await ledger.claim(reversal());
      const near = deduct({ requestId: '5001_20260101220406_7', transactionDate: '20260101T22:04:06' });
      expect((await ledger.claim(near)).kind).toBe('claimed');
    });

    it('stops a retry of the original that it found near its date', async () => {
      await ledger.claim(deduct());
      await ledger.apply(refused(ID));
      const near = reversal({ referenceDate: '20260101T22:04:06' });
      await ledger.claim(near);
      expect(await ledger.reclaim(again(ID))).toEqual({ kind: 'reversed', by: near.requestId });
    });

    it.each([
      ['terminal', { terminalId: '0029504320' }],
      ['reference', { reference: '556789731480' }],
      ['method', { methodName: 'LoadAuthReversal' }],
    ])('does not stop one of another %s', async (_, change) => {
      await ledger.claim(reversal(change));
      const { requestId } = reversal();
      await ledger.claim(
        reversal({ requestId: `${requestId}1`, referenceDate: '20260101T22:04:06', ...change }),
      );
      expect((await ledger.claim(deduct())).kind).toBe('claimed');
    });

    it.each(['20260101T22:04:05', '20260101T22:04:06'])(
      'and its original at the same moment on two nodes: one of them sees the other (%s)',
      async (referenceDate) => {
        for (let index = 0; index < 10; index += 1) {
          const number = String(index + 10);
          const requestId = `5001_20260101220405_${number}`;
          const named = { transactionId: `S-${number}`, requestId };
          const advice = reversal({
            requestId: `5001_20260101220500_${number}`,
            transactionId: `R-${number}`,
            referenceId: `S-${number}`,
            referenceDate,
          });
          const [claimed, reversing] = await Promise.all([
            ledger.claim(deduct(named)),
            subject.other.claim(advice),
          ]);
          const found = await ledger.find(advice.requestId);
          expect([claimed.kind, reversing.kind === 'claimed' && found?.originalRequestId !== null]).toEqual(
            claimed.kind === 'claimed' ? ['claimed', true] : ['reversed', false],
          );
        }
      },
    );

    it('does not stop what it does not reverse', async () => {
      await ledger.claim(reversal());
      expect((await ledger.claim(deduct({ transactionId: 'T-9' }))).kind).toBe('claimed');
    });

    it('differs from an adjustment, which stops nothing', async () => {
      await ledger.claim(adjustment());
      expect((await ledger.claim(deduct())).kind).toBe('claimed');
    });

    it('stops a retry of an original that was refused', async () => {
      await ledger.claim(deduct());
      await ledger.apply(refused(ID));
      await ledger.claim(reversal());
      expect(await ledger.reclaim(again(ID))).toEqual({ kind: 'reversed', by: reversal().requestId });
      expect((await row(ID)).state).toBe('refused');
    });
  });

  describe('a reversal that was accepted before an advice', () => {
    const before = async (change: Partial<ClaimInput> = {}) => {
      const { requestId } = adjustment(change);
      await ledger.claim(adjustment({ ...ADJUSTED, ...change }));
      const found = await ledger.reversalsBefore({ ...(await row(requestId)), reversedBy: ['LoadReversal'] });
      return found.map((reversed) => reversed.requestId);
    };
    const ADJUSTED = { methodName: 'LoadAdjustment', transactionId: 'A-1' };
    const undoing = (change: Partial<ClaimInput> = {}) =>
      reversal({
        methodName: 'LoadReversal',
        referenceId: 'A-1',
        referenceDate: adjustment().transactionDate,
        reverses: ['LoadAuth', 'LoadAdjustment'],
        ...change,
      });

    it.each([{}, { referenceDate: '20260102T22:05:00' }, { state: 'unmatched' as const }])(
      'is found: %o',
      async (change) => {
        await ledger.claim(undoing(change));
        expect(await before()).toEqual([undoing().requestId]);
      },
    );

    it.each([
      ['terminal', { terminalId: '0029504320' }],
      ['reference', { reference: '556789731480' }],
      ['id', { referenceId: 'A-2' }],
      ['method', { methodName: 'DeductReversal' }],
      ['day', { referenceDate: '20260102T22:05:01' }],
    ])('is not found where it names another %s', async (_, change) => {
      await ledger.claim(undoing(change));
      expect(await before()).toEqual([]);
    });

    it('is not found where it came later, or reverses another transaction', async () => {
      await ledger.claim(
        deduct({ methodName: 'LoadAuth', transactionId: 'A-1', transactionDate: '20260101T22:05:00' }),
      );
      await ledger.claim(undoing());
      expect(await before()).toEqual([]);
      await ledger.claim(undoing({ requestId: '5001_20260101220900_9' }));
      const later = await ledger.reversalsBefore({
        ...(await row(adjustment().requestId)),
        reversedBy: ['LoadReversal'],
      });
      expect(later).toEqual([]);
    });

    it('is found alone where it names the exact date, and others name dates near it', async () => {
      const near = { requestId: '5001_20260101220900_9', referenceDate: '20260101T22:05:01' };
      for (const change of [near, {}]) await ledger.claim(undoing(change));
      expect(await before()).toEqual([undoing().requestId]);
    });

    it('is found where it names the exact date, and was linked to another one near it', async () => {
      const near = { ...ADJUSTED, requestId: '5001_20260101220500_7', transactionDate: '20260101T22:05:01' };
      for (const advice of [adjustment(near), undoing()]) await ledger.claim(advice);
      expect((await row(undoing().requestId)).originalRequestId).toBe(near.requestId);
      expect(await before()).toEqual([undoing().requestId]);
    });

    it('is linked to the advice by its settlement, where it has no original', async () => {
      const other = undoing({ requestId: '5001_20260101220900_9', referenceId: 'A-2' });
      const theirs = adjustment({ ...ADJUSTED, requestId: '5001_20260101220500_7', transactionId: 'A-2' });
      for (const advice of [undoing(), theirs, other, adjustment(ADJUSTED)]) await ledger.claim(advice);
      const reversals = [undoing().requestId, other.requestId];
      const { requestId } = adjustment();
      for (const change of [{ attempt: 9, reversals: reversals.slice(0, 1) }, { reversals }]) {
        expect(await ledger.apply(answered(requestId, change))).toMatchObject({ kind: 'unmoved' });
        expect(await ledger.linked(requestId)).toEqual([]);
      }
      await ledger.apply(answered(requestId, { reversals: reversals.slice(0, 1) }));
      expect((await ledger.linked(requestId)).map((linked) => linked.requestId)).toEqual([
        undoing().requestId,
      ]);
      expect((await row(other.requestId)).originalRequestId).toBe(theirs.requestId);
    });

    it('stops one of two advices that are settled at once by two processes', async () => {
      const both = ['5001_20260101220500_7', '5001_20260101220500_8'];
      const near = adjustment({ ...ADJUSTED, transactionDate: '20260101T22:05:01' });
      await ledger.claim(undoing());
      for (const requestId of both) await ledger.claim(adjustment({ ...ADJUSTED, requestId }));
      await ledger.claim(near);
      const reversals = [undoing().requestId];
      const [one, two] = await Promise.all(
        both.map((id, n) => (n === 0 ? ledger : subject.other).apply(answered(id, { reversals }))),
      );
      expect([one?.kind, two?.kind].sort()).toEqual(['moved', 'unmoved']);
      const later = await ledger.apply(answered(near.requestId, { reversals }));
      expect(later).toMatchObject({ kind: 'unmoved', row: { state: 'pending' } });
    });

    it('is found where it got its wallet, and its link, later', async () => {
      await ledger.claim(undoing({ state: 'unmatched' }));
      expect(await before()).toHaveLength(1);
      const { requestId } = undoing();
      const wallet = {
        customerId: 1001,
        cardId: 5001,
        sealedBody: Buffer.from('sealed'),
        request: '{"request":{}}',
        reverses: ['LoadAdjustment'],
      };
      await ledger.requeue({ requestId, attempt: 1, atMs: 1, wallet });
      const advice = await row(adjustment().requestId);
      expect((await row(requestId)).originalRequestId).toBe(advice.requestId);
      expect(await ledger.reversalsBefore({ ...advice, reversedBy: ['LoadReversal'] })).toHaveLength(1);
    });
  });

  describe('reversals of one transaction', () => {
    const claim = reversal({ requestId: '5001_20260101220700_4', channel: 'gateway', state: 'queued' });
    const own = { claim, rivals: ['DeductReversal'] };
    const approval = answered(ID, { reply: toTerminal(-7) });
    const contradict = () => ledger.apply({ ...approval, ownReversal: own });
    const isOwnSaved = async () => (await ledger.find(own.claim.requestId)) !== null;

    it("of the gateway's own is asked for where the row would be contradicted, and nothing is saved", async () => {
      await ledger.claim(deduct());
      const asked = await ledger.apply({ ...approval, ownReversal: 'unknown' });
      expect(asked).toMatchObject({ kind: 'contradicts', row: { state: 'contradicted', resultCode: 1 } });
      expect((await row(ID)).state).toBe('pending');
    });

    it("of the gateway's own is saved in the commit of the contradiction, is linked to its row, and is due", async () => {
      await ledger.claim(deduct());
      await ledger.claim(deduct({ requestId: '5001_20260101220405_9' }));
      expect(await contradict()).toMatchObject({ kind: 'moved', state: 'contradicted' });
      expect(await ledger.linked(ID)).toMatchObject([{ requestId: own.claim.requestId, state: 'queued' }]);
      const lease = { owner: 'b', leaseMs: 60_000, limit: 10 };
      const [due] = await ledger.leaseQueued(lease);
      expect(due?.row.requestId).toBe(own.claim.requestId);
      expect(due?.sealedBody).toEqual(own.claim.sealedBody);
    });

    it.each([
      ['left while its original was in doubt', async () => void (await leaveEarly())],
      ['has no wallet yet', async () => void (await ledger.claim(reversal({ state: 'unmatched' })))],
    ])("of the gateway's own is saved where the terminal's %s", async (_, arrange) => {
      await ledger.claim(deduct());
      await arrange();
      await contradict();
      expect(await isOwnSaved()).toBe(true);
    });

    async function leaveEarly(): Promise<void> {
      await expire(1);
      await ledger.claim(reversal());
    }

    it("of the gateway's own is not saved where the terminal's gives the money back", async () => {
      await ledger.claim(deduct());
      await subject.other.claim(reversal());
      await contradict();
      expect(await isOwnSaved()).toBe(false);
    });

    it("of the gateway's own is saved once by two processes", async () => {
      await ledger.claim(deduct());
      const both = [ledger, subject.other].map((one) => one.apply({ ...approval, ownReversal: own }));
      expect((await Promise.all(both)).map(({ kind }) => kind).sort()).toEqual(['moved', 'unmoved']);
      expect(await ledger.linked(ID)).toHaveLength(1);
    });

    it("of the gateway's own does not mind one of another transaction", async () => {
      await ledger.claim(deduct());
      await ledger.claim(reversal({ referenceId: 'T-9' }));
      await contradict();
      expect(await isOwnSaved()).toBe(true);
    });
  });

  describe('a reversal that leaves while its original is in doubt', () => {
    beforeEach(async () => {
      await ledger.claim(deduct());
      await expire(1);
    });

    it.each([
      ['an approval', 1, 'contradicted'],
      ['no decline', -17, 'answered'],
    ])('makes %s contradicted', async (_, resultCode, state) => {
      await ledger.claim(reversal());
      const settled = await subject.other.apply(answered(ID, { resultCode }));
      expect(settled).toMatchObject({ kind: 'moved', state });
    });

    it('contradicts nothing while it waits', async () => {
      await ledger.claim(reversal());
      await ledger.apply(withheld(reversal().requestId, 'waiting'));
      expect(await ledger.apply(answered(ID))).toMatchObject({ kind: 'moved', state: 'answered' });
    });

    it('contradicts the approval of a Deduct that an operator declined', async () => {
      await ledger.claim(reversal());
      await ledger.apply(decided(ID, -1));
      expect(await ledger.apply(answered(ID))).toMatchObject({ kind: 'moved', state: 'contradicted' });
    });
  });
}

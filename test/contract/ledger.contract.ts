import type { Ledger, TransactionRow } from '../../src/usecase/ports.js';
import { ledgerChecksumsContract } from './ledger-checksums.contract.js';
import { adjustment, again, answered, deduct, refused, reversal } from './samples.js';

/** What a suite needs to be run over an implementation. `ledger` is empty; `other` sees the same rows from elsewhere. */
export interface LedgerUnderTest {
  readonly ledger: Ledger;
  /** The same database through another connection, as another process has it. */
  readonly other: Ledger;
  setNowMs(nowMs: number): void;
  close(): Promise<void>;
}

const ID = deduct().requestId;
const NEW = { kind: 'claimed', attempt: 1, original: null, repeats: null };
const early = {
  requestId: reversal().requestId,
  attempt: 1,
  originalRequestId: ID,
  atMs: 7_000,
};

/** What every ledger does, whatever the database under it. */
export function ledgerContract(name: string, open: () => Promise<LedgerUnderTest>): void {
  describe(`ledger on ${name}`, () => {
    let subject: LedgerUnderTest;
    let ledger: Ledger;

    beforeEach(async () => {
      subject = await open();
      ledger = subject.ledger;
    });

    afterEach(async () => {
      await subject.close();
    });

    async function row(requestId: string): Promise<TransactionRow> {
      const found = await ledger.find(requestId);
      if (found === null) throw new Error(`${requestId} is not in the ledger`);
      return found;
    }

    /** As a process does that carries none of them. */
    function expireAt(
      nowMs: number,
      change: Partial<Parameters<Ledger['expireLeases']>[0]> = {},
    ): ReturnType<Ledger['expireLeases']> {
      subject.setNowMs(nowMs);
      return ledger.expireLeases({ owner: 'owner-9', running: [], limit: 10, ...change });
    }

    describe('claim', () => {
      it('saves every field of a new call', async () => {
        subject.setNowMs(1_050);
        expect(await ledger.claim(deduct())).toEqual(NEW);
        const { checksumKey, reversedBy, reverses, sealedBody, ...rest } = deduct();
        const { givesBack, leaseMs, rivals, ...saved } = rest;
        expect([checksumKey, reversedBy, reverses, sealedBody, givesBack, rivals]).toHaveLength(6);
        expect(await row(ID)).toEqual({
          ...saved,
          sequence: expect.any(Number) as number,
          attempt: 1,
          claimedAtMs: 1_050,
          leaseUntilMs: 1_050 + leaseMs,
          sentAtMs: null,
          answeredAtMs: null,
          settledAtMs: null,
          rawAnswer: null,
          httpStatus: null,
          answer: null,
          resultCode: null,
          errorCode: null,
          defaultReason: null,
          toldResultCode: null,
          nextAttemptAtMs: null,
          originalRequestId: null,
          earlyAtMs: null,
        });
      });

      it('keeps the largest integers that the contract allows', async () => {
        const largest = Number.MAX_SAFE_INTEGER;
        await ledger.claim(deduct({ customerId: largest, cardId: largest, requestAmount: largest }));
        expect(await row(ID)).toMatchObject({ customerId: largest, cardId: largest, requestAmount: largest });
      });

      it('keeps texts as they are', async () => {
        const request = '{"narrative":"Ünïcödé \u{1F4B3} \u0001 \\u0000 \'; drop table transactions; --"}';
        await ledger.claim(deduct({ request }));
        expect((await row(ID)).request).toBe(request);
      });

      it('gives the row that is there for a request id that is taken', async () => {
        await ledger.claim(deduct());
        const outcome = await ledger.claim(deduct({ contentHash: 'other' }));
        expect(outcome).toEqual({ kind: 'existing', row: await row(ID) });
        expect((await row(ID)).contentHash).toBe('content');
      });

      it('lets exactly one of a hundred calls with one id have it', async () => {
        const outcomes = await Promise.all(Array.from({ length: 100 }, () => ledger.claim(deduct())));
        expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
        expect(outcomes.filter(({ kind }) => kind === 'existing')).toHaveLength(99);
      });

      it('lets exactly one of two processes have an id', async () => {
        const outcomes = await Promise.all(
          Array.from({ length: 40 }, (_, index) =>
            (index % 2 === 0 ? ledger : subject.other).claim(deduct()),
          ),
        );
        expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
      });

      it('tells request ids apart that differ only in how they are divided', async () => {
        const ids = ['12_20260101_3', '1_20260101_23', '2_20260101_13', '20260101_20260101_1', 'plain'];
        for (const requestId of ids) {
          expect((await ledger.claim(deduct({ requestId }))).kind).toBe('claimed');
        }
        for (const requestId of ids) expect((await row(requestId)).requestId).toBe(requestId);
      });

      it('is durable when it resolves: another process finds it', async () => {
        await ledger.claim(deduct());
        expect((await subject.other.find(ID))?.state).toBe('pending');
      });
    });

    ledgerChecksumsContract(() => subject);

    describe('claim of a reversal', () => {
      it('finds and links its original', async () => {
        await ledger.claim(deduct());
        await ledger.settle(answered(ID));
        const outcome = await ledger.claim(reversal());
        expect(outcome).toEqual({ ...NEW, original: await row(ID) });
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
        await ledger.settle(answered(approved));
        await ledger.claim(deduct({ requestId: declined }));
        await ledger.settle(refused(declined));
        const outcome = await ledger.claim(reversal());
        expect(outcome).toMatchObject({ kind: 'claimed', original: { requestId: approved } });
      });

      it.each(['20260101T22:04:06', '20260101T22:04:04', '20260102T22:04:05', '20251231T22:04:05'])(
        'finds the only one near the date that it names: %s',
        async (referenceDate) => {
          await ledger.claim(deduct());
          const outcome = await ledger.claim(reversal({ referenceDate }));
          expect(outcome).toMatchObject({ kind: 'claimed', original: { requestId: ID } });
        },
      );

      const later = deduct({ requestId: '5001_20260101230405_7', transactionDate: '20260101T23:04:05' });

      it('finds the one of its very date among several', async () => {
        await ledger.claim(deduct());
        await ledger.claim(later);
        expect(await ledger.claim(reversal())).toMatchObject({ original: { requestId: ID } });
      });

      it('has no original where several are near', async () => {
        await ledger.claim(deduct());
        await ledger.claim(later);
        const outcome = await ledger.claim(reversal({ referenceDate: '20260101T22:04:06' }));
        expect(outcome).toEqual(NEW);
      });

      it('takes the one that may have moved money of several with one date near its own', async () => {
        const [approved, declined] = ['5001_20260101220405_1', '5001_20260101220405_2'] as const;
        await ledger.claim(deduct({ requestId: approved }));
        await ledger.settle(answered(approved));
        await ledger.claim(deduct({ requestId: declined }));
        await ledger.settle(refused(declined));
        const outcome = await ledger.claim(reversal({ referenceDate: '20260101T22:04:06' }));
        expect(outcome).toMatchObject({ original: { requestId: approved } });
      });

      it('has no original where too many are near', async () => {
        for (let index = 0; index < 101; index += 1) {
          const requestId = `5001_20260101220405_${String(index + 100)}`;
          await ledger.claim(deduct({ requestId, reference: index === 0 ? '43172792905' : 'R' }));
        }
        const outcome = await ledger.claim(reversal({ referenceDate: '20260101T22:04:06' }));
        expect(outcome).toMatchObject({ kind: 'claimed', original: null });
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
        expect(await ledger.claim(deduct())).toEqual({ kind: 'reversed', by: reversal().requestId });
        expect(await ledger.find(ID)).toBeNull();
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
        await ledger.settle(refused(ID));
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
            const hasOriginal = reversing.kind === 'claimed' && reversing.original !== null;
            expect([claimed.kind, hasOriginal]).toEqual(
              claimed.kind === 'claimed' ? ['claimed', true] : ['reversed', false],
            );
          }
        },
      );

      it('does not stop what it does not reverse', async () => {
        await ledger.claim(reversal());
        expect((await ledger.claim(deduct({ transactionId: 'T-9' }))).kind).toBe('claimed');
      });

      it('is told from an adjustment, which stops nothing', async () => {
        await ledger.claim(adjustment());
        expect((await ledger.claim(deduct())).kind).toBe('claimed');
      });

      it('stops a retry of an original that was refused', async () => {
        await ledger.claim(deduct());
        await ledger.settle(refused(ID));
        await ledger.claim(reversal());
        expect(await ledger.reclaim(again(ID))).toEqual({ kind: 'reversed', by: reversal().requestId });
        expect((await row(ID)).state).toBe('refused');
      });
    });

    describe('reclaim', () => {
      it('starts the next attempt and clears what the last one brought', async () => {
        await ledger.claim(deduct());
        await ledger.settle(refused(ID, { httpStatus: 401, rawAnswer: 'no', toldResultCode: -9 }));
        subject.setNowMs(5_010);
        expect(await ledger.reclaim(again(ID))).toEqual({ kind: 'claimed', attempt: 2 });
        expect(await row(ID)).toMatchObject({
          state: 'pending',
          attempt: 2,
          owner: 'owner-2',
          leaseUntilMs: 5_010 + 9_000,
          receivedAtMs: 1_000,
          claimedAtMs: 5_010,
          httpStatus: null,
          rawAnswer: null,
          errorCode: null,
          defaultReason: null,
          toldResultCode: -9,
        });
      });

      it('is won by one of many', async () => {
        await ledger.claim(deduct());
        await ledger.settle(refused(ID));
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 === 0 ? ledger : subject.other).reclaim(again(ID)),
          ),
        );
        expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
        expect(outcomes.filter(({ kind }) => kind === 'lost')).toHaveLength(19);
      });

      it('is lost where the row has moved on', async () => {
        await ledger.claim(deduct());
        expect(await ledger.reclaim(again(ID))).toEqual({ kind: 'lost', row: await row(ID) });
      });
    });

    describe('settle', () => {
      it('saves the outcome', async () => {
        await ledger.claim(deduct());
        expect(await ledger.settle(answered(ID))).toEqual({ kind: 'settled' });
        const { fromStates, nextAttemptInMs, ...saved } = answered(ID);
        expect([fromStates, nextAttemptInMs]).toEqual([['pending', 'in_doubt'], null]);
        expect(await row(ID)).toMatchObject({ ...saved, leaseUntilMs: 0 });
        expect((await subject.other.find(ID))?.state).toBe('answered');
      });

      it.each([
        ['another attempt', { attempt: 2 }],
        ['another state', { fromStates: ['queued'] as const }],
      ])('leaves a row of %s alone and gives it', async (_, change) => {
        await ledger.claim(deduct());
        expect(await ledger.settle(answered(ID, change))).toEqual({ kind: 'lost', row: await row(ID) });
        expect((await row(ID)).state).toBe('pending');
      });

      it('is lost without a row where there is none', async () => {
        expect(await ledger.settle(answered(ID))).toEqual({ kind: 'lost', row: null });
      });

      it('keeps when it was sent and what the caller was told', async () => {
        await ledger.claim(deduct());
        await ledger.settle(answered(ID, { state: 'in_doubt', sentAtMs: 1_100, toldResultCode: -7 }));
        await ledger.settle(answered(ID, { state: 'contradicted', sentAtMs: null, toldResultCode: null }));
        expect(await row(ID)).toMatchObject({ state: 'contradicted', sentAtMs: 1_100, toldResultCode: -7 });
      });
    });

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
          [none.requestId]: 'failed',
          [state.requestId]: 'in_doubt',
          [reversal().requestId]: 'queued',
        });
        expect(await row(reversal().requestId)).toMatchObject({ state: 'queued', nextAttemptAtMs: 10_001 });
      });

      it('count what their owner left as perhaps sent', async () => {
        subject.setNowMs(1_050);
        await ledger.claim(deduct());
        const [expired] = await expireAt(10_051);
        expect(expired).toMatchObject({ sentAtMs: 1_050, settledAtMs: 10_051, errorCode: 'IN_DOUBT' });
      });

      it('do not end for what their owner is still carrying', async () => {
        const left = deduct({ requestId: '5001_20260101220405_2' });
        for (const input of [deduct(), left]) await ledger.claim(input);
        const carrying = { owner: 'owner-1', running: [ID] };
        expect((await expireAt(10_001, carrying)).map(({ requestId }) => requestId)).toEqual([
          left.requestId,
        ]);
        expect((await row(ID)).state).toBe('pending');
        expect(await expireAt(10_001, { owner: 'owner-2', running: [ID] })).toHaveLength(1);
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
        expect((await ledger.settle(answered(ID))).kind).toBe('settled');
      });
    });

    describe('a claim that is looked at again', () => {
      const about = { requestId: ID, attempt: 1, owner: 'owner-1', reversedBy: ['DeductReversal'] };

      it('is valid as long as its lease holds, whoever looks', async () => {
        await ledger.claim(deduct());
        subject.setNowMs(10_000);
        expect(await ledger.confirm(about)).toBe('valid');
        expect(await subject.other.confirm(about)).toBe('valid');
        subject.setNowMs(10_001);
        expect(await ledger.confirm(about)).toBe('claim_lost');
      });

      it.each([
        ['of another attempt', { attempt: 2 }],
        ['of another owner', { owner: 'owner-2' }],
        ['of which there is no row', { requestId: '5001_20260101220405_9' }],
      ])('is lost %s', async (_, change) => {
        await ledger.claim(deduct());
        expect(await ledger.confirm({ ...about, ...change })).toBe('claim_lost');
      });

      it('is lost once the row is settled, or somebody else has it', async () => {
        await ledger.claim(deduct());
        await ledger.settle(refused(ID));
        expect(await ledger.confirm(about)).toBe('claim_lost');
        await ledger.reclaim(again(ID));
        expect(await ledger.confirm(about)).toBe('claim_lost');
        expect(await ledger.confirm({ ...about, attempt: 2, owner: 'owner-2' })).toBe('valid');
      });

      it('is reversed once a reversal was accepted, by whomever', async () => {
        await ledger.claim(deduct());
        await subject.other.claim(reversal());
        expect(await ledger.confirm(about)).toBe('reversed');
        expect(await ledger.confirm({ ...about, reversedBy: [] })).toBe('valid');
      });
    });

    describe('what a former process left', () => {
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
          [none.requestId]: 'failed',
          [state.requestId]: 'in_doubt',
          [reversal().requestId]: 'queued',
        });
        expect(await row(ID)).toMatchObject({
          sentAtMs: 1_050,
          settledAtMs: 2_000,
          errorCode: 'IN_DOUBT',
          leaseUntilMs: 0,
        });
        expect(await row(reversal().requestId)).toMatchObject({ state: 'queued', nextAttemptAtMs: 2_000 });
        expect((await row(own.requestId)).state).toBe('pending');
        expect(await ledger.takeOver(next)).toEqual([]);
        expect((await ledger.settle(answered(ID))).kind).toBe('settled');
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
        await expireAt(100_000);
        const lease = { leaseMs: 50_000, pauseMaxMs: 900_000, limit: 10 };
        expect(await ledger.leaseQueued({ ...lease, owner: 'owner-1' })).toHaveLength(1);
        expect(await ledger.leaseQueued({ ...lease, owner: 'owner-2' })).toEqual([]);
        expect(await ledger.takeOver(next)).toEqual([]);
        const [due] = await ledger.leaseQueued({ ...lease, owner: 'owner-2' });
        expect(due?.row.requestId).toBe(reversal().requestId);
        expect(due?.row.sentAtMs).not.toBeNull();
        // The new owner's own lease is none to take over.
        await ledger.takeOver(next);
        expect(await ledger.leaseQueued({ ...lease, owner: 'owner-2' })).toEqual([]);
      });
    });

    describe('what a caller is told by default', () => {
      const told = { requestId: ID, attempt: 1, toldResultCode: -7 };

      it('is kept of a row that is pending or in doubt', async () => {
        await ledger.claim(deduct());
        expect(await ledger.tell(told)).toEqual({ kind: 'told' });
        expect((await row(ID)).toldResultCode).toBe(-7);
        await expireAt(10_001, { limit: 1 });
        expect(await ledger.tell(told)).toEqual({ kind: 'told' });
      });

      it('is not kept of a row that was settled meanwhile, which comes back', async () => {
        await ledger.claim(deduct());
        await ledger.settle(answered(ID));
        expect(await ledger.tell(told)).toEqual({ kind: 'lost', row: await row(ID) });
        expect((await row(ID)).toldResultCode).toBeNull();
      });

      it('is not kept of another attempt, nor over something else', async () => {
        await ledger.claim(deduct());
        expect((await ledger.tell({ ...told, attempt: 2 })).kind).toBe('lost');
        await ledger.tell(told);
        expect((await ledger.tell({ ...told, toldResultCode: -9 })).kind).toBe('lost');
        expect((await row(ID)).toldResultCode).toBe(-7);
      });

      it('stops an outcome that was decided for a row of which nobody had heard', async () => {
        await ledger.claim(deduct());
        await subject.other.tell(told);
        const lost = await ledger.settle(answered(ID, { ifToldResultCode: null }));
        expect(lost).toEqual({ kind: 'lost', row: await row(ID) });
        expect((await ledger.settle(answered(ID, { ifToldResultCode: -7 }))).kind).toBe('settled');
      });

      it('lets an outcome pass that was decided for just that', async () => {
        await ledger.claim(deduct());
        expect((await ledger.settle(answered(ID, { ifToldResultCode: -7 }))).kind).toBe('lost');
        expect((await ledger.settle(answered(ID, { ifToldResultCode: null }))).kind).toBe('settled');
      });
    });

    describe('reversals of one transaction', () => {
      const rivals = ['DeductReversal'];
      const own = reversal({ requestId: '5001_20260101220700_4', door: 'gateway', givesBack: ID, rivals });

      it("of the gateway's own are linked to the very row that they give back", async () => {
        await ledger.claim(deduct());
        await ledger.claim(deduct({ requestId: '5001_20260101220405_9' }));
        expect(await ledger.claim(own)).toMatchObject({ original: { requestId: ID } });
        expect((await ledger.linked(ID)).map(({ requestId }) => requestId)).toEqual([own.requestId]);
      });

      it.each([
        ['left while its original was in doubt', async () => void (await leaveEarly())],
        ['has no wallet yet', async () => void (await ledger.claim(reversal({ state: 'unmatched' })))],
      ])("of the gateway's own are claimed where the terminal's %s", async (_, arrange) => {
        await ledger.claim(deduct());
        await arrange();
        expect((await ledger.claim(own)).kind).toBe('claimed');
      });

      async function leaveEarly(): Promise<void> {
        await expireAt(100_000, { limit: 1 });
        await ledger.claim(reversal());
        await ledger.markEarly(early);
      }

      it('are claimed once where the second one minds', async () => {
        await ledger.claim(deduct());
        await subject.other.claim(reversal());
        expect(await ledger.claim(own)).toEqual({ kind: 'reversed', by: reversal().requestId });
        expect(await ledger.find(own.requestId)).toBeNull();
      });

      it('are claimed at once by one of two processes', async () => {
        await ledger.claim(deduct());
        const outcomes = await Promise.all([
          ledger.claim(own),
          subject.other.claim({
            ...own,
            requestId: '5001_20260101220800_5',
            transactionId: 'T-5',
            checksum: 'f',
          }),
        ]);
        expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['claimed', 'reversed']);
      });

      it('do not mind one of another transaction, nor themselves', async () => {
        await ledger.claim(deduct());
        await ledger.claim(reversal({ referenceId: 'T-9' }));
        expect((await ledger.claim(own)).kind).toBe('claimed');
        expect((await ledger.claim(own)).kind).toBe('existing');
      });
    });

    describe('a reversal that leaves while its original is in doubt', () => {
      const approval = answered(ID, { unlessReversed: true });

      beforeEach(async () => {
        await ledger.claim(deduct());
      });

      async function inDoubt(): Promise<void> {
        await expireAt(100_000, { limit: 1 });
        await ledger.claim(reversal());
      }

      it('is marked, once and for all', async () => {
        await inDoubt();
        expect(await ledger.markEarly(early)).toEqual({ kind: 'marked' });
        expect(await ledger.markEarly({ ...early, atMs: 9_999 })).toEqual({ kind: 'marked' });
        expect((await row(reversal().requestId)).earlyAtMs).toBe(7_000);
      });

      it('stops an approval, and nothing else', async () => {
        await inDoubt();
        await subject.other.markEarly(early);
        expect(await ledger.settle(approval)).toEqual({ kind: 'reversed', row: await row(ID) });
        expect((await row(ID)).state).toBe('in_doubt');
        expect((await ledger.settle(answered(ID, { state: 'contradicted' }))).kind).toBe('settled');
      });

      it('stops none where it has not left', async () => {
        await inDoubt();
        expect(await ledger.settle(approval)).toEqual({ kind: 'settled' });
        expect(await ledger.markEarly(early)).toEqual({ kind: 'not_in_doubt', original: await row(ID) });
        expect((await row(reversal().requestId)).earlyAtMs).toBeNull();
      });

      it('is not marked while its original is pending, or after somebody else took it over', async () => {
        await ledger.claim(reversal());
        expect((await ledger.markEarly(early)).kind).toBe('not_in_doubt');
        await expireAt(100_000, { limit: 5 });
        expect(await ledger.markEarly({ ...early, attempt: 2 })).toEqual({ kind: 'lost' });
      });

      it('leaves, or is seen to have stayed, when the approval is saved at that moment', async () => {
        await inDoubt();
        const [marked, settled] = await Promise.all([
          subject.other.markEarly(early),
          ledger.settle(approval),
        ]);
        const isFirst = marked.kind === 'marked';
        expect([marked.kind, settled.kind]).toEqual(
          isFirst ? ['marked', 'reversed'] : ['not_in_doubt', 'settled'],
        );
      });

      it('is none of an ordinary approval', async () => {
        expect(await ledger.settle(approval)).toEqual({ kind: 'settled' });
        expect((await row(ID)).state).toBe('answered');
      });
    });

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
        contentHash: 'content anew',
        reverses: ['Deduct'],
      };
      const matched = { requestId: advice.requestId, attempt: 1, atMs: 3_000, wallet };
      const lease = { owner: 'owner-2', leaseMs: 37_000, pauseMaxMs: 900_000, limit: 10 };

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
          defaultReason: 'advice_accepted',
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
        await ledger.claim({ ...other, checksum: 'f'.repeat(64), reverses: [] });
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

      it('makes a queued one due now, unless it is being sent', async () => {
        await ledger.claim(reversal());
        const { requestId } = reversal();
        await ledger.settle(refused(requestId, { state: 'queued', nextAttemptInMs: 900_000 }));
        const now = { requestId, attempt: 1, atMs: 3_000, wallet: null };
        expect(await ledger.requeue(now)).toEqual({ kind: 'queued' });
        expect((await row(requestId)).nextAttemptAtMs).toBe(3_000);
        await ledger.leaseQueued(lease);
        expect((await ledger.requeue({ ...now, attempt: 2 })).kind).toBe('lost');
      });
    });

    describe('queued advices', () => {
      const advice = reversal();
      const lease = { owner: 'owner-2', leaseMs: 38_000, pauseMaxMs: 900_000, limit: 10 };

      /** Due at this time. */
      async function queue(dueMs: number): Promise<void> {
        await ledger.claim(advice);
        await ledger.settle(refused(advice.requestId, { state: 'queued', nextAttemptInMs: dueMs - 1_000 }));
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
          leaseUntilMs: 40_000,
          nextAttemptAtMs: null,
        });
      });

      it('are leased to one', async () => {
        await queue(1_500);
        subject.setNowMs(2_000);
        const leased = await Promise.all([ledger.leaseQueued(lease), subject.other.leaseQueued(lease)]);
        expect(leased.flat()).toHaveLength(1);
      });

      it('are due again when the lease ends, and count as perhaps sent', async () => {
        await queue(1_500);
        const [first] = await leaseAt(2_000);
        expect(first?.row.sentAtMs).toBeNull();
        expect(await leaseAt(39_999)).toEqual([]);
        const [second] = await leaseAt(40_000);
        expect(second?.row).toMatchObject({ attempt: 3, sentAtMs: 2_000 });
      });

      it('take no settlement of an attempt that lost its lease', async () => {
        await queue(1_500);
        await leaseAt(2_000);
        await leaseAt(40_000);
        const late = answered(advice.requestId, { attempt: 2, fromStates: ['queued'] });
        expect((await ledger.settle(late)).kind).toBe('lost');
      });

      it('are due at once where a clock that was set back would put them off for longer than any pause', async () => {
        subject.setNowMs(3_600_000);
        await ledger.claim(advice);
        await ledger.settle(refused(advice.requestId, { state: 'queued', nextAttemptInMs: 600 }));
        expect(await leaseAt(3_600_600 - 900_000)).toEqual([]);
        expect(await leaseAt(3_600_599 - 900_000)).toHaveLength(1);
      });

      it('lose their body with the answer', async () => {
        await queue(1_500);
        await ledger.settle(answered(advice.requestId, { fromStates: ['queued'] }));
        await ledger.settle(
          answered(advice.requestId, { fromStates: ['answered'], state: 'queued', nextAttemptInMs: 600 }),
        );
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
          await ledger.settle(refused(requestId, { state: 'queued', nextAttemptInMs: dueMs - 1_000 }));
        }
        const leased = await leaseAt(2_000, 2);
        expect(leased.map(({ row: { requestId } }) => requestId).sort()).toEqual([
          '5001_20260101220500_2',
          '5001_20260101220500_3',
        ]);
      });
    });

    describe('list and count', () => {
      const total = 25;

      beforeEach(async () => {
        for (let index = 1; index <= total; index += 1) {
          const requestId = `500${index % 5}_20260101220405_${index}`;
          await ledger.claim(
            deduct({
              requestId,
              cardId: 5000 + (index % 5),
              customerId: 1000 + (index % 5),
              programme: index % 2 === 0 ? 'even' : 'odd',
              terminalId: index % 3 === 0 ? '0029504320' : '0068766621',
              reference: `R${index % 4}`,
              methodName: index === 7 ? 'LoadAuth' : 'Deduct',
              transactionId: `T-${index}`,
              receivedAtMs: index * 100_000,
            }),
          );
          if (index <= 10) await ledger.settle(answered(requestId, { resultCode: index === 3 ? -9 : 1 }));
          else if (index <= 12) await ledger.settle(refused(requestId));
        }
      });

      async function numbers(page: Parameters<Ledger['list']>[0]): Promise<number[]> {
        const { rows } = await ledger.list(page);
        return rows.map(({ requestId }) => Number(requestId.split('_')[2]));
      }

      it('gives the newest first, page by page, without gap or repeat', async () => {
        const seen: number[] = [];
        let after: number | undefined;
        for (;;) {
          const page = await ledger.list({ filter: {}, first: 7, ...(after === undefined ? {} : { after }) });
          seen.push(...page.rows.map(({ requestId }) => Number(requestId.split('_')[2])));
          expect(page.hasPreviousPage).toBe(after !== undefined);
          if (!page.hasNextPage) break;
          after = page.rows.at(-1)?.sequence;
        }
        expect(seen).toEqual(Array.from({ length: total }, (_, index) => total - index));
      });

      it('gives the last page, and the one before it', async () => {
        const last = await ledger.list({ filter: {}, last: 3 });
        expect(last.rows.map(({ requestId }) => requestId.split('_')[2])).toEqual(['3', '2', '1']);
        expect(last).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
        const before = last.rows[0]?.sequence ?? 0;
        expect(await numbers({ filter: {}, last: 2, before })).toEqual([5, 4]);
      });

      it.each([
        ['programme', { programme: 'even' }, 12],
        ['every programme', { programme: null }, 25],
        ['terminals', { terminalIds: ['0029504320'] }, 8],
        ['no terminal at all', { terminalIds: [] }, 0],
        ['customer', { customerId: 1002 }, 5],
        ['card', { cardId: 5004 }, 5],
        ['card and customer', { cardId: 5004, customerId: 1001 }, 0],
        ['terminal', { terminalId: '0068766621' }, 17],
        ['reference', { reference: 'R1' }, 7],
        ['method', { methodName: 'LoadAuth' }, 1],
        ['state answered', { state: 'answered' as const }, 10],
        ['state refused', { state: 'refused' as const }, 2],
        ['state pending', { state: 'pending' as const }, 13],
        ['result code', { resultCode: -9 }, 1],
        ['time', { receivedFromMs: 500_000, receivedToMs: 900_000 }, 4],
        ['a time before everything', { receivedToMs: 1 }, 0],
        ['a time after everything', { receivedFromMs: 99_000_000 }, 0],
        ['card and state', { cardId: 5001, state: 'answered' as const }, 2],
      ])('filters by %s', async (_, filter, expected) => {
        expect(await ledger.count(filter)).toBe(expected);
        expect((await ledger.list({ filter, first: 100 })).rows).toHaveLength(expected);
        expect((await ledger.list({ filter, last: 100 })).rows).toHaveLength(expected);
      });

      it('pages through a filter', async () => {
        expect(await numbers({ filter: { cardId: 5000 }, first: 2 })).toEqual([25, 20]);
        const { rows } = await ledger.list({ filter: { cardId: 5000 }, first: 2 });
        const after = rows[1]?.sequence ?? 0;
        expect(await numbers({ filter: { cardId: 5000 }, first: 2, after })).toEqual([15, 10]);
      });

      it('is empty where nothing is', async () => {
        const nothing = { rows: [], hasNextPage: false, hasPreviousPage: false };
        expect(await ledger.list({ filter: { reference: 'R9' }, first: 5 })).toEqual(nothing);
      });
    });
  });
}

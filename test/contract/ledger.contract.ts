import type { Ledger, TransactionRow } from '../../src/usecase/ports.js';
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

    describe('claim', () => {
      it('saves every field of a new call', async () => {
        subject.setNowMs(1_050);
        expect(await ledger.claim(deduct())).toEqual({ kind: 'claimed', attempt: 1, original: null });
        const { checksumKey, isCardChosen, reversedBy, reverses, rivals, sealedBody, ...saved } = deduct();
        expect([checksumKey, isCardChosen, reversedBy, reverses, rivals, sealedBody]).toHaveLength(6);
        expect(await row(ID)).toEqual({
          ...saved,
          sequence: expect.any(Number) as number,
          attempt: 1,
          claimedAtMs: 1_050,
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

    describe('claim of a checksum that is known', () => {
      const twin = deduct({ requestId: '5001_20260101220405_9', checksum: deduct().checksum });

      it('is refused over other borders, and nothing is saved', async () => {
        await ledger.claim(deduct());
        const shifted = await ledger.claim({ ...twin, borders: '11,20,30' });
        expect(shifted).toEqual({ kind: 'shifted_borders', requestId: ID });
        expect(await ledger.find(twin.requestId)).toBeNull();
      });

      it('passes over the same borders', async () => {
        await ledger.claim(deduct());
        expect((await ledger.claim(twin)).kind).toBe('claimed');
      });

      it('is told of the row under another card, where the directory chose the card, and nothing is saved', async () => {
        await ledger.claim(deduct());
        const moved = { ...twin, cardId: 7001, requestId: ID.replace('5001_', '7001_'), isCardChosen: true };
        expect(await ledger.claim(moved)).toEqual({ kind: 'other_card', requestId: ID });
        expect(await ledger.find(moved.requestId)).toBeNull();
        expect((await ledger.claim({ ...moved, isCardChosen: false })).kind).toBe('claimed');
        expect((await ledger.claim(moved)).kind).toBe('existing');
      });

      it('passes for another terminal', async () => {
        await ledger.claim(deduct());
        const other = { ...twin, terminalId: '0029504320', borders: '11,20,30' };
        expect((await ledger.claim(other)).kind).toBe('claimed');
      });

      it('is told from one that only begins alike', async () => {
        await ledger.claim(deduct());
        const alike = `${deduct().checksum.slice(0, 20)}${'0'.repeat(44)}`;
        expect((await ledger.claim({ ...twin, checksum: alike, borders: '11,20,30' })).kind).toBe('claimed');
      });

      it('gives the row that is there when the request id is taken too', async () => {
        await ledger.claim(deduct());
        expect((await ledger.claim(deduct({ borders: '11,20,30' }))).kind).toBe('existing');
      });
    });

    describe('withChecksum', () => {
      const named = (change = {}) => {
        const { terminalId, checksum, checksumKey, borders } = deduct();
        return { terminalId, checksum, checksumKey, borders, ...change };
      };

      it('finds what a terminal called so, whatever its request id', async () => {
        await ledger.claim(deduct());
        expect(await ledger.withChecksum(named())).toEqual([await row(ID)]);
      });

      it.each([
        ['terminal', { terminalId: '0029504320' }],
        ['checksum', { checksum: `${deduct().checksum.slice(0, 20)}${'0'.repeat(44)}` }],
        ['borders', { borders: '11,20,30' }],
      ])('finds nothing of another %s', async (_, change) => {
        await ledger.claim(deduct());
        expect(await ledger.withChecksum(named(change))).toEqual([]);
      });
    });

    describe('claim of a reversal', () => {
      it('finds and links its original', async () => {
        await ledger.claim(deduct());
        await ledger.settle(answered(ID));
        const outcome = await ledger.claim(reversal());
        expect(outcome).toEqual({ kind: 'claimed', attempt: 1, original: await row(ID) });
        expect((await row(reversal().requestId)).originalRequestId).toBe(ID);
        expect((await ledger.linked(ID)).map(({ requestId }) => requestId)).toEqual([reversal().requestId]);
      });

      it.each([
        ['terminal', { terminalId: '0029504320' }],
        ['reference', { reference: '556789731480' }],
        ['referenceID', { referenceId: 'T-9' }],
        ['referenceDate', { referenceDate: '20260102T22:04:05' }],
        ['method', { reverses: ['LoadAuth'] }],
      ])('has no original of another %s', async (_, change) => {
        await ledger.claim(deduct());
        expect(await ledger.claim(reversal(change))).toEqual({ kind: 'claimed', attempt: 1, original: null });
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
          leaseUntilMs: 20_000,
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
        const { fromStates, ...saved } = answered(ID);
        expect(fromStates).toHaveLength(2);
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
        const expired = await ledger.expireLeases({ nowMs: 10_001, limit: 10 });
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
        const [expired] = await ledger.expireLeases({ nowMs: 10_001, limit: 10 });
        expect(expired).toMatchObject({ sentAtMs: 1_050, settledAtMs: 10_001, errorCode: 'IN_DOUBT' });
      });

      it('hold until they end, and are taken a few at a time', async () => {
        await ledger.claim(deduct());
        await ledger.claim(deduct({ requestId: '5001_20260101220405_2' }));
        expect(await ledger.expireLeases({ nowMs: 10_000, limit: 10 })).toEqual([]);
        expect(await ledger.expireLeases({ nowMs: 10_001, limit: 1 })).toHaveLength(1);
        expect(await ledger.expireLeases({ nowMs: 10_001, limit: 10 })).toHaveLength(1);
      });

      it('leave a settlement of a late owner possible', async () => {
        await ledger.claim(deduct());
        await ledger.expireLeases({ nowMs: 10_001, limit: 10 });
        expect((await ledger.settle(answered(ID))).kind).toBe('settled');
      });
    });

    describe('what a caller is told by default', () => {
      const told = { requestId: ID, attempt: 1, toldResultCode: -7 };

      it('is kept of a row that is pending or in doubt', async () => {
        await ledger.claim(deduct());
        expect(await ledger.tell(told)).toEqual({ kind: 'told' });
        expect((await row(ID)).toldResultCode).toBe(-7);
        await ledger.expireLeases({ nowMs: 10_001, limit: 1 });
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
      const own = reversal({ requestId: '5001_20260101220700_4', door: 'gateway', rivals });

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

    describe('queued advices', () => {
      const advice = reversal();
      const lease = { nowMs: 2_000, owner: 'owner-2', leaseUntilMs: 40_000, limit: 10 };

      async function queue(nextAttemptAtMs: number): Promise<void> {
        await ledger.claim(advice);
        await ledger.settle(refused(advice.requestId, { state: 'queued', nextAttemptAtMs }));
      }

      it('are leased with their body when they are due', async () => {
        await queue(2_000);
        expect(await ledger.leaseQueued({ ...lease, nowMs: 1_999 })).toEqual([]);
        const [leased, ...others] = await ledger.leaseQueued(lease);
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
        const leased = await Promise.all([ledger.leaseQueued(lease), subject.other.leaseQueued(lease)]);
        expect(leased.flat()).toHaveLength(1);
      });

      it('are due again when the lease ends, and count as perhaps sent', async () => {
        await queue(1_500);
        subject.setNowMs(2_000);
        const [first] = await ledger.leaseQueued(lease);
        expect(first?.row.sentAtMs).toBeNull();
        expect(await ledger.leaseQueued({ ...lease, nowMs: 39_999 })).toEqual([]);
        const [second] = await ledger.leaseQueued({ ...lease, nowMs: 40_000, leaseUntilMs: 80_000 });
        expect(second?.row).toMatchObject({ attempt: 3, sentAtMs: 2_000 });
      });

      it('take no settlement of an attempt that lost its lease', async () => {
        await queue(1_500);
        await ledger.leaseQueued(lease);
        await ledger.leaseQueued({ ...lease, nowMs: 40_000, leaseUntilMs: 80_000 });
        const late = answered(advice.requestId, { attempt: 2, fromStates: ['queued'] });
        expect((await ledger.settle(late)).kind).toBe('lost');
      });

      it('lose their body with the answer', async () => {
        await queue(1_500);
        await ledger.settle(answered(advice.requestId, { fromStates: ['queued'] }));
        await ledger.settle(
          answered(advice.requestId, { fromStates: ['answered'], state: 'queued', nextAttemptAtMs: 1_600 }),
        );
        expect(await ledger.leaseQueued(lease)).toEqual([]);
      });

      it('come in the order in which they are due, no more than asked for', async () => {
        for (const [number, dueMs] of [
          [1, 1_700],
          [2, 1_500],
          [3, 1_600],
        ] as const) {
          const requestId = `5001_20260101220500_${number}`;
          await ledger.claim(reversal({ requestId }));
          await ledger.settle(refused(requestId, { state: 'queued', nextAttemptAtMs: dueMs }));
        }
        const leased = await ledger.leaseQueued({ ...lease, limit: 2 });
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

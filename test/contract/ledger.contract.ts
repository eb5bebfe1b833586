import type { Ledger } from '../../src/use-cases/transactions/ledger-port.js';
import { leasesContract } from './leases.contract.js';
import { ledgerChecksumsContract } from './ledger-checksums.contract.js';
import { type LedgerUnderTest, rowOf } from './ledger-under-test.js';
import { requeueContract } from './requeue.contract.js';
import { reversalsContract } from './reversals.contract.js';
import { again, answered, deduct, doubted, refused, told, toTerminal } from './samples.js';

const ID = deduct().requestId;
const NEW = { kind: 'claimed', attempt: 1 };

/** What an answer leaves in its row. */
const SAVED = {
  ...answered(ID).brought,
  state: 'answered',
  resultCode: 1,
  settledAtMs: answered(ID).atMs,
};

const TO_BACKEND = { resultCode: -9, errorCode: 'DOWNSTREAM_REFUSED', isToTerminal: false } as const;

/** Tests a ledger, on any database. */
export function ledgerContract(name: string, open: () => Promise<LedgerUnderTest>): void {
  leasesContract(name, open);

  describe(`ledger on ${name}`, () => {
    let subject: LedgerUnderTest;
    let ledger: Ledger;

    beforeEach(async () => {
      subject = await open();
      ledger = subject.ledger;
    });

    const row = (requestId: string) => rowOf(ledger, requestId);

    describe('claim', () => {
      it('saves every field of a new call', async () => {
        subject.setNowMs(1_050);
        expect(await ledger.claim(deduct())).toEqual(NEW);
        const { decline, reversedBy, reverses, sealedBody, ...saved } = deduct();
        expect([decline, reversedBy, reverses, sealedBody]).toHaveLength(4);
        expect(await row(ID)).toEqual({
          ...saved,
          sequence: expect.any(Number) as number,
          attempt: 1,
          claimedAtMs: 1_050,
          sentAtMs: null,
          refusedSentAtMs: null,
          answeredAtMs: null,
          settledAtMs: null,
          rawAnswer: null,
          failure: null,
          httpStatus: null,
          answer: null,
          resultCode: null,
          errorCode: null,
          replyReason: null,
          repliedResultCode: null,
          terminalRepliedCode: null,
          nextAttemptAtMs: null,
          originalRequestId: null,
        });
      });

      it('keeps the largest integers that the interface allows', async () => {
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
        const outcome = await ledger.claim(deduct({ digest: 'other' }));
        expect(outcome).toEqual({ kind: 'existing', row: await row(ID) });
        expect((await row(ID)).digest).toBe(deduct().digest);
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

    describe('reclaim', () => {
      it('starts the next attempt and clears what the last one brought', async () => {
        await ledger.claim(deduct());
        await ledger.apply(
          refused(ID, {
            refusedSentAtMs: 1_200,
            httpStatus: 401,
            failure: 'status',
            rawAnswer: 'no',
            reply: toTerminal(-9),
          }),
        );
        expect(await row(ID)).toMatchObject({
          sentAtMs: null,
          refusedSentAtMs: 1_200,
          httpStatus: 401,
          failure: 'status',
        });
        subject.setNowMs(5_010);
        expect(await ledger.reclaim(again(ID))).toEqual({ kind: 'claimed', attempt: 2 });
        expect(await row(ID)).toMatchObject({
          state: 'pending',
          attempt: 2,
          owner: 'owner-2',
          receivedAtMs: 1_000,
          claimedAtMs: 5_010,
          sentAtMs: null,
          refusedSentAtMs: null,
          httpStatus: null,
          failure: null,
          rawAnswer: null,
          errorCode: null,
          replyReason: null,
          repliedResultCode: -9,
        });
      });

      it('is won by one of many', async () => {
        await ledger.claim(deduct());
        await ledger.apply(refused(ID));
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

    describe('apply', () => {
      it('saves what a fact makes of the row, for every reader', async () => {
        await ledger.claim(deduct());
        const applied = await ledger.apply(answered(ID));
        expect(applied).toEqual({ kind: 'moved', state: 'answered', row: await row(ID) });
        expect(await row(ID)).toMatchObject(SAVED);
        expect((await subject.other.find(ID))?.state).toBe('answered');
      });

      it('saves the same where the call says how it claimed the row', async () => {
        await ledger.claim(deduct());
        const applied = await ledger.apply(answered(ID, { claimed: deduct() }));
        expect(applied).toMatchObject({ kind: 'moved', state: 'answered' });
        expect(await row(ID)).toMatchObject(SAVED);
      });

      it.each([
        ['the call knows nothing of the row', {}],
        ['the call says how it claimed the row', { claimed: deduct() }],
      ])('decides on the row as it is, and not as its call left it: %s', async (_, change) => {
        await ledger.claim(deduct());
        await subject.other.apply(told(ID, -7));
        const applied = await ledger.apply(answered(ID, change));
        expect(applied).toEqual({ kind: 'moved', state: 'contradicted', row: await row(ID) });
        expect(await row(ID)).toMatchObject({ state: 'contradicted', repliedResultCode: -7 });
      });

      it('has one order for the facts of two processes', async () => {
        for (let index = 0; index < 10; index += 1) {
          const requestId = `5001_20260101220405_${String(index + 10)}`;
          const claimed = deduct({ requestId });
          await ledger.claim(claimed);
          const [approved, hung] = await Promise.all([
            ledger.apply(answered(requestId, { claimed })),
            subject.other.apply(told(requestId, -7)),
          ]);
          const isToldFirst = hung.kind === 'moved';
          expect(approved).toMatchObject({ state: isToldFirst ? 'contradicted' : 'answered' });
          expect((await row(requestId)).repliedResultCode).toBe(isToldFirst ? -7 : null);
        }
      });

      it.each([
        ['an answer', answered(ID, { reply: toTerminal(-7) })],
        ['a refusal', refused(ID, { reply: toTerminal(-9) })],
        ['what a terminal got', told(ID, -7)],
      ])('changes nothing more when %s is applied again', async (_, input) => {
        await ledger.claim(deduct());
        await ledger.apply(input);
        const saved = await row(ID);
        expect(await subject.other.apply(input)).toEqual({ kind: 'unmoved', row: saved });
        expect(await row(ID)).toEqual(saved);
      });

      it('is of no row where there is none', async () => {
        for (const change of [{}, { claimed: deduct() }])
          expect(await ledger.apply(answered(ID, change))).toEqual({ kind: 'gone' });
      });

      it('takes from an earlier attempt an answer, and nothing else', async () => {
        await ledger.claim(deduct());
        await ledger.apply(refused(ID));
        await ledger.reclaim(again(ID));
        const running = await row(ID);
        for (const late of [refused(ID), doubted(ID)])
          expect(await subject.other.apply(late)).toEqual({ kind: 'unmoved', row: running });
        expect(await subject.other.apply(answered(ID))).toMatchObject({ kind: 'moved', state: 'answered' });
        expect(await row(ID)).toMatchObject({ attempt: 2, rawAnswer: '{"raw":true}', resultCode: 1 });
      });

      it('knows no attempt that was not claimed', async () => {
        await ledger.claim(deduct());
        const saved = await row(ID);
        expect(await ledger.apply(answered(ID, { attempt: 2 }))).toEqual({ kind: 'unmoved', row: saved });
      });

      it('keeps the time of sending and the reply to the caller', async () => {
        await ledger.claim(deduct());
        await ledger.apply(doubted(ID, { sentAtMs: 1_100, reply: toTerminal(-7) }));
        await ledger.apply(answered(ID, { sentAtMs: null }));
        expect(await row(ID)).toMatchObject({
          state: 'contradicted',
          sentAtMs: 1_100,
          repliedResultCode: -7,
        });
      });
    });

    describe('the texts of a transaction', () => {
      it('are those of the last outcome, with or without', async () => {
        await ledger.claim(deduct());
        await ledger.apply(doubted(ID, { rawAnswer: 'first' }));
        await ledger.apply(doubted(ID, { rawAnswer: 'second' }));
        expect(await row(ID)).toMatchObject({ rawAnswer: 'second', answer: null });
        await ledger.apply(doubted(ID));
        expect(await row(ID)).toMatchObject({ rawAnswer: null, answer: null, request: deduct().request });
      });

      it('do not grow with the attempts', async () => {
        await ledger.claim(deduct());
        const bytes = async () => (await ledger.list({ filter: {} })).rows[0]?.textBytes ?? 0;
        const before = await bytes();
        for (let attempt = 1; attempt <= 5; attempt += 1) {
          await ledger.apply(refused(ID, { rawAnswer: `no ${String(attempt)}`, attempt }));
          await ledger.reclaim(again(ID, { fromAttempt: attempt }));
        }
        expect([await bytes(), (await row(ID)).rawAnswer]).toEqual([before, null]);
        await ledger.apply(answered(ID, { rawAnswer: 'yes', answer: '{}', attempt: 6 }));
        expect(await bytes()).toBe(before + 5);
        expect(await row(ID)).toMatchObject({ rawAnswer: 'yes', answer: '{}', attempt: 6 });
      });
    });

    describe('what a terminal got', () => {
      it('is kept, and the first reply stays', async () => {
        await ledger.claim(deduct());
        expect(await ledger.apply(told(ID, -7))).toMatchObject({ kind: 'moved', state: 'pending' });
        expect(await subject.other.apply(told(ID, -9))).toEqual({ kind: 'unmoved', row: await row(ID) });
        expect(await row(ID)).toMatchObject({ repliedResultCode: -7, terminalRepliedCode: -7 });
      });

      it('is kept of a refused row of a caller with a key, also while it is sent again', async () => {
        await ledger.claim(deduct({ keyId: 'key-1' }));
        await ledger.apply(refused(ID, { reply: TO_BACKEND }));
        expect((await ledger.apply(told(ID, -7))).kind).toBe('moved');
        await ledger.reclaim(again(ID));
        expect(await row(ID)).toMatchObject({ repliedResultCode: -9, terminalRepliedCode: -7 });
        const approved = await ledger.apply(answered(ID, { attempt: 2 }));
        expect(approved).toMatchObject({ kind: 'moved', state: 'contradicted' });
      });

      it('is not kept of a row that was settled meanwhile, which comes back', async () => {
        await ledger.claim(deduct());
        await subject.other.apply(answered(ID));
        expect(await ledger.apply(told(ID, -7))).toEqual({ kind: 'unmoved', row: await row(ID) });
        expect((await row(ID)).repliedResultCode).toBeNull();
      });

      it('is the approval once that is saved, and the terminal read it', async () => {
        await ledger.claim(deduct());
        expect((await ledger.apply(told(ID, 1))).kind).toBe('unmoved');
        await ledger.apply(answered(ID));
        expect((await ledger.apply(told(ID, 1))).kind).toBe('moved');
        expect(await row(ID)).toMatchObject({ repliedResultCode: null, terminalRepliedCode: 1 });
        const late = answered(ID, { reply: toTerminal(-7) });
        expect((await ledger.apply(late)).kind).toBe('unmoved');
      });

      it('is none of the terminal that made the row where only a caller with a key got it', async () => {
        await ledger.claim(deduct());
        await ledger.apply(doubted(ID, { reply: TO_BACKEND }));
        expect(await row(ID)).toMatchObject({ repliedResultCode: null, terminalRepliedCode: null });
        expect(await ledger.apply(answered(ID))).toMatchObject({ kind: 'moved', state: 'answered' });
      });
    });

    reversalsContract(() => subject);
    requeueContract(() => subject);

    describe('list', () => {
      beforeEach(async () => {
        for (let index = 1; index <= 5; index += 1) {
          const requestId = `5001_20260101220405_${index}`;
          await ledger.claim(deduct({ requestId, transactionId: `T-${index}` }));
          if (index <= 4) await ledger.apply(answered(requestId));
        }
      });

      it('gives the texts of a page in its order, and leaves out what is gone', async () => {
        const { rows } = await ledger.list({ filter: { state: 'answered' }, first: 3 });
        const full = await ledger.withTexts(rows);
        expect(full).toEqual(await Promise.all(rows.map(({ requestId }) => ledger.find(requestId))));
        for (const [index, { request, rawAnswer, answer }] of full.entries()) {
          expect(rows[index]).not.toHaveProperty('request');
          expect(rows[index]?.textBytes).toBe(
            Buffer.byteLength(`${request}${rawAnswer ?? ''}${answer ?? ''}`),
          );
        }
        const gone = { ...rows[0]!, sequence: 9999, requestId: '1_20260101220405_9999' };
        expect(await ledger.withTexts([gone, ...rows])).toEqual(full);
        expect(await ledger.withTexts([])).toEqual([]);
      });
    });
  });
}

import type { ClaimInput, Ledger } from '../../src/use-cases/transactions/ledger-port.js';
import { rowOf } from './ledger-under-test.js';
import { deduct, reversal } from './samples.js';

const ID = deduct().requestId;
const NEW = { kind: 'claimed', attempt: 1 };

/** Two views of one database. */
interface Subject {
  readonly ledger: Ledger;
  readonly other: Ledger;
}

/**
 * Tests calls that share a checksum (docs/reference/transactions.md#field-boundaries).
 */
export function ledgerChecksumsContract(open: () => Subject): void {
  describe('checksums', () => {
    let subject: Subject;
    let ledger: Ledger;

    beforeEach(() => {
      subject = open();
      ledger = subject.ledger;
    });

    const row = (requestId: string) => rowOf(ledger, requestId);

    describe('claim of a checksum that is known', () => {
      const { checksum, digest } = deduct();
      const duplicate = deduct({ requestId: '5001_20260101220405_9', checksum, digest });

      it('is refused over other field boundaries, and nothing is saved', async () => {
        await ledger.claim(deduct());
        const shifted = await ledger.claim({ ...duplicate, digest: 'another content' });
        expect(shifted).toEqual({ kind: 'boundary_mismatch', requestId: ID });
        expect(await ledger.find(duplicate.requestId)).toBeNull();
      });

      it.each([
        ['both have a key', 'key-1', 'key-1'],
        ['the first one has a key', 'key-1', null],
        ['the second one has a key', null, 'key-1'],
      ])('passes where %s', async (_, one, other) => {
        await ledger.claim(deduct({ keyId: one }));
        expect(await ledger.claim({ ...duplicate, keyId: other })).toEqual(NEW);
      });

      it.each([
        ['request id', {}],
        ['card', { cardId: 7001, requestId: ID.replace('5001_', '7001_') }],
        ['checksum', { checksum: 'f'.repeat(64) }],
      ])('gives the row of the call without a key, whatever the %s, and saves nothing', async (_, change) => {
        await ledger.claim(deduct());
        const again = { ...duplicate, ...change };
        expect(await ledger.claim(again)).toEqual({ kind: 'existing', row: await row(ID) });
        expect(await ledger.find(again.requestId)).toBeNull();
      });

      it('gives the row of the call without a key among many with keys', async () => {
        for (const index of [11, 12, 13])
          await ledger.claim({
            ...duplicate,
            requestId: `5001_20260101220405_${String(index)}`,
            keyId: 'key-1',
          });
        await ledger.claim(deduct());
        for (const index of [14, 15, 16])
          await ledger.claim({
            ...duplicate,
            requestId: `5001_20260101220405_${String(index)}`,
            keyId: 'key-2',
          });
        expect(await ledger.claim(duplicate)).toEqual({ kind: 'existing', row: await row(ID) });
      });

      it('lets exactly one of a hundred calls without a key have it, whatever their request ids', async () => {
        const outcomes = await Promise.all(
          Array.from({ length: 100 }, (_, index) =>
            (index % 2 === 0 ? ledger : subject.other).claim({
              ...duplicate,
              requestId: `5001_20260101220405_${String(100 + index)}`,
            }),
          ),
        );
        expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
        expect(outcomes.filter(({ kind }) => kind === 'existing')).toHaveLength(99);
      });

      it('passes for another terminal', async () => {
        await ledger.claim(deduct());
        const other = { ...duplicate, terminalId: '0029504320', digest: 'another content' };
        expect((await ledger.claim(other)).kind).toBe('claimed');
      });

      it('differs from one that only begins with the same digits', async () => {
        await ledger.claim(deduct());
        const alike = `${deduct().checksum.slice(0, 20)}${'0'.repeat(44)}`;
        expect((await ledger.claim({ ...duplicate, checksum: alike, digest: 'another content' })).kind).toBe(
          'claimed',
        );
      });

      it('gives the row that is there when the request id is taken too', async () => {
        await ledger.claim(deduct());
        expect((await ledger.claim(deduct({ digest: 'another content' }))).kind).toBe('existing');
      });
    });

    describe('claim of the same content under another checksum, as after a rotation of the password', () => {
      it('lets exactly one of twenty have it, on two connections', async () => {
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, (_, index) => {
            const claim = deduct({
              requestId: `5001_20260101220405_${String(100 + index)}`,
              digest: deduct().digest,
            });
            return (index % 2 === 0 ? ledger : subject.other).claim(claim);
          }),
        );
        expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
        expect(outcomes.filter(({ kind }) => kind === 'existing')).toHaveLength(19);
      });
    });

    describe('claim that the gateway declines', () => {
      const decline = { resultCode: -4, errorCode: 'NOT_FOUND' } as const;
      const declined = { ...deduct({ customerId: null, cardId: null }), state: 'refused', decline } as const;

      it('is saved as refused, with the reply that its terminal hears', async () => {
        expect(await ledger.claim(declined)).toEqual(NEW);
        expect(await row(ID)).toMatchObject({
          ...{ state: 'refused', errorCode: 'NOT_FOUND', repliedResultCode: -4, terminalRepliedCode: -4 },
          ...{ customerId: null, cardId: null, resultCode: null, sentAtMs: null },
        });
      });

      it('keeps its own decline where a reversal of it came first', async () => {
        await ledger.claim(reversal());
        expect(await ledger.claim(declined)).toEqual(NEW);
        expect(await row(ID)).toMatchObject({ state: 'refused', repliedResultCode: -4 });
      });

      it('keeps its checksum from other field boundaries', async () => {
        await ledger.claim(declined);
        const { checksum } = declined;
        const shifted = deduct({ requestId: duplicateId, checksum, digest: 'another content' });
        expect(await ledger.claim(shifted)).toEqual({ kind: 'boundary_mismatch', requestId: ID });
      });
    });

    const duplicateId = '5001_20260101220405_9';

    describe('keyless', () => {
      const named = (change: Partial<ClaimInput> = {}) => ({ ...deduct(), ...change });

      it.each([
        ['content', { checksum: 'f'.repeat(64) }],
        ['checksum', { digest: 'another content' }],
      ])('finds a call of the terminal by its %s alone', async (_, change) => {
        await ledger.claim(deduct());
        expect(await ledger.keyless(named(change))).toEqual(await row(ID));
      });

      it('finds the call with the content rather than the one with the checksum', async () => {
        await ledger.claim(deduct());
        const other = deduct({ requestId: duplicateId });
        await ledger.claim(other);
        const { checksum } = deduct();
        expect(await ledger.keyless({ ...other, checksum })).toEqual(await row(duplicateId));
      });

      it('finds nothing of a caller with a key', async () => {
        await ledger.claim(deduct({ keyId: 'key-1' }));
        expect(await ledger.keyless(named())).toBeNull();
      });

      it('finds nothing of another terminal under the same checksum', async () => {
        await ledger.claim(deduct());
        const other = { terminalId: '0029504320', digest: 'another content' };
        expect(await ledger.keyless(named(other))).toBeNull();
      });
    });
  });
}

import { CardwayError } from '../../src/platform/errors.js';
import { oneTimePassword } from '../../src/platform/one-time-password.js';
import type {
  IssueInput,
  IssueOutcome,
  CandidateAttempt,
  Provisioning,
  ProvisioningAdmin,
} from '../../src/use-cases/provisioning/provisioning-port.js';

export interface ProvisioningUnderTest {
  readonly provisioning: Provisioning;
  readonly provisioningAdmin: ProvisioningAdmin;
  /** The same tables, as another process sees them. */
  readonly other: Provisioning;
  /** Sets the database's clock. */
  setNowMs(nowMs: number): void;
  /** Returns rows of attempt_history, oldest first. */
  history(
    attemptId: string,
  ): Promise<readonly { actor: string; from: string | null; to: string; reason: string | null }[]>;
}

const STEP_MS = 60_000;
/** A time step, and its first millisecond. */
const STEP = 29_000_000;
const START_MS = STEP * STEP_MS;
const KEY = Buffer.from('12345678901234567890123456789012');
const CARD = 5001;

type Issued = Extract<IssueOutcome, { kind: 'issued' }>;

/** Tests a store of attempts and secrets, on any database. */
export function provisioningContract(name: string, open: () => Promise<ProvisioningUnderTest>): void {
  describe(`provisioning on ${name}`, () => {
    let subject: ProvisioningUnderTest;
    let provisioning: Provisioning;
    let admin: ProvisioningAdmin;
    let attempts: number;

    beforeEach(async () => {
      subject = await open();
      ({ provisioning, provisioningAdmin: admin } = subject);
      attempts = 0;
      at(0);
      await admin.putProgramme({ programme: 'sandbox', actor: 'test' });
      await admin.addSharedKey({ programme: 'sandbox', sharedKeyId: '001', key: KEY, actor: 'test' });
    });

    let nowMs = START_MS;
    function at(afterMs: number): void {
      nowMs = START_MS + afterMs;
      subject.setNowMs(nowMs);
    }

    function issueInput(change: Partial<IssueInput> = {}): IssueInput {
      attempts += 1;
      return {
        attemptId: `attempt-${String(attempts)}`,
        programme: 'sandbox',
        cardId: CARD,
        customerId: 1001,
        actor: 'integrator',
        machineNowMs: nowMs,
        driftMaxMs: 30_000,
        issuesMax: 20,
        windowMs: 60_000,
        oneTimePassword,
        ...change,
      };
    }

    async function issue(change: Partial<IssueInput> = {}): Promise<Issued> {
      const outcome = await provisioning.issue(issueInput(change));
      if (outcome.kind !== 'issued') throw new Error(outcome.kind);
      return outcome;
    }

    const accept = (attemptId: string, on = provisioning) =>
      on.accept({ attemptId, cardId: CARD, actor: 'network', wrongCodesMax: 10 });

    const wrong = (cardId = CARD) => provisioning.countWrongCode({ cardId, wrongCodesMax: 10 });

    async function standings(cardId = CARD): Promise<readonly CandidateAttempt['standing'][]> {
      const read = await provisioning.readForVerification({
        programme: 'sandbox',
        cardId,
        sharedKeyId: '001',
      });
      return read.attempts.map(({ standing }) => standing);
    }

    async function refusal(work: Promise<unknown>): Promise<string> {
      const error: unknown = await work.catch((thrown: unknown) => thrown);
      return error instanceof CardwayError ? `${error.code} ${error.field ?? ''}`.trim() : 'none';
    }

    describe('programmes', () => {
      it('have the documented defaults', async () => {
        expect(await admin.programmes()).toEqual([
          {
            programme: 'sandbox',
            name: 'sandbox',
            currency: null,
            digits: 8,
            algorithm: 'sha256',
            stepMs: 60_000,
            derivation: 'hmac',
            validityMs: 60_000,
            verifier: 'gateway',
          },
        ]);
      });

      it('keep what a change leaves out', async () => {
        await admin.putProgramme({ programme: 'sandbox', digits: 6, actor: 'test' });
        await admin.putProgramme({ programme: 'sandbox', verifier: 'external', name: 'Sand', actor: 'test' });
        expect(await admin.programmes()).toMatchObject([{ digits: 6, verifier: 'external', name: 'Sand' }]);
      });
    });

    describe('shared keys', () => {
      it('are listed without the key', async () => {
        expect(await admin.sharedKeys({ programme: 'sandbox' })).toEqual([
          {
            programme: 'sandbox',
            sharedKeyId: '001',
            state: 'active',
            createdAtMs: START_MS,
            changedAtMs: START_MS,
          },
        ]);
        expect(await admin.sharedKeys({ programme: 'other' })).toEqual([]);
      });

      it('can be added again, which changes nothing, and are never replaced', async () => {
        await admin.setSharedKeyState({
          programme: 'sandbox',
          sharedKeyId: '001',
          state: 'retiring',
          actor: 'test',
        });
        const again = { programme: 'sandbox', sharedKeyId: '001', key: KEY, actor: 'test' };
        expect((await admin.addSharedKey(again)).state).toBe('retiring');
        expect(await refusal(admin.addSharedKey({ ...again, key: Buffer.alloc(32) }))).toBe(
          'BAD_REQUEST key_id',
        );
        expect(await refusal(admin.addSharedKey({ ...again, programme: 'none' }))).toBe(
          'BAD_REQUEST programme',
        );
      });

      it('issue while active, verify until retired, and stay retired', async () => {
        const state = (sharedKeyId: string, to: 'active' | 'retiring' | 'retired') =>
          admin.setSharedKeyState({ programme: 'sandbox', sharedKeyId, state: to, actor: 'test' });
        const verifies = async (sharedKeyId: string) =>
          (await provisioning.readForVerification({ programme: 'sandbox', cardId: CARD, sharedKeyId }))
            .sharedKey;
        expect((await issue()).sharedKeyId).toBe('001');
        await admin.addSharedKey({
          programme: 'sandbox',
          sharedKeyId: '002',
          key: Buffer.alloc(32, 2),
          state: 'retiring',
          actor: 'test',
        });
        expect((await issue()).sharedKeyId).toBe('001');
        await state('002', 'active');
        await state('001', 'retiring');
        expect((await issue()).sharedKeyId).toBe('002');
        expect(await verifies('001')).toEqual({ sharedKeyId: '001', key: KEY });
        await state('001', 'retired');
        expect(await verifies('001')).toBeNull();
        expect(await refusal(state('001', 'active'))).toBe('BAD_REQUEST state');
        expect(await refusal(state('003', 'active'))).toBe('NOT_FOUND');
        await state('002', 'retiring');
        expect(await provisioning.issue(issueInput())).toEqual({ kind: 'no_active_key' });
      });

      it('issue by the one that was added last', async () => {
        at(1);
        await admin.addSharedKey({
          programme: 'sandbox',
          sharedKeyId: '000',
          key: Buffer.alloc(32, 1),
          actor: 'test',
        });
        expect((await issue()).sharedKeyId).toBe('000');
      });
    });

    describe('issuing', () => {
      it('takes the counter of the database clock and lives as long as the programme says', async () => {
        at(59_999);
        expect(await issue({ machineNowMs: START_MS + 60_000 })).toMatchObject({
          counter: 29_000_000,
          issuedAtMs: START_MS + 59_999,
          expiresAtMs: START_MS + 119_999,
          isSuperseding: false,
        });
        expect(await subject.history('attempt-1')).toEqual([
          { actor: 'integrator', from: null, to: 'issued', reason: null },
        ]);
      });

      it('gives each attempt of a card a code of its own, and supersedes the one before', async () => {
        const first = await issue();
        at(30_000);
        const second = await issue();
        expect(second).toMatchObject({ counter: first.counter + 1, isSuperseding: true });
        expect(second.expiresAtMs).toBe(START_MS + 90_000);
        expect(second.attemptId).not.toBe(first.attemptId);
        expect(second.otp).not.toBe(first.otp);
        expect(await standings()).toEqual(['open', 'superseded']);
        expect((await subject.history(first.attemptId)).at(-1)).toEqual({
          actor: 'integrator',
          from: 'issued',
          to: 'superseded',
          reason: 'later_secret',
        });
        expect(await accept(first.attemptId)).toEqual({ kind: 'refused', standing: 'superseded' });
        at(90_000);
        expect(await accept(second.attemptId)).toMatchObject({ kind: 'accepted', driftSteps: 0 });
      });

      it.each([
        ['gateway', 10],
        ['external', 1],
      ] as const)(
        'goes so many steps ahead at most where the verifier is %s: %i',
        async (verifier, ahead) => {
          await admin.putProgramme({ programme: 'sandbox', verifier, actor: 'test' });
          at(20_000);
          for (let distance = 0; distance <= ahead; distance += 1) {
            expect((await issue()).counter).toBe(STEP + distance);
          }
          expect(await provisioning.issue(issueInput())).toEqual({ kind: 'limited', retryAfterMs: 40_000 });
          expect(await standings()).toHaveLength(ahead + 1);
          // A step adds one counter. Counters that were issued ahead stay issued.
          at(STEP_MS);
          expect((await issue({ issuesMax: 100 })).counter).toBe(STEP + ahead + 1);
          expect(await provisioning.issue(issueInput({ issuesMax: 100 }))).toEqual({
            kind: 'limited',
            retryAfterMs: STEP_MS,
          });
          at(STEP_MS * (ahead + 2));
          expect((await issue()).counter).toBe(STEP + ahead + 2);
        },
      );

      it('takes a code of a counter ahead until its very end', async () => {
        for (let count = 0; count < 10; count += 1) await issue();
        at(59_999);
        const { attemptId, counter } = await issue();
        expect(counter).toBe(STEP + 10);
        at(119_999);
        expect(await accept(attemptId)).toMatchObject({ kind: 'accepted', driftSteps: -9 });
      });

      it('does not give out a counter again after the clock of the database was set back', async () => {
        at(5 * STEP_MS);
        const later = [await issue(), await issue()];
        at(4 * STEP_MS);
        const earlier = [await issue(), await issue(), await issue()];
        expect([...later, ...earlier].map(({ counter }) => counter - STEP)).toEqual([5, 6, 4, 7, 8]);
        expect(await standings()).toEqual(['open', ...Array<string>(4).fill('superseded')]);
      });

      it('does not give out a counter again that was issued ahead long ago', async () => {
        for (let distance = 0; distance <= 10; distance += 1) await issue();
        at(5 * STEP_MS);
        expect((await issue()).counter).toBe(STEP + 11);
      });

      it('passes over a counter whose code was issued of late, and limits where none is left', async () => {
        const twoCodes = { oneTimePassword: ({ counter }: { counter: number }) => String(counter % 2) };
        expect([(await issue(twoCodes)).otp, (await issue(twoCodes)).otp].sort()).toEqual(['0', '1']);
        for (const stepsLater of [0, 1, 2]) {
          at(stepsLater * STEP_MS + 1);
          expect(await provisioning.issue(issueInput(twoCodes))).toEqual({
            kind: 'limited',
            retryAfterMs: STEP_MS - 1,
          });
        }
        at(3 * STEP_MS + 1);
        expect((await issue(twoCodes)).kind).toBe('issued');
        const oneCode = { cardId: 5002, oneTimePassword: () => '7' };
        expect((await issue(oneCode)).otp).toBe('7');
        expect((await provisioning.issue(issueInput(oneCode))).kind).toBe('limited');
      });

      it('keeps codes apart for their validity too, where the steps are short', async () => {
        await admin.putProgramme({ programme: 'sandbox', stepMs: 1000, actor: 'test' });
        const oneCode = { oneTimePassword: () => '7' };
        await issue(oneCode);
        at(59_999);
        expect((await provisioning.issue(issueInput(oneCode))).kind).toBe('limited');
        at(60_001);
        expect((await issue(oneCode)).otp).toBe('7');
      });

      it('counts the counters of each shared key by themselves', async () => {
        const first = await issue();
        at(1);
        const change = { programme: 'sandbox', sharedKeyId: '002', actor: 'test' };
        await admin.addSharedKey({ ...change, key: Buffer.alloc(32, 1) });
        const second = await issue();
        expect([second.sharedKeyId, second.counter]).toEqual(['002', first.counter]);
        await admin.setSharedKeyState({ ...change, state: 'retiring' });
        expect((await issue()).counter).toBe(first.counter + 1);
      });

      it('leaves verified attempts and other cards alone', async () => {
        await accept((await issue()).attemptId);
        await issue({ cardId: 5002 });
        at(STEP_MS);
        await issue();
        expect(await standings()).toEqual(['open', 'spent']);
        expect(await standings(5002)).toEqual(['open']);
      });

      it('does not give out an accepted code again', async () => {
        const first = await issue();
        await accept(first.attemptId);
        expect(await issue()).toMatchObject({ counter: first.counter + 1, isSuperseding: false });
        expect(await standings()).toEqual(['open', 'spent']);
      });

      it('records an expired attempt as expired, and does not give out its code again', async () => {
        await admin.putProgramme({ programme: 'sandbox', validityMs: 10_000, actor: 'test' });
        const { attemptId, counter } = await issue();
        at(10_001);
        expect(await issue()).toMatchObject({ counter: counter + 1, isSuperseding: false });
        expect(await standings()).toEqual(['open', 'expired']);
        // The caller that asked for the next secret did not end this one.
        expect((await subject.history(attemptId)).at(-1)).toMatchObject({
          actor: 'gateway',
          from: 'issued',
          to: 'expired',
          reason: 'not_verified',
        });
      });

      it('is limited per card, for as long as the window', async () => {
        await admin.putProgramme({ programme: 'sandbox', stepMs: 1000, actor: 'test' });
        for (let count = 0; count < 20; count += 1) {
          at(count * 1000);
          await issue();
        }
        at(20_000);
        expect(await provisioning.issue(issueInput())).toEqual({ kind: 'limited', retryAfterMs: 40_000 });
        expect((await issue({ cardId: 5002 })).kind).toBe('issued');
        at(60_000);
        expect((await issue()).kind).toBe('issued');
        expect((await provisioning.issue(issueInput())).kind).toBe('limited');
      });

      it('is refused while the clocks are too far apart, and nothing is recorded', async () => {
        for (const driftMs of [30_001, -30_001]) {
          expect(await provisioning.issue(issueInput({ machineNowMs: nowMs - driftMs }))).toEqual({
            kind: 'drifted',
            driftMs,
          });
        }
        expect(await standings()).toEqual([]);
        expect((await issue({ machineNowMs: nowMs - 30_000 })).kind).toBe('issued');
      });

      it('has one open attempt per card, however many ask at once', async () => {
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 === 0 ? provisioning : subject.other).issue(issueInput({ issuesMax: 100 })),
          ),
        );
        const issued = outcomes.flatMap((outcome) => (outcome.kind === 'issued' ? [outcome] : []));
        expect(new Set(issued.map(({ otp }) => otp)).size).toBe(11);
        expect(issued.map(({ counter }) => counter - STEP).sort((a, b) => a - b)).toEqual(
          Array.from({ length: 11 }, (_, index) => index),
        );
        expect(await standings()).toEqual(['open', ...Array<string>(10).fill('superseded')]);
      });
    });

    describe('verifying', () => {
      it('takes an attempt until its very end', async () => {
        const { attemptId } = await issue();
        at(60_000);
        expect(await accept(attemptId)).toEqual({
          kind: 'accepted',
          verifiedAtMs: START_MS + 60_000,
          driftSteps: 1,
          codeExpiresAtMs: null,
        });
        expect((await subject.history(attemptId)).at(-1)).toEqual({
          actor: 'network',
          from: 'issued',
          to: 'verified',
          reason: null,
        });
      });

      it('refuses one that has ended, was superseded, or was taken', async () => {
        const first = await issue();
        at(60_001);
        expect(await standings()).toEqual(['expired']);
        expect(await accept(first.attemptId)).toEqual({ kind: 'refused', standing: 'expired' });
        const second = await issue();
        at(2 * STEP_MS);
        const third = await issue();
        expect(await accept(second.attemptId)).toEqual({ kind: 'refused', standing: 'superseded' });
        await accept(third.attemptId);
        expect(await accept(third.attemptId)).toEqual({ kind: 'refused', standing: 'spent' });
      });

      it('knows no attempt of the programme that the card belonged to before', async () => {
        await issue();
        await admin.putProgramme({ programme: 'next', actor: 'test' });
        await admin.addSharedKey({ programme: 'next', sharedKeyId: '001', key: KEY, actor: 'test' });
        const read = (programme: string) =>
          provisioning.readForVerification({ programme, cardId: CARD, sharedKeyId: '001' });
        expect((await read('next')).attempts).toEqual([]);
        expect((await read('sandbox')).attempts).toHaveLength(1);
      });

      it('is for one of a hundred that come at once, over two processes', async () => {
        const { attemptId } = await issue();
        const outcomes = await Promise.all(
          Array.from({ length: 100 }, (_, index) =>
            accept(attemptId, index % 2 ? provisioning : subject.other),
          ),
        );
        expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
        expect(
          outcomes.filter((outcome) => outcome.kind === 'refused' && outcome.standing === 'spent'),
        ).toHaveLength(99);
      });

      it('ends after ten wrong codes, also for the right one', async () => {
        const { attemptId, counter } = await issue();
        for (let count = 0; count < 10; count += 1) expect(await wrong()).toEqual({ kind: 'counted' });
        expect(await wrong()).toEqual({ kind: 'limited', retryAfterMs: 60_000 });
        expect(await accept(attemptId)).toEqual({ kind: 'limited', retryAfterMs: 60_000 });
        expect((await issue()).counter).toBe(counter + 1);
      });

      it('counts wrong codes only against an open attempt', async () => {
        for (let count = 0; count < 11; count += 1) expect(await wrong()).toEqual({ kind: 'counted' });
        const { attemptId } = await issue();
        expect((await accept(attemptId)).kind).toBe('accepted');
      });
    });

    describe('activation codes', () => {
      const code = (codeHash: string) => ({ activationCode: { codeHash, validityMs: 1_800_000 } });
      const check = (codeHash: string, on = provisioning, cardId = CARD, programme = 'sandbox') =>
        on.checkActivationCode({
          programme,
          cardId,
          codeHash,
          wrongCodesMax: 10,
        });

      async function issueCode(codeHash: string): Promise<string> {
        const { attemptId } = await issue();
        const outcome = await provisioning.accept({
          attemptId,
          cardId: CARD,
          actor: 'network',
          wrongCodesMax: 10,
          ...code(codeHash),
        });
        expect(outcome).toMatchObject({ kind: 'accepted', codeExpiresAtMs: nowMs + 1_800_000 });
        return attemptId;
      }

      it('pass once', async () => {
        const attemptId = await issueCode('a');
        at(1_800_000);
        expect(await check('a')).toEqual({ kind: 'accepted', attemptId, checkedAtMs: START_MS + 1_800_000 });
        expect(await check('a')).toEqual({ kind: 'refused', reason: 'replayed' });
      });

      it('pass once for a hundred that come at once', async () => {
        await issueCode('a');
        const outcomes = await Promise.all(
          Array.from({ length: 100 }, (_, index) => check('a', index % 2 ? provisioning : subject.other)),
        );
        expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
      });

      it('are unknown to the programme that the card belongs to later', async () => {
        await issueCode('a');
        expect(await check('a', provisioning, CARD, 'next')).toEqual({ kind: 'refused', reason: 'invalid' });
        expect(await check('a')).toMatchObject({ kind: 'accepted' });
      });

      it('end after their time, and with a later one', async () => {
        await issueCode('a');
        at(STEP_MS);
        await issueCode('b');
        expect(await check('a')).toEqual({ kind: 'refused', reason: 'superseded' });
        at(STEP_MS + 1_800_001);
        expect(await check('b')).toEqual({ kind: 'refused', reason: 'expired' });
      });

      it('are not made by a secret that does not pass', async () => {
        const { attemptId } = await issue();
        await accept(attemptId);
        await provisioning.accept({
          attemptId,
          cardId: CARD,
          actor: 'network',
          wrongCodesMax: 10,
          ...code('a'),
        });
        expect(await check('a')).toEqual({ kind: 'refused', reason: 'invalid' });
      });

      it('are of one card, and end after ten wrong ones', async () => {
        await issueCode('a');
        expect(await check('a', provisioning, 5002)).toEqual({ kind: 'refused', reason: 'invalid' });
        for (let count = 0; count < 10; count += 1) {
          expect(await check('x')).toEqual({ kind: 'refused', reason: 'invalid' });
        }
        expect(await check('x')).toEqual({ kind: 'limited', retryAfterMs: 1_800_000 });
        expect(await check('a')).toEqual({ kind: 'limited', retryAfterMs: 1_800_000 });
      });
    });
  });
}
